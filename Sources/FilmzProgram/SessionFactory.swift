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

/// Creates sessions that use the actual files, clock, network, and terminal.
struct SessionFactory {
  private let invocation: Invocation
  private let surroundings: Program.Surroundings
  private let console: Console
  private let runningCommand: RunningCommand
  private let paths: Paths
  private let settings: SettingsStore
  private let fetcher: HTTPFetcher
  let history: ShellHistory

  init(
    _ invocation: Invocation, _ surroundings: Program.Surroundings, console: Console,
    runningCommand: RunningCommand
  ) {
    let (environment, userPath) = (surroundings.environment, surroundings.userPath)
    (self.invocation, self.surroundings, self.console) = (invocation, surroundings, console)
    self.runningCommand = runningCommand
    paths = Paths(
      home: invocation.home.map(userPath.absolute),
      config: invocation.config.map(userPath.absolute), environment: environment)
    settings = SettingsStore(
      file: SettingsFile(url: paths.configFile, reservedNames: CommandTree.reservedNames),
      environment: environment, isNamed: invocation.config != nil, pinFile: paths.kidsPIN)
    fetcher = HTTPFetcher(environment: environment)
    history = ShellHistory(
      file: HistoryFile(url: paths.history),
      secrets: { [settings] in
        let currentSettings = await settings.settings()
        return [currentSettings.omdbAPIKey, currentSettings[.tmdbToken].value].compactMap(\.self)
      },
      hasPIN: { [paths] in KidsPIN.exists(inFileAt: paths.kidsPIN.path(percentEncoded: false)) })
  }

  private var environment: [String: String] { surroundings.environment }
  private var streams: StandardStreams { surroundings.streams }
  private var userPath: UserPath { surroundings.userPath }

  /// Removes temporary files of killed processes, and warns about notes that these processes left
  /// unsaved.
  func removeLeftovers(_ session: Session) {
    // These may be links to files elsewhere.
    var files = [paths.configFile, paths.history]
    let folders = [paths.settingsFolder, paths.stateFolder, paths.cacheFolder]
    if folders.contains(where: PrivateFile.mayHaveLeftovers) {
      files += [
        paths.session, paths.installation, paths.requests, paths.settingsWarnings, paths.sync,
        paths.syncState, paths.lastQuery, paths.recordIndex, paths.importedRecordIndex,
      ]
    }
    files.forEach(PrivateFile.removeLeftovers)
    for folder in TextEditor.removeLeftovers(in: paths.stateFolder) {
      MessagePrinter(session: session, prefix: "filmz: ").printWarning(
        "a note that was being edited when filmz ended is in \(folder.path(percentEncoded: false))"
      )
    }
  }

  /// A closure that appends text to the log file, with secrets masked, and returns the file's path.
  ///
  /// The closure returns `nil` if the file cannot be written.
  private var log: @Sendable (String) -> String? {
    { [paths, environment] text in
      let maskedText = Self.maskingSecrets(in: text, paths, environment)
      return LogFile(url: paths.log).append(maskedText)
        ? paths.log.path(percentEncoded: false) : nil
    }
  }

  /// Returns the text with the values of secret settings, such as API keys, masked.
  private static func maskingSecrets(
    in text: String, _ paths: Paths, _ environment: [String: String]
  ) -> String {
    let values = (try? SettingsFile(url: paths.configFile).load())?.values ?? [:]
    let settings = Settings(file: values, environment: environment)
    let secrets = SettingKey.allCases.filter(\.isSecret).compactMap { settings[$0].value }
    return secrets.reduce(text) { SecretMask($1).masking($0) }
  }

  /// Shuts down the HTTP client.
  func close() async { await fetcher.shutdown() }

  /// Creates a session, which opens files and connections when they are first needed.
  ///
  /// The editor reads the answers to questions, secrets, and single keys. Without an editor,
  /// questions cannot be asked, and a single command reads a secret from standard input.
  func session(_ mode: Session.Mode, editor: LineEditor?) -> Session {
    let database = CollectionDatabase(
      paths: paths, collation: TitleCollation(environment: environment),
      flushPolicy: mode == .script ? .onClose : .everyChange,
      kidsFilter: { [settings] in await settings.settings().kidsFilter })
    let now: @Sendable () -> Date = { Date() }
    let currentSettings: @Sendable () async -> Settings = { [settings] in
      await settings.settings()
    }
    let trace = RequestTrace()
    let catalog = LocalCatalog(file: paths.catalog)
    let recordIndexes = RecordIndexes(database, paths: paths)
    let client = APIClient(
      fetcher: fetcher, counter: RequestCounter(url: paths.requests, now: now), trace: trace,
      // A single command ends before a service could be asked again.
      outages: ServiceOutages(
        pauseSeconds: mode == .singleCommand ? nil : ServiceOutages.standardPause, now: now))
    let services = FilmServices(
      sources: sources(client, catalog, recordIndexes, database, now), database: database,
      settings: currentSettings, now: now)
    let viewModels = ViewModels(
      services: services, database: database, catalog: catalog, recordIndexes: recordIndexes,
      client: client, fetcher: fetcher, paths: paths,
      settings: currentSettings, settingsProblems: { [settings] in await settings.problems() },
      expandPath: { [userPath] in userPath.expanded($0) }, now: now)
    return Session(
      mode: mode, viewModels: viewModels, host: host(mode, editor), settings: settingsAccess,
      options: invocation.options, trace: trace, now: now)
  }

