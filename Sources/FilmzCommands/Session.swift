package import FilmzDomain
import FilmzTerminal
package import FilmzViewModels
package import Foundation

/// What a command works with: the view models, the host, and what is known of the command itself.
package struct Session: Sendable {
  /// Which way the program is run.
  package enum Mode: Sendable {
    case shell
    case script
    case single
  }

  package private(set) var mode: Mode
  package let models: ViewModels
  package var host: TerminalHost
  package let settings: SettingsAccess
  /// Tells of requests to the network.
  package let trace: RequestTrace
  package let now: @Sendable () -> Date
  package let preferences = ShellPreferences()
  /// The command that failed for want of an answer, for `retry`.
  package let unanswered = UnansweredCommand()

  // MARK: - The command that runs

  package var options: RunOptions
  /// What the command hands to the view models: its line, its moment, and whether it is offline.
  package private(set) var context: CommandContext
  /// The prefix of its warnings and errors, such as `line 3: `.
  package internal(set) var prefix = ""
  /// The files of the scripts that run, each started by a command of the one before.
  private var scripts: [String] = []
  /// Its progress line; to be stopped before the user is asked anything.
  var progress: Progress?

  package init(
    mode: Mode, models: ViewModels, host: TerminalHost, settings: SettingsAccess,
    options: RunOptions,
    trace: RequestTrace, now: @escaping @Sendable () -> Date
  ) {
    self.mode = mode
    self.models = models
    self.host = host
    self.settings = settings
    self.options = options
    self.trace = trace
    self.now = now
    context = CommandContext(line: "", now: now(), isOffline: options.offline, clock: now)
  }

  /// Begins a command: its line as it was typed, and its options.
  mutating func begin(_ line: String, _ options: RunOptions) {
    self.options = options
    context = CommandContext(line: line, now: now(), isOffline: options.offline, clock: now)
  }

  /// Whether a list is cut into pages where nobody asked for it: as a table in the shell.
  var pagesLists: Bool {
    mode == .shell && options.format == .table && !host.console.isRedirected
  }

  /// The same session for a script that a command runs in it: nobody is asked, verbs are whole.
  func forScript() -> Session {
    var session = self
    session.mode = .script
    session.host = host.forScript
    return session
  }

  /// Scripts that may run inside one another.
  private static let mostScripts = 50

  /// Begins the script of a file, whose path names no other file.
  ///
  /// - Throws: ``CommandError/scriptRunsItself(_:)`` with the name as it was typed,
  ///   ``CommandError/tooManyScripts(_:)``.
  package mutating func beginScript(
    _ path: String, named name: String
  ) throws(CommandError) {
    guard !scripts.contains(path) else { throw .scriptRunsItself(name) }
    guard scripts.count < Self.mostScripts else { throw .tooManyScripts(Self.mostScripts) }
    scripts.append(path)
  }

  /// Rows of a page: as asked for, as set, or as many as the terminal has room for.
  ///
  /// In the shell the default gives way to a low terminal, so that a page never scrolls its own top
  /// away.
  func pageSize(_ limit: Int?) async -> Int {
    if let limit { return limit }
    let settings = await settings.all()
    let room = max(1, (host.console.rows() ?? 24) - 4)
    guard let size = settings.pageSize else { return room }
    let isDefault = mode == .shell && settings[.pageSize].origin == .default
    return isDefault ? min(size, room) : size
  }

  /// Asks a question that is answered with yes or no.
  ///
  /// - Throws: ``CommandError/needsYes(_:)`` where nobody can be asked.
  func confirm(_ question: String, action: String) async throws -> Bool {
    if options.yes { return true }
    guard let ask = host.ask else { throw CommandError.needsYes(action) }
    progress?.stop()
    guard let answer = await ask("\(question) [y/N] ") else { throw CommandError.interrupted }
    return ["y", "yes"].contains(answer.lowercased())
  }
}

/// The last command that failed on the network.
package actor UnansweredCommand {
  package private(set) var command: LineParser.Command?
  /// Whether the command moves in a result set, and has no sense in another.
  private var isMove = false

  package init() {}

  /// Remembers a command that nobody answered.
  func remember(_ command: LineParser.Command, isMove: Bool) {
    self.command = command
    self.isMove = isMove
  }

  /// Takes note that a command was answered: it is forgotten, and where there is a new result set, a
  /// move in the old one.
  func forget(_ command: LineParser.Command, replacesResults: Bool) {
    if self.command == command || (replacesResults && isMove) { self.command = nil }
  }
}

/// What can be switched in a running shell.
package actor ShellPreferences {
  package private(set) var isTiming = false

  package init() {}

  func setTiming(_ isTiming: Bool) { self.isTiming = isTiming }
}
