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
  package let backgroundSync: BackgroundSync
  package let backgroundIdentification: BackgroundIdentification
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
  /// The end of the last command; `undo` asks before it undoes steps that other programs have made since.
  package let lastCommand: LastCommand

  // MARK: - The running command

  package var options: RunOptions
  /// The data that the command passes to the view models: its line, its time, and whether it is offline.
  package private(set) var context: CommandContext
  /// The scale of the setting `rating.scale`, which confirmations and the keys of decks use everywhere.
  private(set) var ratingScale = RatingScale.points
  /// The scale of typed ratings, filters and tables: that of the setting in the shell, points elsewhere.
  var typedScale: RatingScale { mode == .shell ? ratingScale : .points }
  /// The prefix of the command's warnings and errors, such as `line 3: `.
  package internal(set) var prefix = ""
  /// The paths of the running scripts; a command of each script runs the next one.
  private var scriptPaths: [String] = []
  /// The progress line of the command, which has to be stopped before the user is prompted.
  var progress: Progress?

  package init(
    mode: Mode, viewModels: ViewModels, host: TerminalHost, settings: SettingsAccess, options: RunOptions,
    trace: RequestTrace, now: @escaping @Sendable () -> Date
  ) {
    (self.mode, self.viewModels, self.host, self.settings) = (mode, viewModels, host, settings)
    backgroundSync = BackgroundSync(viewModels: viewModels)
    backgroundIdentification = BackgroundIdentification(viewModels: viewModels)
    self.options = options
    wasStartedOffline = options.offline
    self.trace = trace
    self.now = now
    context = CommandContext(line: "", now: now(), isOffline: options.offline, clock: now)
    lastCommand = LastCommand(end: now())
  }

  /// Sets the command line and the options of the command that runs next, and the settings for its ratings.
  mutating func begin(_ line: String, _ options: RunOptions, _ settings: Settings = Settings()) {
    self.options = options
    context = CommandContext(line: line, now: now(), isOffline: options.offline, clock: now)
    context.needsDirectors =
      options.format == .table && host.console.renderTarget(options.color).width ?? 0 >= Rows.wideTableWidth
    context.needsTMDBRatings = settings.listRatings == .tmdb
    context.needsScores = settings.showsScores
    ratingScale = settings.ratingScale
  }

  /// `true` if lists are divided into pages by default.
  ///
  /// This is the case for tables in the shell, unless the output is redirected.
  var pagesLists: Bool { mode == .shell && options.format == .table && !host.console.isRedirected }

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
  /// The path must not contain symbolic links; otherwise, a script that runs itself would not be recognized.
  ///
  /// - Throws: ``CommandError/scriptRunsItself(_:)`` if the script is running already; its value is
  ///   the name that was typed. ``CommandError/scriptsNestedTooDeeply(_:)`` if the maximum number
  ///   of scripts are running.
  package mutating func beginScript(_ path: String, named name: String) throws(CommandError) {
    guard !scriptPaths.contains(path) else { throw .scriptRunsItself(name) }
    guard scriptPaths.count < Self.maximumScriptDepth else { throw .scriptsNestedTooDeeply(Self.maximumScriptDepth) }
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
  static func pageSize(screenHeight: Int) -> Int { max(screenHeight - 4, min(3, screenHeight - 2), 1) }

  /// Returns the user's text editor.
  ///
  /// - Throws: ``CommandError/needsTerminal(_:)`` without a terminal, with the commands to use instead.
  func editor(or commands: String) throws(CommandError) -> Editor {
    guard let edit = host.edit else { throw .needsTerminal("an editor needs a terminal; use \(commands)") }
    return edit
  }

  /// Asks for a secret without whitespace, which is not echoed.
  ///
  /// - Throws: ``CommandError/needsTerminal(_:)`` with the text `unavailable` if the user cannot be asked;
  ///   ``CommandError/missingArgument(_:verb:)`` with the name of the secret if nothing was entered.
  func askSecret(_ prompt: String, name: String, verb: String, unavailable: String) async throws -> String {
    guard let askSecret = host.askSecret else { throw CommandError.needsTerminal(unavailable) }
    progress?.stop()
    guard let answer = await askSecret(prompt)?.filter({ !$0.isWhitespace }), !answer.isEmpty else {
      throw CommandError.missingArgument("\(name), but none was entered", verb: verb)
    }
    return answer
  }

  /// Asks the user a yes/no question; with `--yes`, returns `true` without asking.
  ///
  /// - Throws: ``CommandError/needsConfirmation(_:)`` if the user cannot be prompted, or
  ///   ``CommandError/interrupted`` if the user cancels the prompt.
  func confirm(_ question: String, action: String) async throws -> Bool {
    if options.yes { return true }
    guard let ask = host.ask else { throw CommandError.needsConfirmation(action) }
    progress?.stop()
    guard let answer = await ask("\(question.sanitizedForTerminal) [y/N] ") else { throw CommandError.interrupted }
    return ["y", "yes"].contains(answer.lowercased())
  }
}

