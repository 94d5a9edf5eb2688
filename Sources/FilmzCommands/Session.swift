package import FilmzDomain
import FilmzTerminal
package import FilmzViewModels
package import Foundation

/// All that a command works with: view models, and the seams to the world outside.
package struct Session: Sendable {
  /// Which way the program is run.
  package enum Mode: Sendable {
    case shell
    case script
    case single
  }

  package private(set) var mode: Mode
  package let search: FilmSearchViewModel
  package let detail: FilmDetailViewModel
  package let collection: CollectionViewModel
  package let journal: JournalViewModel
  package let cache: CacheViewModel
  package let catalog: CatalogViewModel
  package let backups: BackupViewModel
  package let doctor: DoctorViewModel
  package let rating: RatingViewModel
  package let completing: CompletionViewModel
  package let targets: TargetResolver
  package let state: BrowsingState
  package let settings: SettingsAccess
  package let preferences = ShellPreferences()
  /// Tells of requests to the network.
  package let trace: RequestTrace
  /// The command that failed for want of an answer, for `retry`.
  package let unanswered = UnansweredCommand()
  package var console: Console
  package let now: @Sendable () -> Date
  /// What there is to say of locale and terminal.
  package let surroundings: @Sendable () -> [HealthCheck]
  /// Gives the lines that shells remember, oldest first.
  package let history: @Sendable () async throws -> [String]
  /// Puts a question to the user and gives the answer; nothing where nobody can be asked.
  package private(set) var ask: (@Sendable (String) async -> String?)?
  /// Asks for a secret, without showing what is typed.
  package private(set) var askSecret: (@Sendable (String) async -> String?)?
  /// Puts a text before the user in an editor, and gives what was made of it; nothing where nobody sits
  /// at a terminal.
  package private(set) var edit: (@Sendable (String) async throws -> EditedText)?
  /// The files that a path may mean, folders with a `/` at their end, and whether there are more.
  package var files:
    (@Sendable (_ typed: String, _ foldersOnly: Bool) -> (names: [String], isCut: Bool))?
  /// Reads single keys; nothing where nobody sits at a terminal.
  package private(set) var keys: KeyReading?

  /// The options of the command that runs.
  package var options: RunOptions
  /// The command that runs, as it was typed.
  package var commandLine = ""
  /// Shows a text that is longer than the screen page by page; nothing where there is no pager.
  package var page: (@Sendable (_ text: String) async -> PagedText)?
  /// Runs the lines of a file in a session, which is a script's.
  package var runScript:
    (@Sendable (_ path: String, _ session: Session) async throws -> CommandRunner.Outcome)?
  /// The prefix of warnings and errors of the command that runs, such as `line 3: `.
  package internal(set) var prefix = ""
  /// How many scripts run that were started by a command of another one.
  private(set) var scriptDepth = 0
  /// The progress line of the command that runs; to be stopped before the user is asked anything.
  var progress: Progress?

  package init(
    mode: Mode, search: FilmSearchViewModel, detail: FilmDetailViewModel,
    collection: CollectionViewModel, journal: JournalViewModel, rating: RatingViewModel,
    cache: CacheViewModel, catalog: CatalogViewModel, backups: BackupViewModel,
    doctor: DoctorViewModel,
    completing: CompletionViewModel, targets: TargetResolver, state: BrowsingState,
    settings: SettingsAccess, console: Console,
    now: @escaping @Sendable () -> Date, trace: RequestTrace,
    surroundings: @escaping @Sendable () -> [HealthCheck],
    history: @escaping @Sendable () async throws -> [String],
    ask: (@Sendable (String) async -> String?)?, askSecret: (@Sendable (String) async -> String?)?,
    edit: (@Sendable (String) async throws -> EditedText)?, keys: KeyReading?,
    options: RunOptions
  ) {
    self.mode = mode
    self.search = search
    self.detail = detail
    self.collection = collection
    self.journal = journal
    self.cache = cache
    self.catalog = catalog
    self.backups = backups
    self.doctor = doctor
    self.rating = rating
    self.keys = keys
    self.completing = completing
    self.targets = targets
    self.state = state
    self.settings = settings
    self.console = console
    self.now = now
    self.trace = trace
    self.surroundings = surroundings
    self.history = history
    self.ask = ask
    self.askSecret = askSecret
    self.edit = edit
    self.options = options
  }

  /// What the command that runs hands to the view models.
  package var context: CommandContext {
    CommandContext(line: commandLine, now: now(), isOffline: options.offline, clock: now)
  }

  /// Whether a list is cut into pages where nobody asked for it: as a table in the shell.
  var pagesLists: Bool {
    mode == .shell && options.format == .table && !console.isRedirected
  }

  /// The same session for a script that a command runs in it: nobody is asked, verbs are whole.
  func forScript() -> Session {
    var session = self
    session.mode = .script
    session.ask = nil
    session.askSecret = nil
    session.edit = nil
    session.keys = nil
    session.page = nil
    session.scriptDepth += 1
    return session
  }

  /// Rows of a page: as asked for, as set, or as many as the terminal has room for.
  ///
  /// In the shell the default gives way to a low terminal, so that a page never scrolls its own top
  /// away.
  func pageSize(_ limit: Int?) async -> Int {
    if let limit { return limit }
    let settings = await settings.all()
    let room = max(1, (console.rows() ?? 24) - 4)
    guard let size = settings.pageSize else { return room }
    let isDefault = mode == .shell && settings[.pageSize].origin == .default
    return isDefault ? min(size, room) : size
  }

  /// Asks a question that is answered with yes or no.
  ///
  /// - Throws: ``CommandError/needsYes(_:)`` where nobody can be asked.
  func confirm(_ question: String, action: String) async throws -> Bool {
    if options.yes { return true }
    guard let ask else { throw CommandError.needsYes(action) }
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

/// The way to the settings and their file.
package struct SettingsAccess: Sendable {
  /// The settings that hold.
  package let all: @Sendable () async -> Settings
  /// Changes a setting in the file, or takes it out.
  package let set: @Sendable (SettingName, String?) async throws -> Void
  package let path: String

  package init(
    all: @escaping @Sendable () async -> Settings,
    set: @escaping @Sendable (SettingName, String?) async throws -> Void, path: String
  ) {
    self.all = all
    self.set = set
    self.path = path
  }
}

/// What became of a text that was to be shown page by page.
package enum PagedText: Sendable, Equatable {
  case shown
  /// It is to be printed like any other.
  case refused
  /// The pager cannot be used, for a reason that is to be said.
  case failed(String)
}

/// What can be switched in a running shell.
package actor ShellPreferences {
  package private(set) var isTiming = false

  package init() {}

  func setTiming(_ isTiming: Bool) { self.isTiming = isTiming }
}
