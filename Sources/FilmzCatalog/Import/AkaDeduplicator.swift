/// Detects repeated local names of a title, because many countries use the same name.
struct AkaDeduplicator {
  private var titleID: UInt32 = 0
  private var nameHashes: Set<UInt64> = []

  init() {}

  /// Returns whether a name of a title is new.
  ///
  /// All names of a title have to be passed one after another; hashes are stored instead of names.
  mutating func isNew(_ name: Span<UInt8>, of titleID: UInt32) -> Bool {
    if titleID != self.titleID {
      self.titleID = titleID
      nameHashes.removeAll(keepingCapacity: true)
    }
    var hash: UInt64 = 14_695_981_039_346_656_037
    for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 1_099_511_628_211 }
    return nameHashes.insert(hash).inserted
  }
}
