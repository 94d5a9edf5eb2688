package import FilmzDomain
import FilmzTerminal
package import FilmzViewModels
package import Foundation

/// The context in which commands run: the view models, the host, and the options of the command.
package struct Session: Sendable {
  /// The way in which the program receives its commands.
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
  /// `true` if the program was started with `--offline`.
  package let wasStartedOffline: Bool
  /// The command that `retry` runs.
  package let retryableCommand = RetryableCommand()
  /// The time since which changes by other processes are unexpected.
  package let lastCommand: LastCommand

  // MARK: - The running command

  package var options: RunOptions
  /// The context that the command passes to the view models: its line, its time, and whether it is
  /// offline.
  package private(set) var context: CommandContext
  /// The prefix of the command's warnings and errors, such as `line 3: `.
  package internal(set) var prefix = ""
  /// The paths of the running scripts; each script except the first one was started by a command of
  /// the script before it.
  private var scriptPaths: [String] = []
  /// The progress line of the command, which has to be stopped before the user is prompted.
  var progress: Progress?

  package init(
    mode: Mode, viewModels: ViewModels, host: TerminalHost, settings: SettingsAccess,
    options: RunOptions,
    trace: RequestTrace, now: @escaping @Sendable () -> Date
  ) {
    (self.mode, self.viewModels, self.host, self.settings) = (mode, viewModels, host, settings)
    self.options = options
    wasStartedOffline = options.offline
    self.trace = trace
    self.now = now
    context = CommandContext(line: "", now: now(), isOffline: options.offline, clock: now)
    lastCommand = LastCommand(end: now())
  }

  /// Sets the command line and the options of the command that runs next, and the ratings that its tables
  /// show.
  mutating func begin(_ line: String, _ options: RunOptions, _ ratings: ListRatings = .both) {
    self.options = options
    context = CommandContext(line: line, now: now(), isOffline: options.offline, clock: now)
    context.needsDirectors =
      options.format == .table
      && host.console.renderTarget(options.color).width ?? 0 >= Rows.wideTableWidth
    context.needsTMDBRatings = ratings == .tmdb
  }

  /// `true` if lists are divided into pages by default.
  ///
  /// This is the case for tables in the shell, unless the output is redirected.
  var pagesLists: Bool {
    mode == .shell && options.format == .table && !host.console.isRedirected
  }

  /// Returns the session for a script that a command runs.
  ///
  /// The script cannot prompt the user, and its verbs cannot be abbreviated.
  func forScript() -> Session {
    var session = self
    session.mode = .script
    session.host = host.forScript
    return session
  }

  private static let maximumScriptDepth = 50

  /// Records that the script at a path is running.
  ///
  /// The path must not contain symbolic links, so that a script is recognized if it runs itself.
  ///
  /// - Throws: ``CommandError/scriptRunsItself(_:)`` if the script is running already; its value is
  ///   the name that was typed. ``CommandError/scriptsNestedTooDeeply(_:)`` if the maximum number
  ///   of scripts are running.
  package mutating func beginScript(
    _ path: String, named name: String
  ) throws(CommandError) {
    guard !scriptPaths.contains(path) else { throw .scriptRunsItself(name) }
    guard scriptPaths.count < Self.maximumScriptDepth else {
      throw .scriptsNestedTooDeeply(Self.maximumScriptDepth)
    }
    scriptPaths.append(path)
  }

  /// Returns the number of rows on a page: the limit if there is one, otherwise the setting.
  ///
  /// If the setting is `auto`, returns the number of rows that fit on the screen in the shell, and 10 in
  /// scripts and single calls.
  func pageSize(_ limit: Int?) async -> Int {
    if let limit { return limit }
    if let size = await settings.all().pageSize { return size }
    guard mode == .shell, let screenHeight = host.console.rows() else { return 10 }
    return Self.pageSize(screenHeight: screenHeight)
  }

  /// Returns the number of rows that fit on a screen together with a heading, the names of the columns, a
  /// footer, and the prompt; at least 3 if these rows fit with the names of the columns and the prompt.
  static func pageSize(screenHeight: Int) -> Int {
    max(screenHeight - 4, min(3, screenHeight - 2), 1)
  }

  /// Asks the user a yes/no question; with `--yes`, returns `true` without asking.
  ///
  /// - Throws: ``CommandError/needsConfirmation(_:)`` if the user cannot be prompted, or
  ///   ``CommandError/interrupted`` if the user cancels the prompt.
  func confirm(_ question: String, action: String) async throws -> Bool {
    if options.yes { return true }
    guard let ask = host.ask else { throw CommandError.needsConfirmation(action) }
    progress?.stop()
    guard let answer = await ask("\(question.sanitizedForTerminal) [y/N] ") else {
      throw CommandError.interrupted
    }
    return ["y", "yes"].contains(answer.lowercased())
  }
}

/// Stores the last command during which a network request failed.
package actor RetryableCommand {
  package private(set) var command: ParsedCommand?
  /// `true` if the command pages through a result set, and must not be repeated on a new one.
  private var isPaging = false

  package init() {}

  func store(_ command: ParsedCommand, isPaging: Bool) {
    self.command = command
    self.isPaging = isPaging
  }

  /// Removes the stored command after a command that finished without a failed network request.
  ///
  /// The stored command is removed if it is that command, or if that command replaced the result
  /// set that the stored command pages through.
  func clear(after command: ParsedCommand, replacesResults: Bool) {
    if self.command == command || (replacesResults && isPaging) { self.command = nil }
  }
}

/// The preferences, and the hints that have been shown, which last until the session ends.
package actor ShellPreferences {
  /// `true` if the elapsed time of each command is shown.
  package private(set) var isTiming = false
  /// `true` if the network must not be used, even without the option `--offline`.
  package private(set) var isOffline = false
  private var hasShownPlotHint = false
  /// `true` if the last command asked for the PIN of the kids filter, and failed.
  private var hasFailedPIN = false

  package init() {}

  func setTiming(_ isTiming: Bool) { self.isTiming = isTiming }

  func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

  func setFailedPIN(_ hasFailed: Bool) { hasFailedPIN = hasFailed }

  /// Returns whether the last command asked for the PIN of the kids filter, and failed; `false` for later calls.
  package func takeFailedPIN() -> Bool {
    defer { hasFailedPIN = false }
    return hasFailedPIN
  }

  /// Returns `true` for the first call, and `false` for all others.
  func shouldShowPlotHint() -> Bool {
    defer { hasShownPlotHint = true }
    return !hasShownPlotHint
  }
}

/// The last command of a session.
package actor LastCommand {
  /// The time at which the command ended or, before the first command, at which the session began.
  package private(set) var end: Date
  private var isRefused = false

  package init(end: Date) { self.end = end }

  /// Sets the time, unless the user has refused the request of the command.
  func setEnd(_ end: Date) {
    if !isRefused { self.end = end }
    isRefused = false
  }

  /// Sets whether the running command does not change the time, so that it asks again the next time.
  func setRefused(_ isRefused: Bool) { self.isRefused = isRefused }
}
