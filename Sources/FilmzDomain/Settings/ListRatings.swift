/// The ratings that tables of films have columns for.
///
/// Source of all but the first: FlickSwiper (S44).
package enum ListRatings: String, Sendable, CaseIterable {
  /// The user's ratings and IMDb's.
  case both
  /// The user's ratings.
  case mine
  /// IMDb's ratings.
  case imdb
  /// TMDB's ratings.
  case tmdb
  case none
}
