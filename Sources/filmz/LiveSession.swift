import FilmzCatalog
import FilmzCommands
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation
import Glibc

/// Puts a session together from the real world: files, clock, network, terminal.
struct LiveSession {
  private let invocation: Invocation
  private let environment: [String: String]
  private let console: Console
  private let running: RunningCommand
  private let paths: Paths
  private let settings: SettingsStore
  private let fetcher: HTTPFetcher
  let history: ShellHistory

  init(
    _ invocation: Invocation, environment: [String: String], console: Console,
    running: RunningCommand
  ) {
    self.invocation = invocation
    self.environment = environment
    self.console = console
    self.running = running
    paths = Paths(home: invocation.home, config: invocation.config, environment: environment)
    settings = SettingsStore(
      file: SettingsFile(url: paths.configFile, verbs: CommandTree.takenNames),
      environment: environment)
    fetcher = HTTPFetcher(environment: environment)
    history = ShellHistory(file: HistoryFile(url: paths.history)) { [settings] in
      let current = await settings.settings()
      return [current.omdbAPIKey, current[.tmdbToken].value].compactMap(\.self)
    }
  }

  /// Removes what killed programs left beside settings and state, and says where a text of the user is.
  func removeLeftovers(_ session: Session) {
    for file in [
      paths.configFile, paths.session, paths.history, paths.installation, paths.requests,
    ] {
      PrivateFile.removeLeftovers(of: file)
    }
    for folder in TextEditor.removeLeftovers(in: paths.stateFolder) {
      MessagePrinter(session: session, prefix: "filmz: ").printWarning(
        "a text that was being written when filmz ended is in \(folder.path(percentEncoded: false))"
      )
    }
  }

  /// Writes what is unexpected into the log, without the keys.
  private var log: @Sendable (String) -> String? {
    { [paths, environment] text in
      let masked = Self.masking(text, paths, environment)
      return LogFile(url: paths.log).append(masked) ? paths.log.path(percentEncoded: false) : nil
    }
  }

  /// Returns a text without the keys that are set.
  private static func masking(
    _ text: String, _ paths: Paths, _ environment: [String: String]
  ) -> String {
    let values = (try? SettingsFile(url: paths.configFile).load())?.values ?? [:]
    let settings = Settings(file: values, environment: environment)
    let secrets = SettingKey.allCases.filter(\.isSecret).compactMap { settings[$0].value }
    return secrets.reduce(text) { SecretMask($1).masking($0) }
  }

  /// Ends what goes on in the background.
  func close() async { await fetcher.shutdown() }

  /// A session on the real world; nothing is opened or connected before it is needed.
  ///
  /// The editor puts questions to the user; there is none where nobody can be asked.
  func session(_ mode: Session.Mode, editor: LineEditor?) -> Session {
    let database = CollectionDatabase(
      paths: paths, collation: TitleCollation(environment: environment),
      syncPolicy: mode == .script ? .onClose : .everyChange)
    let now: @Sendable () -> Date = { Date() }
    let current: @Sendable () async -> Settings = { [settings] in await settings.settings() }
    let trace = RequestTrace()
    let catalog = LocalCatalog(file: paths.catalog)
    let client = APIClient(
      fetcher: fetcher, counter: RequestCounter(url: paths.requests, now: now), trace: trace)
    let services = FilmServices(
      sources: sources(client, catalog, now), database: database, settings: current, now: now)
    let models = ViewModels(
      services: services, database: database, catalog: catalog, client: client, paths: paths,
      settings: current, settingsProblems: { [settings] in await settings.problems() },
      path: { [environment] in UserPath.expanded($0, environment: environment) }, now: now)
    return Session(
      mode: mode, models: models, host: host(mode, editor), settings: settingsAccess,
      options: invocation.options, trace: trace, now: now)
  }

  private func host(_ mode: Session.Mode, _ editor: LineEditor?) -> TerminalHost {
    var host = TerminalHost(console: console)
    host.ask = Self.ask(editor)
    host.askSecret = mode == .script ? nil : Self.askSecret(editor)
    host.edit = mode == .script ? nil : edit
    host.keys = keys(editor)
    host.page = mode == .shell ? page : nil
    host.runScript = runScript
    host.files = { [environment] in
      FileNames.matching($0, foldersOnly: $1, environment: environment)
    }
    host.history = { [history] in try await history.lines() }
    host.log = log
    host.mask = { [paths, environment] in Self.masking($0, paths, environment) }
    host.surroundings = { [environment] in EnvironmentChecks(environment: environment).checks }
    return host
  }

