/// A list of films to discover, with filters and a sort order.
package struct DiscoverQuery: Sendable, Hashable, Codable {
  package var method: DiscoverMethod
  /// The type of all films, ``MediaType/movie`` or ``MediaType/series``; `nil` for both.
  package var type: MediaType?
  /// A genre in IMDb's spelling, or TMDB's name for several of these.
  package var genre: String?
  package var years: ClosedRange<Int>?
  /// The sort order; `nil` for the method's own order.
  package var sort: DiscoverSort?

  package init(_ method: DiscoverMethod) { self.method = method }

  /// `true` if the order of the films is part of the query, so that a deck does not shuffle them.
  ///
  /// Source: FlickSwiper (S19).
  package var isOrdered: Bool {
    (sort ?? .popular) != .popular || (method == .trending && type != nil)
  }
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

/// A position in the lists of a source that a query reads, from which reading can be continued at any time.
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

  /// The beginning of the lists of a source.
  package init(_ origin: Film.Origin) { self.origin = origin }

  /// `true` if the source is a local catalog.
  package var isLocal: Bool { origin == .catalog || origin == .starter }

  /// `true` if the numbers are possible; those that were read from a file may not be.
  package var isValid: Bool {
    [films, series].allSatisfy {
      (1...100_000_000).contains($0.page) && (0...1000).contains($0.offset)
    }
  }
}

/// Films that a source returns for a query from a position on.
package struct DiscoverBatch: Sendable {
  /// The films in the order of the query; there may be none although further films follow.
  package let films: [Film]
  /// The position after the films; `nil` at the end of all lists.
  package let next: DiscoverCursor?
  /// The number of films that the source reports for the query, an estimate.
  package let total: Int

  package init(films: [Film], next: DiscoverCursor?, total: Int) {
    (self.films, self.next, self.total) = (films, next, total)
  }
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
