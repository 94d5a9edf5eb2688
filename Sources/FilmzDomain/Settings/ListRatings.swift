/// The ratings that tables of films have columns for.
package enum ListRatings: String, Sendable, CaseIterable {
  /// The user's ratings.
  case mine
  /// IMDb's ratings.
  case imdb
  case both
}
