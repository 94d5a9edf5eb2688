package import Foundation

/// A film in the film cache, with the metadata of its cached copy.
///
/// If the cache has facts of several sources, the metadata is that of the ``FactLayer`` of highest precedence.
package struct CachedFilm: Sendable {
  package let id: FilmID
  package let title: String
  package let year: Int?
  /// The time at which the facts were fetched from a network source; `nil` for local sources.
  package let fetchedAt: Date?
  /// The time at which the copy was written.
  package let storedAt: Date
  /// The day on which the copy was last used, in days since 1970.
  package let usedOn: Int
  /// The number of times that the facts were fetched, from 1.
  ///
  /// Source: Filmz2, cache metadata.
  package let version: Int
  /// The size of the facts in all layers.
  package let bytes: Int
  /// `true` if the copy has all facts of its source; `false` for search results.
  package let isComplete: Bool
  package let isInCollection: Bool

  package init(
    id: FilmID, title: String, year: Int?, fetchedAt: Date?, storedAt: Date, usedOn: Int,
    version: Int, bytes: Int, isComplete: Bool, isInCollection: Bool
  ) {
    (self.id, self.title, self.year, self.fetchedAt) = (id, title, year, fetchedAt)
    (self.storedAt, self.usedOn, self.version, self.bytes) = (storedAt, usedOn, version, bytes)
    (self.isComplete, self.isInCollection) = (isComplete, isInCollection)
  }

  /// The start, in UTC, of the day on which the copy was last used.
  package var lastUsed: Date { Date(timeIntervalSince1970: Double(usedOn) * 86_400) }
}

/// The numbers of films and search pages that were removed from the film cache.
package typealias CacheRemoval = (films: Int, pages: Int)
