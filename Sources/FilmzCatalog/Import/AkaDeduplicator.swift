import FilmzDomain

/// Detects repeated local titles of a film; often, several countries use the same local title.
struct AkaDeduplicator {
  private var titleID: UInt32 = 0
  private var hashes: Set<UInt64> = []

  init() {}

  /// Returns whether a local title is passed for the first time with a title id.
  ///
  /// All local titles of an id have to be passed consecutively. Only their hashes are compared.
  mutating func isNew(_ localTitle: Span<UInt8>, of titleID: UInt32) -> Bool {
    if titleID != self.titleID {
      self.titleID = titleID
      hashes.removeAll(keepingCapacity: true)
    }
    return hashes.insert(FNV1a.hash64(of: localTitle)).inserted
  }
}
