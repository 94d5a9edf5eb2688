/// Where films are looked for.
package enum SourceChoice: String, Sendable, CaseIterable {
  /// The best that there is, and the next where it has nothing.
  case auto
  case omdb
  case catalog
}
