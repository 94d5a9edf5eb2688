/// The source of a search.
package enum SourceChoice: Sendable, Hashable {
  /// The best available source, or the next one if it does not find a film.
  case auto
  /// One of the session's sources.
  case source(Film.Origin)

  /// The local catalog: the imported one, or the built-in one if none was imported.
  package static let catalog = SourceChoice.source(.catalog)
}
