/// A film as another list has it.
struct FilmRecord: Sendable {
  let id: String
  let title: String
  /// A year or the years of a series, in the list's own writing; empty where it has none.
  let years: String
  /// The list's own word for a film or a series, `nil` where it has none.
  var kind: String?
  /// Whether the list is OMDb or IMDb's dataset, which give the primary title and IMDb's year.
  let isExact: Bool
}
