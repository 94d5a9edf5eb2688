package import FilmzCatalog
package import FilmzDomain
package import FilmzServices
package import FilmzStore
import FilmzSync
package import Foundation
import Synchronization

/// The view models of a session, with the stores, sources, session state, settings and clock that they share.
package final class ViewModels: Sendable {
  package let services: FilmServices
  package let database: CollectionDatabase
  package let browsingState = BrowsingState()
  let localCatalog: LocalCatalog
  let recordIndexes: RecordIndexPair
  /// Downloads datasets, and knows the outages of services.
  let client: APIClient
  /// Reads published lists.
  let fetcher: HTTPFetcher
  package let paths: Paths
  let settings: @Sendable () async -> Settings
  let settingsProblems: @Sendable () async -> [Warning]
  /// Expands `~` in paths that the user typed.
  let expandPath: @Sendable (String) -> String
  let now: @Sendable () -> Date
  /// The connection of sync to a server; `nil` before the first one.
  let server = Mutex<(address: PostgresAddress, connection: PostgresConnection)?>(nil)
  let factQueue = FactQueue()
  /// The earliest time of the next request for facts about films to discover.
  let nextRequest = Mutex(ContinuousClock.now)
  let completionValues = CompletionValueCache()

  package init(
    services: FilmServices, database: CollectionDatabase, catalog: LocalCatalog, recordIndexes: RecordIndexPair,
    client: APIClient, fetcher: HTTPFetcher, paths: Paths, settings: @escaping @Sendable () async -> Settings,
    settingsProblems: @escaping @Sendable () async -> [Warning], expandPath: @escaping @Sendable (String) -> String,
    now: @escaping @Sendable () -> Date
  ) {
    (self.services, self.database, localCatalog) = (services, database, catalog)
    (self.recordIndexes, self.client, self.fetcher) = (recordIndexes, client, fetcher)
    (self.paths, self.settings, self.settingsProblems) = (paths, settings, settingsProblems)
    (self.expandPath, self.now) = (expandPath, now)
  }
}

extension ViewModels {
  package var search: FilmSearchViewModel { .init(viewModels: self) }
  /// Live searches of a panel; a panel uses one value for all of its searches.
  package var live: LiveSearchViewModel { .init(viewModels: self) }
  package var filmDetail: FilmDetailViewModel { .init(viewModels: self) }
  package var collection: CollectionViewModel { .init(viewModels: self) }
  package var lists: ListViewModel { .init(viewModels: self) }
  package var comments: CommentViewModel { .init(viewModels: self) }
  package var records: RecordViewModel { .init(viewModels: self) }
  package var journal: JournalViewModel { .init(viewModels: self) }
  package var reset: ResetViewModel { .init(viewModels: self) }
  package var rating: RatingViewModel { .init(viewModels: self) }
  package var discover: DiscoverViewModel { .init(viewModels: self) }
  package var cache: CacheViewModel { .init(viewModels: self) }
  package var catalog: CatalogViewModel { .init(viewModels: self) }
  package var doctor: DoctorViewModel {
    .init(viewModels: self, settingsProblems: settingsProblems) { [localCatalog] in try await localCatalog.info() }
  }
  package var smartCollections: SmartCollectionViewModel { .init(viewModels: self) }
  package var databases: DatabaseViewModel { .init(viewModels: self) }
  package var kids: KidsViewModel { .init(viewModels: self) }
  package var imports: ImportViewModel { .init(viewModels: self) }
  package var identification: IdentificationViewModel { .init(viewModels: self) }
  package var export: ExportViewModel { .init(viewModels: self) }
  package var publications: PublicationViewModel { .init(viewModels: self) }
  package var following: FollowingViewModel { .init(viewModels: self) }
  package var sync: SyncViewModel { .init(viewModels: self) }
  package var completion: CompletionViewModel { .init(viewModels: self) }
  package var targetResolver: TargetResolver { .init(viewModels: self) }
  package var filterCheck: FilterCheck { .init(viewModels: self) }
}

extension ViewModels {
  /// Returns the warnings that were recorded since the last call, such as those about files.
  package func takeWarnings() -> [Warning] { database.warnings.takeAll() }

  /// Records that the user is told about a lasting state of a service; returns `false` if this was recorded before.
  package func report(_ state: LastingState) -> Bool { client.outages.report(state) }

  /// Ends the pauses of services that did not respond in time, so that requests are sent to them again.
  package func askServicesAgain() { client.outages.endPauses() }
}

/// A view model or a helper of one: a value that uses the shared objects of ``ViewModels``.
protocol ViewModel: Sendable { var viewModels: ViewModels { get } }

extension ViewModel {
  var services: FilmServices { viewModels.services }
  var database: CollectionDatabase { viewModels.database }
  var state: BrowsingState { viewModels.browsingState }
  var paths: Paths { viewModels.paths }
  var expandPath: @Sendable (String) -> String { viewModels.expandPath }
  var assembler: FilmItemAssembler { FilmItemAssembler(viewModels: viewModels) }
  var writer: CollectionWriter { CollectionWriter(viewModels: viewModels) }
  var filterCheck: FilterCheck { viewModels.filterCheck }
  func settings() async -> Settings { await viewModels.settings() }
  func now() -> Date { viewModels.now() }

  /// Changes the collection; the changes become a new step of the journal, or a part of the step `step` if it is given.
  @discardableResult
  func apply<Value: Sendable>(
    in context: CommandContext, continuing step: UUID? = nil,
    _ body: @escaping @Sendable (JournalTransaction) throws -> Value
  ) async throws -> Value {
    let collection = try await database.openForWriting(at: context.now).collection
    return try await collection.apply(context.line, at: context.now, continuing: step, body)
  }
}
