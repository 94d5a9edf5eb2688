package import Foundation

/// A query for films of the collection: a filter and a sort order.
package struct CollectionQuery: Sendable, Hashable {
  package var filter: FilmFilter
  /// The sort order; films that are equal in this order are sorted by title, then by id.
  package var order: FilmOrder
  /// The end of the period of ``FilmFilter/recentDays``.
  package let now: Date

  package init(
    _ filter: FilmFilter = FilmFilter(), order: FilmOrder = FilmOrder(.added, descending: true),
    now: Date = Date()
  ) {
    self.filter = filter
    self.order = order
    self.now = now
  }
}

extension FilmFilter {
  /// The order in which films are listed by default: the most recently watched first if all of them are
  /// watched, otherwise the most recently added first.
  package var defaultOrder: FilmOrder {
    FilmOrder(isWatched == true ? .watched : .added, descending: true)
  }
}
