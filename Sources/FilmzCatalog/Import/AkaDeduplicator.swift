/// Tells which names of a title did not come before; many countries have the same one.
struct AkaDeduplicator {
  private var title: UInt32 = 0
  private var seen: Set<UInt64> = []

  init() {}

  /// Whether a name of a title is new; names of a title follow each other.
  mutating func isNew(_ name: Span<UInt8>, of title: UInt32) -> Bool {
    if title != self.title {
      self.title = title
      seen.removeAll(keepingCapacity: true)
    }
    var hash: UInt64 = 14_695_981_039_346_656_037
    for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 1_099_511_628_211 }
    return seen.insert(hash).inserted
  }
}