  private func host(_ mode: Session.Mode, _ editor: LineEditor?) -> TerminalHost {
    var host = TerminalHost(console: console)
    let questions = Questions(editor: editor, streams: streams)
    host.ask = questions.ask
    host.askSecret = mode == .script ? nil : questions.askSecret
    host.edit = mode == .script ? nil : edit
    host.keys = questions.keys
    host.page = mode == .shell ? page : nil
    host.runScript = runScript
    host.files = { [userPath] in
      FileNameCompletion.matching($0, foldersOnly: $1, userPath: userPath)
    }
    host.history = { [history] in try await history.lines() }
    host.log = log
    host.mask = { [paths, environment] in
      Self.maskingSecrets(in: $0, paths, environment)
    }
    host.environmentChecks = { [surroundings] in
      EnvironmentChecks(
        environment: surroundings.environment, output: surroundings.streams.output
      ).checks
    }
    return host
  }

  /// Returns the sources of films in the order in which they are queried; new sources are added
  /// here.
  private func sources(
    _ client: APIClient, _ catalog: LocalCatalog, _ recordIndexes: RecordIndexes,
    _ database: CollectionDatabase, _ now: @escaping @Sendable () -> Date
  ) -> FilmSources {
    let currentSettings: @Sendable () async -> Settings = { [settings] in
      await settings.settings()
    }
    return FilmSources(
      [
        OMDbSource(client: client, settings: currentSettings, now: now),
        TMDBSource(client: client, database: database, settings: currentSettings, now: now),
      ],
      builtIn: StarterCatalog(), imported: { try await catalog.imported() },
      addRecords: { recordIndexes.adding(to: $0) })
  }

  /// A closure that shows text in the user's pager.
  ///
  /// It is `nil` unless standard output and standard error are terminals that can erase text.
  private var page: (@Sendable (String, Bool) async -> PagerOutcome)? {
    guard isTerminal(streams.output), console.canErase else { return nil }
    let pager = Pager(
      environment: environment, childRunner: ChildProcessRunner(runningCommand: runningCommand))
    return { await pager.show($0, atEnd: $1) }
  }

  /// A closure that runs the script that a command names.
  private var runScript: @Sendable (String, Session) async throws -> CommandRunner.Outcome {
    { [userPath, stopsAtFirstFailure = invocation.stopsAtFirstFailure] name, session in
      try await ScriptRunner(session: session, stopsAtFirstFailure: stopsAtFirstFailure).run(
        file: userPath.expanded(name), typed: name)
    }
  }

  /// Restores the result set that a shell saved most recently, if any.
  func restoreResults(_ session: Session) async {
    if let resultSet = JSONFile<ResultSet>(url: paths.session).load() {
      await session.viewModels.browsingState.restore(resultSet)
    }
  }

  /// Saves the result set for the next shell, and ignores errors.
  ///
  /// Before the end of the shell, only result sets with up to 1,000 loaded films are saved, because
  /// writing larger ones would delay the prompt.
  func saveResults(_ session: Session, atEnd: Bool) async {
    guard let resultSet = await session.viewModels.browsingState.resultSet,
      atEnd || resultSet.loadedCount <= 1000
    else {
      return
    }
    try? JSONFile<ResultSet>(url: paths.session).save(resultSet.storable)
  }

  /// Prints the problems of the settings as warnings.
  ///
  /// Before a single command, a warning about a line is printed only once a day.
  func printSettingsWarnings(_ session: Session) async {
    let printer = MessagePrinter(session: session, prefix: "filmz: ")
    var hidden = Set(await fileProblemsLeftToCommand())
    if session.mode == .singleCommand {
      let lines = await settings.lineProblems()
      let warnings = DailyWarnings(url: paths.settingsWarnings, now: session.now())
      hidden.formUnion(Set(lines).subtracting(warnings.takeNew(lines)))
    }
    for problem in await settings.problems() where !hidden.contains(problem) {
      printer.printWarning(problem.text)
    }
  }

  /// Returns the problems of the settings file that the single command reports or solves itself.
  ///
  /// `config set` and `config unset` report that the file cannot be read; `config set` creates the file
  /// if it is missing.
  private func fileProblemsLeftToCommand() async -> [Warning] {
    guard case .singleCommand(let words) = invocation.action else { return [] }
    switch words.prefix(2).map(\.text) {
    case ["config", "set"]: return await settings.fileProblems()
    case ["config", "unset"] where (try? settings.file.load()) == nil:
      return await settings.fileProblems()
    default: return []
    }
  }

  private var settingsAccess: SettingsAccess {
    SettingsAccess(
      all: { [settings] in await settings.settings() },
      set: { [settings] in try await settings.set($0, to: $1) },
      path: settings.file.url.path(percentEncoded: false))
  }

  /// A closure that edits text in the user's text editor.
  ///
  /// It is `nil` unless standard input and standard output are terminals.
  private var edit: (@Sendable (String) async throws -> EditedText)? {
    guard isTerminal(streams.input), isTerminal(streams.output) else { return nil }
    let textEditor = TextEditor(
      environment: environment, folder: paths.stateFolder,
      childRunner: ChildProcessRunner(runningCommand: runningCommand))
    return { try await textEditor.edit($0) }
  }
}
