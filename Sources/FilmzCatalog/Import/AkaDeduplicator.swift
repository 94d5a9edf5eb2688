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
    // FNV-1a.
    var hash: UInt64 = 14_695_981_039_346_656_037
    for index in localTitle.indices {
      hash = (hash ^ UInt64(localTitle[index])) &* 1_099_511_628_211
    }
    return hashes.insert(hash).inserted
  }
}
