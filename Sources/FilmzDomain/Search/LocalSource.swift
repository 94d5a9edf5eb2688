/// The films that can be browsed without a search text.
package enum LocalSource: String, Sendable, CaseIterable {
  /// The films of the local catalog: the imported catalog, or the built-in one if none was imported.
  case catalog
  /// The films with own records.
  case own
  case all
}
