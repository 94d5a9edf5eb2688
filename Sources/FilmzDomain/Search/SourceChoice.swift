/// The choice of the source to search.
package enum SourceChoice: Sendable, Hashable {
  /// All available sources, one after another, until one of them finds films.
  case auto
  /// One of the session's sources.
  case source(Film.Origin)

  /// The local catalog: the imported catalog, or the built-in one if none was imported.
  package static let catalog = SourceChoice.source(.catalog)
}
