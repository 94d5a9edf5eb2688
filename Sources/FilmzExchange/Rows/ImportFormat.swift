/// A format of files that can be imported; the raw value is its name for users.
package enum ImportFormat: String, Sendable, CaseIterable {
  case letterboxd, imdb, trakt, tmdb, mflix
  /// Archives of filmz, its rows and exports in JSON, and its files of unmatched rows.
  case filmz
  /// A table of any origin.
  case csv
}
