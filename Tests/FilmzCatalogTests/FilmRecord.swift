/// A film in one of the reference lists.
struct FilmRecord: Sendable {
  let id: String
  let title: String
  /// The year, or the years of a series, in the list's own format; empty if it has none.
  let years: String
  /// The list's own name of the type, such as a film or series; `nil` if it has none.
  var kind: String?
  /// `true` if the list is OMDb or IMDb's dataset, which have the primary title and IMDb's year.
  let isExact: Bool
}
