package import FilmzCatalog
package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// The view models of a session.
///
/// This type is a class because the session is copied for each command.
package final class ViewModels: Sendable {
  package let browsingState = BrowsingState()
  package let search: FilmSearchViewModel
  package let filmDetail: FilmDetailViewModel
  package let collection: CollectionViewModel
  package let lists: ListViewModel
  package let comments: CommentViewModel
  package let records: RecordViewModel
  package let journal: JournalViewModel
  package let reset: ResetViewModel
  package let rating: RatingViewModel
  package let discover: DiscoverViewModel
  package let cache: CacheViewModel
  package let catalog: CatalogViewModel
  package let backups: BackupViewModel
  package let doctor: DoctorViewModel
  package let smartCollections: SmartCollectionViewModel
  package let library: LibraryViewModel
  package let databases: DatabaseViewModel
  package let kids: KidsViewModel
  package let imports: ImportViewModel
  package let export: ExportViewModel
  package let pages: PageViewModel
  package let publications: PublicationViewModel
  package let following: FollowingViewModel
  package let sync: SyncViewModel
  package let backgroundSync: BackgroundSync
  package let completion: CompletionViewModel
  package let targetResolver: TargetResolver
  private let database: CollectionDatabase
  private let paths: Paths
  private let outages: ServiceOutages

  /// Creates the view models; `client` downloads datasets, `fetcher` reads published lists, and `expandPath` expands
  /// `~` in typed paths.
  package init(
    services: FilmServices, database: CollectionDatabase, catalog: LocalCatalog,
    recordIndexes: RecordIndexes, client: APIClient, fetcher: HTTPFetcher, paths: Paths,
    settings: @escaping @Sendable () async -> Settings,
    settingsProblems: @escaping @Sendable () async -> [Warning],
    expandPath: @escaping @Sendable (String) -> String, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.paths = paths
    outages = client.outages
    search = FilmSearchViewModel(services: services, database: database, state: browsingState)
    filmDetail = FilmDetailViewModel(
      services: services, database: database, state: browsingState, settings: settings, now: now)
    collection = CollectionViewModel(
      services: services, database: database, state: browsingState)
    lists = ListViewModel(
      services: services, database: database, search: search, writer: collection.writer)
    comments = CommentViewModel(
      services: services, database: database, state: browsingState, settings: settings)
    records = RecordViewModel(
      services: services, database: database, state: browsingState, search: search)
    journal = JournalViewModel(services: services, database: database)
    reset = ResetViewModel(services: services, database: database)
    rating = RatingViewModel(
      services: services, database: database, collection: collection, journal: journal,
      state: browsingState
    )
    discover = DiscoverViewModel(
      services: services, database: database, collection: collection, journal: journal,
      state: browsingState, file: paths.discover)
    cache = CacheViewModel(services: services, database: database, settings: settings, now: now)
    self.catalog = CatalogViewModel(
      catalog: catalog, datasetFolder: paths.datasets, client: client, expandPath: expandPath,
      now: now)
    backups = BackupViewModel(database: database, sync: paths.sync)
    doctor = DoctorViewModel(
      services: services, database: database, paths: paths,
      catalogInfo: { try await catalog.info() }, now: now, settingsProblems: settingsProblems)
    smartCollections = SmartCollectionViewModel(services: services, database: database)
    sync = SyncViewModel(
      services: services, database: database, paths: paths, expandPath: expandPath)
    following = FollowingViewModel(
      services: services, database: database, search: search, sync: sync, fetcher: fetcher,
      expandPath: expandPath)
    library = LibraryViewModel(
      services: services, database: database, smartCollections: smartCollections,
      following: following)
    databases = DatabaseViewModel(
      services: services, database: database, recordIndexes: recordIndexes, file: paths.lastQuery)
    kids = KidsViewModel(
      services: services, database: database, state: browsingState, file: paths.kidsPIN,
      settings: settings)
    imports = ImportViewModel(services: services, database: database, expandPath: expandPath)
    export = ExportViewModel(services: services, database: database, expandPath: expandPath)
    pages = PageViewModel(
      services: services, database: database, collection: collection, expandPath: expandPath)
    publications = PublicationViewModel(
      database: database, lists: lists, sync: sync, settings: settings, expandPath: expandPath)
    backgroundSync = BackgroundSync(
      sync: sync, publications: publications, settings: settings,
      log: { [log = LogFile(url: paths.log)] in log.append($0) }, now: now)
    completion = CompletionViewModel(
      services: services, database: database, state: browsingState)
    targetResolver = TargetResolver(services: services, database: database, state: browsingState)
  }

  /// Returns the warnings that were recorded since the last call; they concern files.
  package func takeWarnings() -> [Warning] { database.warnings.takeAll() }

  /// Records that a state of a service is reported to the user, and returns whether it is new.
  package func report(_ state: LastingState) -> Bool { outages.report(state) }

  /// Removes the files that filmz has made in the home; the session has to end then.
  ///
  /// - Throws: ``SyncError/busy`` if another process syncs; nothing is removed then.
  package func purge() async throws -> PurgeViewModel.Result {
    // Another process would write files again.
    let lock = sync.place == nil ? nil : try await sync.locked()
    defer { withExtendedLifetime(lock) {} }
    await backgroundSync.stop()
    await browsingState.forgetAll()
    return await PurgeViewModel(paths: paths, database: database).purge()
  }

  /// Asks services again that did not respond in time a short time ago.
  package func askServicesAgain() { outages.endPauses() }
}
