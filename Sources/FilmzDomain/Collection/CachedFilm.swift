package import Foundation

/// A film of the cache, with what the cache knows of its copy.
package struct CachedFilm: Sendable {
  package let id: FilmID
  package let title: String
  package let year: Int?
  /// When a network source answered with these facts.
  package let fetchedAt: Date?
  /// When the copy was written.
  package let storedAt: Date
  /// Whole days since 1970 until the copy was used last.
  package let usedOn: Int
  /// How often facts were fetched (Filmz2, cache metadata: from 1).
  package let version: Int
  /// Bytes of the facts.
  package let bytes: Int
  /// Whether a source was asked for all it knows.
  package let isComplete: Bool
  package let isInCollection: Bool

  package init(
    id: FilmID, title: String, year: Int?, fetchedAt: Date?, storedAt: Date, usedOn: Int,
    version: Int, bytes: Int, isComplete: Bool, isInCollection: Bool
  ) {
    self.id = id
    self.title = title
    self.year = year
    self.fetchedAt = fetchedAt
    self.storedAt = storedAt
    self.usedOn = usedOn
    self.version = version
    self.bytes = bytes
    self.isComplete = isComplete
    self.isInCollection = isInCollection
  }

  /// The day on which the copy was used last.
  package var lastUsed: Date { Date(timeIntervalSince1970: Double(usedOn) * 86_400) }
}

/// How much was taken out of the film cache.
package struct CacheRemoval: Sendable, Equatable {
  package let films: Int
  /// Pages of searches.
  package let pages: Int

  package init(films: Int, pages: Int) {
    self.films = films
    self.pages = pages
  }
}
