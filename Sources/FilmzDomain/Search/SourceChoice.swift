/// Where films are looked for.
package enum SourceChoice: Sendable, Hashable {
  /// The best source that there is, and the next one where it has nothing.
  case auto
  /// One source of the session's list.
  case source(Film.Origin)

  /// The catalog of this machine, the imported one if there is one.
  package static let catalog = SourceChoice.source(.catalog)
}