  /// The sources of films, in the order in which they are asked; a further one is a line here.
  private func sources(
    _ client: APIClient, _ catalog: LocalCatalog, _ now: @escaping @Sendable () -> Date
  ) -> FilmSources {
    let settings: @Sendable () async -> Settings = { [settings] in await settings.settings() }
    return FilmSources(
      [
        OMDbSource(client: client, settings: settings, now: now)
      ],
      builtIn: StarterCatalog()
    ) { try await catalog.imported() }
  }

  /// The user's pager, where a terminal takes the data.
  private var page: (@Sendable (String) async -> PagedText)? {
    guard isTerminal(STDOUT_FILENO), console.canErase else { return nil }
    let pager = Pager(environment: environment, child: TerminalChild(running: running))
    return { await pager.show($0) }
  }

  /// Scripts that a command runs.
  private var runScript: @Sendable (String, Session) async throws -> CommandRunner.Outcome {
    { [environment, bails = invocation.bails] name, session in
      try await ScriptRunner(session: session, bails: bails).run(
        file: UserPath.expanded(name, environment: environment), typed: name)
    }
  }

  /// Gives the shell the result set that the last one ended with.
  func restoreResults(_ session: Session) async {
    if let resultSet = JSONFile<ResultSet>(url: paths.session).load() {
      await session.models.state.restore(resultSet)
    }
  }

  /// Keeps the result set for the next shell; where that fails only numbers are lost.
  ///
  /// Between two commands only one that is written in a moment, of 1,000 films at most.
  func saveResults(_ session: Session, atEnd: Bool) async {
    guard let resultSet = await session.models.state.resultSet, atEnd || resultSet.total <= 1000
    else {
      return
    }
    try? JSONFile<ResultSet>(url: paths.session).save(resultSet)
  }

  /// Prints what is wrong with the settings.
  func warnOfSettings(_ session: Session) async {
    let printer = MessagePrinter(session: session, prefix: "filmz: ")
    for problem in await settings.problems() { printer.printWarning(problem.text) }
  }

  private var settingsAccess: SettingsAccess {
    SettingsAccess(
      all: { [settings] in await settings.settings() },
      set: { [settings] in try await settings.set($0, to: $1) },
      path: settings.file.url.path(percentEncoded: false))
  }

  /// The user's editor, where a terminal stands on both ends.
  private var edit: (@Sendable (String) async throws -> EditedText)? {
    guard isTerminal(STDIN_FILENO), isTerminal(STDOUT_FILENO) else { return nil }
    let editor = TextEditor(
      environment: environment, folder: paths.stateFolder, child: TerminalChild(running: running))
    return { try await editor.edit($0) }
  }

  private static func ask(_ editor: LineEditor?) -> (@Sendable (String) async -> String?)? {
    guard let editor else { return nil }
    return { question in
      guard case .line(let answer) = await editor.readLine(prompt: question) else { return nil }
      return answer
    }
  }

  /// Keys are read where somebody sees what is drawn, which goes to the standard error.
  private func keys(_ editor: LineEditor?) -> KeyReading? {
    guard let editor, console.isWatched else { return nil }
    return KeyReading(
      begin: { await editor.beginKeys() }, read: { await editor.readKey() },
      readLine: { await Self.line(editor, prompt: $0) }, end: { await editor.endKeys() })
  }

  /// A line between keys.
  private static func line(_ editor: LineEditor, prompt: String) async -> TypedLine {
    await editor.endKeys()
    switch await editor.readLine(prompt: prompt) {
    case .line(let text): return await editor.beginKeys() ? .text(text) : .none(.terminated)
    case .interrupted: return .none(.interrupted)
    case .endOfInput: return .none(.endOfInput)
    case .terminated: return .none(.terminated)
    }
  }

  /// A secret is read without echo, or as one line of a pipe.
  private static func askSecret(_ editor: LineEditor?) -> @Sendable (String) async -> String? {
    guard let editor else {
      return { _ in
        var reader = LineReader(descriptor: STDIN_FILENO)
        return try? await reader.next()
      }
    }
    return { question in await editor.readSecret(prompt: question) }
  }
}
