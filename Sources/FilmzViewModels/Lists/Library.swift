package import FilmzDomain
import FilmzStore

/// The user's data that an overview shows.
///
/// Source: FlickSwiper, sections of the home screen.
package struct Library: Sendable {
  package let counts: CollectionCounts
  /// The number of skipped films.
  package let skipped: Int
  /// The number of films that are known by title and year only.
  package let namedCount: Int
  /// The wanted films that were added last, newest first.
  package let wanted: [FilmItem]
  package let lists: [FilmList]
  package let collections: [SmartCollection]
  /// The lists of others that the user follows.
  package let following: [FollowedListItem]
  /// The films that were added last, newest first.
  package let recent: [FilmItem]

  /// The maximum number of films of ``wanted``.
  static let wantedCount = 15
  /// The maximum number of films of ``recent``.
  static let recentCount = 10
}

extension ListViewModel {
  /// Returns the user's data for an overview.
  package func library(in context: CommandContext) async throws -> Library {
    // Also refills the film cache, which the other parts read.
    let collections = try await viewModels.smartCollections.list(includesAllGenres: false, at: context.now)
    let collection = try await database.openForReading().collection
    var wanted = CollectionQuery(now: context.now)
    wanted.filter.isWatched = false
    return Library(
      counts: try await collection.listCounts(),
      skipped: try await assembler.skipCount(among: try await collection.skipCount()),
      namedCount: try await collection.namedFilmCount(),
      wanted: try await newestFilms(wanted, Library.wantedCount, context), lists: try await collection.lists(),
      collections: collections, following: try await viewModels.following.items(),
      recent: try await newestFilms(CollectionQuery(now: context.now), Library.recentCount, context))
  }

  private func newestFilms(
    _ query: CollectionQuery, _ count: Int, _ context: CommandContext
  ) async throws -> [FilmItem] {
    let ids = try await database.openForReading().collection.ids(matching: query, first: count)
    return await assembler.addingDetails(to: try await assembler.collectionItems(ids), context)
  }
}
