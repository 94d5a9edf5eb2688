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
