package import Foundation

/// Which films of the collection are wanted, and in which order.
package struct CollectionQuery: Sendable, Hashable {
  package var filter: FilmFilter
  /// Ties go by title, then id.
  package var order: FilmOrder
  /// The moment from which ``FilmFilter/recentDays`` count back.
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
