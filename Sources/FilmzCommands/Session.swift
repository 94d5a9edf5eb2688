package import FilmzDomain
import FilmzTerminal
package import FilmzViewModels
package import Foundation

/// The context in which commands run: the view models, the host, and the running command's options.
package struct Session: Sendable {
  /// The way in which the program runs.
  package enum Mode: Sendable {
    case shell
    case script
    case singleCommand
  }

  package private(set) var mode: Mode
  package let viewModels: ViewModels
  package var host: TerminalHost
  package let settings: SettingsAccess
  /// The trace of network requests, which is printed with `--verbose`.
  package let trace: RequestTrace
  package let now: @Sendable () -> Date
  package let preferences = ShellPreferences()
  /// The command that `retry` runs.
  package let retryableCommand = RetryableCommand()

  // MARK: - The running command

  package var options: RunOptions
  /// The values that the command passes to the view models: its line, its time, and whether it is
  /// offline.
  package private(set) var context: CommandContext
  /// The prefix of the command's warnings and errors, such as `line 3: `.
  package internal(set) var prefix = ""
  /// The paths of the running scripts, each started by a command of the previous one.
  private var scriptPaths: [String] = []
  /// The command's progress line, which has to be stopped before the user is prompted.
  var progress: Progress?

  package init(
    mode: Mode, viewModels: ViewModels, host: TerminalHost, settings: SettingsAccess,
    options: RunOptions,
    trace: RequestTrace, now: @escaping @Sendable () -> Date
  ) {
    self.mode = mode
    self.viewModels = viewModels
    self.host = host
    self.settings = settings
    self.options = options
    self.trace = trace
    self.now = now
    context = CommandContext(line: "", now: now(), isOffline: options.offline, clock: now)
  }

  /// Sets the command line and the options of the command that runs next.
  mutating func begin(_ line: String, _ options: RunOptions) {
    self.options = options
    context = CommandContext(line: line, now: now(), isOffline: options.offline, clock: now)
  }

  /// `true` if lists are divided into pages by default: as tables in the shell.
  var pagesLists: Bool {
    mode == .shell && options.format == .table && !host.console.isRedirected
  }

  /// Returns the session for a script that a command runs, without prompts and abbreviated verbs.
  func forScript() -> Session {
    var session = self
    session.mode = .script
    session.host = host.forScript
    return session
  }

  private static let maximumScriptDepth = 50

  /// Records that the script at a path is running; the path must have no symbolic links.
  ///
  /// - Throws: ``CommandError/scriptRunsItself(_:)`` with the name that was typed, or
  ///   ``CommandError/scriptsNestedTooDeeply(_:)``.
  package mutating func beginScript(
    _ path: String, named name: String
  ) throws(CommandError) {
    guard !scriptPaths.contains(path) else { throw .scriptRunsItself(name) }
    guard scriptPaths.count < Self.maximumScriptDepth else {
      throw .scriptsNestedTooDeeply(Self.maximumScriptDepth)
    }
    scriptPaths.append(path)
  }

  /// Returns the number of rows of a page: the given limit, the setting, or as many as fit on the
  /// screen.
  ///
  /// In the shell, the default is reduced if the terminal has fewer rows, so that a page never
  /// scrolls.
  func pageSize(_ limit: Int?) async -> Int {
    if let limit { return limit }
    let settings = await settings.all()
    let availableRows = max(1, (host.console.rows() ?? 24) - 4)
    guard let size = settings.pageSize else { return availableRows }
    let isDefault = mode == .shell && settings[.pageSize].origin == .default
    return isDefault ? min(size, availableRows) : size
  }

  /// Asks the user a yes/no question; `--yes` answers it.
  ///
  /// - Throws: ``CommandError/needsConfirmation(_:)`` if the user cannot be prompted.
  func confirm(_ question: String, action: String) async throws -> Bool {
    if options.yes { return true }
    guard let ask = host.ask else { throw CommandError.needsConfirmation(action) }
    progress?.stop()
    guard let answer = await ask("\(question) [y/N] ") else { throw CommandError.interrupted }
    return ["y", "yes"].contains(answer.lowercased())
  }
}

/// The last command that failed on the network.
package actor RetryableCommand {
  package private(set) var command: ParsedCommand?
  /// `true` if the command pages through a result set, and is meaningless for another one.
  private var isPaging = false

  package init() {}

  func store(_ command: ParsedCommand, isPaging: Bool) {
    self.command = command
    self.isPaging = isPaging
  }

  /// Removes the stored command after it succeeded, or after another command replaced the result
  /// set that it pages through.
  func clear(after command: ParsedCommand, replacesResults: Bool) {
    if self.command == command || (replacesResults && isPaging) { self.command = nil }
  }
}

/// The preferences of a running shell, which are not stored.
package actor ShellPreferences {
  /// `true` if the elapsed time of each command is shown.
  package private(set) var isTiming = false

  package init() {}

  func setTiming(_ isTiming: Bool) { self.isTiming = isTiming }
}
