/// The facts of all titles of an import, in the order in which they came.
///
/// They lie in portions, so that growing never needs the memory twice.
struct TitleFacts: Sendable {
  private static let portion = 1 << 16

  private var portions: [[FactBlock.Facts]] = []
  private(set) var count = 0

  init() {}

  subscript(index: Int) -> FactBlock.Facts {
    portions[index / Self.portion][index % Self.portion]
  }

  mutating func append(_ facts: FactBlock.Facts) {
    if count % Self.portion == 0 {
      var portion: [FactBlock.Facts] = []
      portion.reserveCapacity(Self.portion)
      portions.append(portion)
    }
    portions[count / Self.portion].append(facts)
    count += 1
  }

  /// The numbers of the titles by rank, the best known first.
  ///
  /// What counts are the votes, less for a type that few look for; then the order of the file.
  func ranked() -> [UInt32] {
    var order: [UInt64] = []
    order.reserveCapacity(count)
    for index in 0..<count {
      let key = UInt64((Popularity.most - Popularity.of(self[index])) * 1_000_000)
      order.append(key << 32 | UInt64(index))
    }
    var scratch: [UInt64] = []
    order.radixSort(bits: 32..<56, scratch: &scratch)
    scratch = []
    return order.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// How many titles have votes.
  var ratedCount: Int { portions.reduce(0) { $0 + $1.count { $0.votes > 0 } } }
}
