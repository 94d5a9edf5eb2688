package import Foundation

/// How much of a film's facts is known.
package enum DetailLevel: Int, Sendable, Comparable {
  /// What a search result tells: title, year, type.
  case hit = 1
  /// What a local catalog tells.
  case catalog = 2
  /// All that a network source tells.
  case full = 3

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Where facts come from, how many they are, and when they were fetched.
package struct Provenance: Sendable, Hashable {
  package let origin: Film.Origin
  package let level: DetailLevel
  /// When a network source answered with the facts; `nil` for local sources.
  package let fetchedAt: Date?

  package init(origin: Film.Origin, level: DetailLevel, fetchedAt: Date?) {
    self.origin = origin
    self.level = level
    self.fetchedAt = fetchedAt
  }

  /// Whether other facts of the same film are to be kept instead of these: more detailed ones, and
  /// equally detailed ones that are not older (Filmz2, cache metadata).
  ///
  /// Facts that seem to come from more than a day ahead were fetched under a wrong clock, and are
  /// replaced. Facts of an imported catalog are not replaced by those of the starter catalog.
  package func shouldBeReplaced(by other: Provenance, at moment: Date) -> Bool {
    guard other.level == level else { return other.level > level }
    guard level != .catalog else { return origin != .catalog || other.origin != .starter }
    guard let old = fetchedAt, let new = other.fetchedAt else { return true }
    return new >= old || old.timeIntervalSince(moment) > 86_400
  }

  /// The layer of the film cache that holds the facts.
  package var layer: FactLayer {
    switch (origin, level) {
    case (.catalog, _): .catalog
    case (.starter, _): .starter
    case (.omdb, .hit): .omdbHit
    case (.omdb, _): .omdb
    case (_, .hit): .serviceHit
    default: .service
    }
  }
}

/// The facts that the film cache holds of a film, one layer per source.
///
/// A layer fills in what those with a lesser number lack (contract, "TMDB as a source"). OMDb's comes
/// first; the other services on the network share the next one, where the newest facts count. Search
/// results come last, because every other source tells more. The user's own records belong before the
/// first layer, imported records behind the last.
package enum FactLayer: Int, Sendable, CaseIterable {
  case omdb = 1
  case service = 2
  case catalog = 3
  case starter = 4
  case omdbHit = 5
  case serviceHit = 6

  /// The layer that holds what search results of the same source tell; `nil` if there is none.
  package var hits: FactLayer? {
    switch self {
    case .omdb: .omdbHit
    case .service: .serviceHit
    default: nil
    }
  }

  /// The layer that holds all that the source of these search results tells; `nil` if this layer holds
  /// no search results.
  package var details: FactLayer? { Self.allCases.first { $0.hits == self } }
}
