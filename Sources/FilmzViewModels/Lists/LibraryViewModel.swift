package import FilmzDomain
import FilmzServices
import FilmzStore

/// The parts of the user's data that an overview shows.
///
/// Source: features, S40.
package struct Library: Sendable {
  package let counts: CollectionCounts
  package let skipped: Int
  /// The wanted films that were added last.
  package let wanted: [FilmItem]
  package let lists: [FilmList]
  package let collections: [SmartCollection]
  /// The lists of others that the user follows.
  package let following: [FollowedListItem]
  /// The films that were added last.
  package let recent: [FilmItem]

  /// The maximum number of films of ``wanted``.
  static let wantedCount = 15
  /// The maximum number of films of ``recent``.
  static let recentCount = 10
}

/// Reads the parts of the user's library.
package struct LibraryViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let smartCollections: SmartCollectionViewModel
  private let following: FollowingViewModel

  init(
    services: FilmServices, database: CollectionDatabase,
    smartCollections: SmartCollectionViewModel, following: FollowingViewModel
  ) {
    (self.services, self.database, self.smartCollections) = (services, database, smartCollections)
    self.following = following
  }

  package func library(in context: CommandContext) async throws -> Library {
    // Also refills the film cache, which the other parts read.
    let collections = try await smartCollections.list(includesAllGenres: false, at: context.now)
    let collection = try await database.openForReading().collection
    var wanted = CollectionQuery(now: context.now)
    wanted.filter.isWatched = false
    return Library(
      counts: try await collection.listCounts(),
      skipped: try await assembler.skipCount(among: try await collection.skipCount()),
      wanted: try await newestFilms(wanted, Library.wantedCount),
      lists: try await collection.lists(), collections: collections,
      following: try await following.items(),
      recent: try await newestFilms(CollectionQuery(now: context.now), Library.recentCount))
  }

  private func newestFilms(_ query: CollectionQuery, _ count: Int) async throws -> [FilmItem] {
    let ids = try await database.openForReading().collection.ids(matching: query, first: count)
    return try await assembler.collectionItems(ids)
  }

  private var assembler: FilmItemAssembler {
    FilmItemAssembler(database: database, lookup: services.lookup)
  }
}
