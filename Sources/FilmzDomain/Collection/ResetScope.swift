/// The user's data that a reset removes.
///
/// Source: FlickSwiper, resets.
package enum ResetScope: String, Sendable, CaseIterable {
  /// The skips.
  case skipped
  /// The films of the collection without a viewing.
  case watchlist
  /// The collection and the skips.
  case all
}
