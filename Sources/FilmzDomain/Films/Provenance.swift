package import Foundation

/// The level of detail of the facts about a film.
package enum DetailLevel: Int, Sendable, Comparable {
  /// The facts of a search result: title, year, and type.
  case hit = 1
  /// The facts of a local catalog.
  case catalog = 2
  /// All facts of a network source.
  case full = 3

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The origin of the facts about a film, their level of detail, and when they were fetched.
package struct Provenance: Sendable, Hashable {
  package let origin: Film.Origin
  package let level: DetailLevel
  /// The time at which the facts were fetched from a network source; `nil` for local sources.
  package let fetchedAt: Date?

  package init(origin: Film.Origin, level: DetailLevel, fetchedAt: Date?) {
    (self.origin, self.level, self.fetchedAt) = (origin, level, fetchedAt)
  }

  /// Returns whether other facts about the same film should replace the facts with this provenance.
  ///
  /// The other facts should replace these if they have more details, or the same level of detail and are
  /// not known to be older. Older facts of the same level also replace facts whose date is more than a
  /// day in the future because of a wrong clock. Facts of the starter catalog never replace those of an
  /// imported catalog. Source: Filmz2, cache metadata.
  package func shouldBeReplaced(by other: Provenance, at moment: Date) -> Bool {
    guard other.level == level else { return other.level > level }
    guard level != .catalog else { return origin != .catalog || other.origin != .starter }
    guard let old = fetchedAt, let new = other.fetchedAt else { return true }
    return new >= old || old.timeIntervalSince(moment) > 86_400
  }

  /// The layer of the film cache that stores the facts.
  package var layer: FactLayer {
    switch (origin, level) {
    case (.catalog, _): .catalog
    case (.starter, _): .starter
    case (.imported, _): .imported
    case (.omdb, .hit): .omdbHit
    case (.omdb, _): .omdb
    case (_, .hit): .serviceHit
    default: .service
    }
  }
}

/// A layer of the facts that the film cache stores about a film.
///
/// A layer supplies the facts that are missing in the layers of higher precedence, which have lower raw values. OMDb
/// has the highest precedence; the other network services share the second layer, which stores the newest of their
/// facts. Search results rank below, because every other source has more facts, and the facts of imported files have
/// the lowest precedence. Two further layers are in the collection: the user's own records, which rank above all of
/// these, and imported records, which rank below them. Source: contract, TMDB as a source.
package enum FactLayer: Int, Sendable, CaseIterable {
  case omdb = 1
  case service = 2
  case catalog = 3
  case starter = 4
  case omdbHit = 5
  case serviceHit = 6
  case imported = 7

  /// The layer of search results from the same source; `nil` if there is none.
  package var searchLayer: FactLayer? {
    switch self {
    case .omdb: .omdbHit
    case .service: .serviceHit
    default: nil
    }
  }

  /// The layer of detailed facts from the same source; `nil` if this is not a layer of search results.
  package var detailLayer: FactLayer? { Self.allCases.first { $0.searchLayer == self } }
}
