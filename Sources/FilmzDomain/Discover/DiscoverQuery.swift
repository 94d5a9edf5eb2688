/// A list of films to discover, with filters and a sort order.
package struct DiscoverQuery: Sendable, Hashable, Codable {
  package var method: DiscoverMethod
  /// The type that all films must have, ``MediaType/movie`` or ``MediaType/series``; `nil` for both.
  package var type: MediaType?
  /// A genre in IMDb's spelling, or a TMDB genre that stands for several of IMDb's.
  package var genre: String?
  package var years: ClosedRange<Int>?
  /// The sort order; `nil` for the method's own order.
  package var sort: DiscoverSort?
  /// Further conditions, which only the lists of local catalogs have; `nil` if there are none.
  package var filter: FilmFilter?

  package init(_ method: DiscoverMethod) { self.method = method }

  /// `true` if there are conditions on facts that the lists of services do not have.
  package var needsCatalog: Bool {
    var filter = filter ?? FilmFilter()
    filter.isWatched = nil
    return !filter.isEmpty
  }

  /// Returns whether films with a mark are left out; `false` for `nil`, films without a mark.
  ///
  /// If `includesMarked` is `false`, all films with a mark are left out; otherwise only seen and skipped films, if the
  /// filter is `is:unseen`.
  package func leavesOut(_ mark: Mark?, includesMarked: Bool) -> Bool {
    mark != nil && (!includesMarked || (filter?.isWatched == false && mark != .wanted))
  }

  /// `true` if the order of the films is part of the query, so that a deck does not shuffle them.
  ///
  /// Source: FlickSwiper, order of results.
  package var isOrdered: Bool { (sort ?? .popular) != .popular || (method == .trending && type != nil) }
}

/// A sort order of films to discover.
package enum DiscoverSort: String, Sendable, Codable, CaseIterable {
  case popular
  case rated
  case newest
  case oldest
  /// By title, A to Z.
  case az
  /// By title, Z to A.
  case za
}

/// A source that has lists of films to discover.
package protocol DiscoverSource: Sendable {
  /// Returns the next films of a query.
  ///
  /// One batch needs at most one request per list. Films may occur in several batches, because lists of
  /// services change while they are read.
  ///
  /// - Throws: A ``UserFacingError``, also if the source does not have the list.
  func discover(_ query: DiscoverQuery, at cursor: DiscoverCursor) async throws -> DiscoverBatch
}

/// The position that a query has reached in the lists of a source, from which a later request continues.
package struct DiscoverCursor: Sendable, Hashable, Codable {
  /// A position in one list.
  package struct Position: Sendable, Hashable, Codable {
    /// The page to read next, from 1.
    package var page = 1
    /// The number of titles of that page that have been returned already.
    package var offset = 0
    package var isAtEnd = false

    package init() {}
  }

  /// The source of the lists.
  package let origin: Film.Origin
  /// The position in the list of films or, if there is only one list, in that list.
  package var films = Position()
  /// The position in the list of series.
  package var series = Position()

  /// Creates the position at the beginning of all lists of a source.
  package init(_ origin: Film.Origin) { self.origin = origin }

  /// `true` if the source is a local catalog.
  package var isLocal: Bool { origin == .catalog || origin == .starter }

  /// `true` if all pages and offsets are in the valid range; a file may contain others.
  package var isValid: Bool {
    [films, series].allSatisfy { (1...100_000_000).contains($0.page) && (0...1000).contains($0.offset) }
  }
}

/// The next films of a query.
///
/// - `films`: The films in the order of the query; may be empty although further films follow.
/// - `next`: The position after the films; `nil` at the end of all lists.
/// - `total`: The number of films that the source reports for the query, an estimate.
package typealias DiscoverBatch = (films: [Film], next: DiscoverCursor?, total: Int)
