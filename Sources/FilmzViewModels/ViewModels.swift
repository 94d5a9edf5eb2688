package import FilmzCatalog
package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// The view models of a session, over one set of services and one collection.
///
/// A class, because each command copies its session.
package final class ViewModels: Sendable {
  package let state = BrowsingState()
  package let search: FilmSearchViewModel
  package let detail: FilmDetailViewModel
  package let collection: CollectionViewModel
  package let journal: JournalViewModel
  package let rating: RatingViewModel
  package let cache: CacheViewModel
  package let catalog: CatalogViewModel
  package let backups: BackupViewModel
  package let doctor: DoctorViewModel
  package let completion: CompletionViewModel
  package let targets: TargetResolver
  private let database: CollectionDatabase

  /// Makes the view models of a home; the client downloads datasets, `path` expands a path as a user
  /// types it.
  package init(
    services: FilmServices, database: CollectionDatabase, catalog: LocalCatalog, client: APIClient,
    paths: Paths, settings: @escaping @Sendable () async -> Settings,
    settingsProblems: @escaping @Sendable () async -> [Warning],
    path: @escaping @Sendable (String) -> String, now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    search = FilmSearchViewModel(services: services, database: database, state: state)
    detail = FilmDetailViewModel(
      services: services, database: database, state: state, settings: settings, now: now)
    collection = CollectionViewModel(services: services, database: database)
    journal = JournalViewModel(services: services, database: database)
    rating = RatingViewModel(
      services: services, database: database, collection: collection, journal: journal, state: state
    )
    cache = CacheViewModel(cache: services.cache, settings: settings, now: now)
    self.catalog = CatalogViewModel(
      catalog: catalog, datasets: paths.datasets, client: client, path: path, now: now)
    backups = BackupViewModel(database: database)
    doctor = DoctorViewModel(
      services: services, database: database, paths: paths,
      catalogInfo: { try await catalog.info() }, now: now, settingsProblems: settingsProblems)
    completion = CompletionViewModel(services: services, database: database, state: state)
    targets = TargetResolver(services: services, database: database, state: state)
  }

  /// Returns what the user should be told of the files since the last call.
  package func takeWarnings() -> [Warning] { database.warnings.take() }
}