// Films that an import or a catalog could not identify.
extension Session {
  /// Stores the number of films that a command of the shell could not identify, for ``identifyInBackground()``.
  func setUnidentifiedCount(_ count: Int) async {
    if mode == .shell { await preferences.setUnidentifiedCount(count) }
  }

  /// Looks up, in the background, the films that the last line could not identify; the user is asked once whether this
  /// is allowed.
  package func identifyInBackground() async {
    guard await preferences.takeUnidentifiedCount() > 0, await !preferences.isOffline, !wasStartedOffline,
      await settings.all().identifiesInBackground != false,
      let service = await viewModels.identification.serviceName()
    else { return }
    do {
      let count = try await backgroundIdentification.pendingCount()
      guard count > 0 else { return }
      if await settings.all().identifiesInBackground == nil {
        let films = count == 1 ? "film" : "\(count.grouped) films"
        guard let answer = await host.ask?("Look the \(films) up at \(service) in the background? [y/N] ") else {
          return
        }
        let isAllowed = ["y", "yes"].contains(answer.trimmed.lowercased())
        try await settings.set(.key(.identifyBackground), isAllowed ? "on" : "off")
      }
      await backgroundIdentification.start(in: CommandContext(line: "", now: now(), isOffline: false, clock: now))
    } catch {
      printer.printError(error)
    }
  }

  /// Returns lines about the results of background work since the last call.
  package func takeNews() async -> [String] {
    let identified = await backgroundIdentification.takeIdentified()
    let news = identified == 0 ? [] : ["\(identified.grouped("film")) of your collection identified"]
    return await backgroundSync.takeNews() + news
  }
}

/// The end of the last command of a session.
package actor LastCommand {
  /// The time at which the command ended or, before the first command, at which the session began.
  package private(set) var end: Date
  private var isDeclined = false

  init(end: Date) { self.end = end }

  /// Sets the time, unless the user has declined a question of the command.
  func setEnd(_ end: Date) {
    if !isDeclined { self.end = end }
    isDeclined = false
  }

  /// Sets whether the user has declined a question of the running command.
  ///
  /// The end of such a command is not stored, so that the same command asks again.
  func setDeclined(_ isDeclined: Bool) { self.isDeclined = isDeclined }
}

/// The last command during which a network request failed, which `retry` runs again.
package actor RetryableCommand {
  package private(set) var command: ParsedCommand?
  /// `true` if the command pages through a result set, and must not be repeated on a new one.
  private var isPaging = false

  func store(_ command: ParsedCommand, isPaging: Bool) {
    self.command = command
    self.isPaging = isPaging
  }

  /// Removes the stored command, if necessary, after another one finished without a failed network request.
  ///
  /// It is removed if both commands are the same, or if the finished one replaced the result set that the stored one pages
  /// through.
  func clear(after command: ParsedCommand, replacesResults: Bool) {
    if self.command == command || (replacesResults && isPaging) { self.command = nil }
  }
}

/// The state of a session that is not saved: preferences, the hints that have been shown, and data for the next line.
package actor ShellPreferences {
  /// `true` if the elapsed time of each command is shown.
  package private(set) var isTiming = false
  /// `true` if the network must not be used, even without the option `--offline`.
  package private(set) var isOffline = false
  private var hasShownPlotHint = false
  /// `true` if the next line may be a PIN of the kids filter.
  private var isPINExpected = false
  /// The character with which the user cancelled a choice; empty if there is none.
  private var keptKey = ""
  /// The number of films that the last import or update of the catalog could not identify; 0 after it was taken.
  private var unidentifiedCount = 0

  func setTiming(_ isTiming: Bool) { self.isTiming = isTiming }

  func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

  /// Records that the next line may be a PIN, because the user was asked for one, or typed a command that asks for one.
  package func expectPIN() { isPINExpected = true }

  /// Returns whether the next line may be a PIN of the kids filter; further calls return `false`.
  package func takeExpectedPIN() -> Bool {
    defer { isPINExpected = false }
    return isPINExpected
  }

  func setUnidentifiedCount(_ count: Int) { unidentifiedCount = count }

  /// Returns the number of films that could not be identified; further calls return 0.
  func takeUnidentifiedCount() -> Int {
    defer { unidentifiedCount = 0 }
    return unidentifiedCount
  }

  /// Keeps a typed character for the beginning of the next line.
  func keepKey(_ character: Character) { keptKey = String(character) }

  /// Returns the text with which the next line begins; further calls return an empty string.
  package func takeKeptKey() -> String {
    defer { keptKey = "" }
    return keptKey
  }

  /// Returns `true` for the first call, and `false` for all others.
  func shouldShowPlotHint() -> Bool {
    defer { hasShownPlotHint = true }
    return !hasShownPlotHint
  }
}
