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
  let invocation: Invocation
  let processContext: Program.ProcessContext
  let console: Console
  let runningCommand: RunningCommand
  let paths: Paths
  private let settings: SettingsStore
  private let fetcher: HTTPFetcher
  let history: ShellHistory

  init(
    _ invocation: Invocation, _ processContext: Program.ProcessContext, console: Console, runningCommand: RunningCommand
  ) {
    let (environment, userPath) = (processContext.environment, processContext.userPath)
    (self.invocation, self.processContext, self.console) = (invocation, processContext, console)
    self.runningCommand = runningCommand
    paths = Paths(
      home: invocation.home.map(userPath.absolute),
      config: invocation.config.map(userPath.absolute), environment: environment)
    settings = SettingsStore(
      file: SettingsFile(url: paths.configFile, reservedNames: CommandTree.reservedNames),
      environment: environment, isChosenByUser: invocation.config != nil, pinFile: paths.pin)
    fetcher = HTTPFetcher(environment: environment)
    history = ShellHistory(file: HistoryFile(url: paths.history)) { [settings] line in
      let settings = await settings.settings()
      return HistoryFilter.stores(line, secrets: settings.secrets, hasPIN: settings.hasKidsPIN)
    }
  }

  var environment: [String: String] { processContext.environment }
  var streams: StandardStreams { processContext.streams }
  var userPath: UserPath { processContext.userPath }

  /// Removes temporary files of killed processes, and warns about notes that these processes left
  /// unsaved.
  func removeLeftovers(_ session: Session) {
    // These two are always checked: they may be links to files in other folders.
    var files = [paths.configFile, paths.history]
    let folders = [paths.settingsFolder, paths.stateFolder, paths.cacheFolder]
    if folders.contains(where: PrivateFile.mayHaveLeftovers) {
      files += [
        paths.session, paths.installation, paths.requests, paths.settingsWarnings, paths.sync,
        paths.syncState, paths.lastQuery, paths.recordIndex, paths.importedRecordIndex,
      ]
    }
    files.forEach(PrivateFile.removeLeftovers)
    for folder in EditorFile.removeLeftovers(in: paths.stateFolder) {
      MessagePrinter(session: session, prefix: "filmz: ").printWarning(
        "a note that was being edited when filmz ended is in \(folder.path(percentEncoded: false))")
    }
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
    let currentSettings: @Sendable () async -> Settings = { [settings] in await settings.settings() }
    let trace = RequestTrace()
    let catalog = LocalCatalog(file: paths.catalog)
    let recordIndexes = RecordIndexPair(database, paths: paths)
    let client = APIClient(
      fetcher: fetcher, counter: RequestCounter(url: paths.requests, now: now), trace: trace,
      // A single command ends before a service could be asked again.
      outages: ServiceOutages(pauseSeconds: mode == .singleCommand ? nil : ServiceOutages.standardPause, now: now))
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

  /// Returns the sources of films in the order in which they are queried; new sources are added
  /// here.
  private func sources(
    _ client: APIClient, _ catalog: LocalCatalog, _ recordIndexes: RecordIndexPair,
    _ database: CollectionDatabase, _ now: @escaping @Sendable () -> Date
  ) -> FilmSources {
    let currentSettings: @Sendable () async -> Settings = { [settings] in await settings.settings() }
    return FilmSources(
      [
        OMDbSource(client: client, settings: currentSettings, now: now),
        TMDBSource(client: client, database: database, settings: currentSettings, now: now),
      ], builtIn: StarterCatalog(), imported: { try await catalog.imported() },
      addRecords: { recordIndexes.adding(to: $0) })
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
    guard let resultSet = await session.viewModels.browsingState.resultSet, atEnd || resultSet.loadedCount <= 1000
    else { return }
    try? JSONFile<ResultSet>(url: paths.session).save(resultSet.storable)
  }

  /// Prints the problems of the settings as warnings.
  ///
  /// Before a single command, a warning about a line is printed only once a day.
  func printSettingsWarnings(_ session: Session) async {
    let printer = MessagePrinter(session: session, prefix: "filmz: ")
    var omittedProblems = Set(await fileProblemsLeftToCommand())
    if session.mode == .singleCommand {
      let lines = await settings.lineProblems()
      let warnings = DailyWarnings(url: paths.settingsWarnings, now: session.now())
      omittedProblems.formUnion(Set(lines).subtracting(warnings.takeNew(lines)))
    }
    for problem in await settings.problems() where !omittedProblems.contains(problem) {
      printer.printWarning(problem.text)
    }
  }

  /// Returns the problems of the settings file that are not printed, because the single command reports or solves them.
  ///
  /// `config set` and `config unset` report that the file cannot be read; `config set` creates the file
  /// if it is missing.
  private func fileProblemsLeftToCommand() async -> [Warning] {
    guard case .singleCommand(let words) = invocation.action else { return [] }
    switch words.prefix(2).map(\.text) {
    case ["config", "set"]: return await settings.fileProblems()
    case ["config", "unset"] where (try? settings.file.load()) == nil: return await settings.fileProblems()
    default: return []
    }
  }

  private var settingsAccess: SettingsAccess {
    SettingsAccess(
      all: { [settings] in await settings.settings() }, set: { [settings] in try await settings.set($0, to: $1) },
      path: settings.file.url.path(percentEncoded: false))
  }
}
