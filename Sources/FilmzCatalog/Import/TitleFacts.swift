/// The facts of all titles of an import, in the order in which they came.
///
/// With a file they lie there but for the last ones; their ranks take 4 bytes a title, and 16 more for
/// each with votes while they are sorted.
struct TitleFacts: Sendable {
  /// Titles that are put aside at a time: 1 MB.
  static let usualPortion = 1 << 16

  /// Titles that may be brought into order at a time, a multiple of a block: 16 MB.
  var window: Int { 16 * portion }

  private let spill: SpillFile?
  private let portion: Int
  /// Where portions begin that were put aside, in bytes.
  private var aside: [Int] = []
  private var latest: [FactBlock.Facts] = []
  private(set) var count = 0
  /// How many titles have votes.
  private(set) var ratedCount = 0

  /// Facts that are put aside in a file, so many at a time, a multiple of 16; without a file all stays
  /// in memory.
  init(spill: SpillFile?, portion: Int = TitleFacts.usualPortion) {
    self.spill = spill
    self.portion = portion
  }

  /// Adds the facts of the next title.
  ///
  /// - Throws: ``CatalogError`` where the disk is full.
  mutating func append(_ facts: FactBlock.Facts) throws(CatalogError) {
    if let spill, latest.count == portion {
      aside.append(try spill.append(latest))
      latest.removeAll(keepingCapacity: true)
    }
    latest.append(facts)
    count += 1
    if facts.votes > 0 { ratedCount += 1 }
  }

  /// Goes through all titles, which are numbered from 0 in the order in which they came.
  func readAll(_ body: (_ number: Int, FactBlock.Facts) throws -> Void) throws {
    var number = 0
    if let spill {
      for start in aside {
        for own in try spill.elements(FactBlock.Facts.self, at: start, count: portion) {
          try body(number, own)
          number += 1
        }
      }
    }
    for own in latest {
      try body(number, own)
      number += 1
    }
  }

  /// The rank of each title, 0 for the best known.
  ///
  /// What counts are the votes, less for a type that few look for; then the order of the file. Titles
  /// without votes, which are most, are counted, as few differ; only the others are sorted.
  func ranks() throws -> [UInt32] {
    var rated: [UInt64] = []
    rated.reserveCapacity(ratedCount)
    var unrated: [UInt64: Int] = [:]
    try readAll { number, facts in
      let key = Self.key(facts)
      if facts.votes > 0 {
        rated.append(key << 32 | UInt64(number))
      } else {
        unrated[key, default: 0] += 1
      }
    }
    var scratch: [UInt64] = []
    rated.radixSort(bits: 32..<56, scratch: &scratch)
    scratch = []
    var ranks = [UInt32](repeating: 0, count: count)
    var next = Self.place(rated, unrated, in: &ranks)
    try readAll { number, facts in
      guard facts.votes == 0 else { return }
      let key = Self.key(facts)
      ranks[number] = next[key] ?? 0
      next[key, default: 0] += 1
    }
    return ranks
  }

  /// Ranks the titles with votes, and leaves room among them for those without.
  ///
  /// - Returns: Where the titles without votes begin, by their keys.
  private static func place(
    _ rated: [UInt64], _ unrated: [UInt64: Int], in ranks: inout [UInt32]
  ) -> [UInt64: UInt32] {
    var begins: [UInt64: UInt32] = [:]
    var left = unrated.sorted { $0.key < $1.key }[...]
    var rank = 0
    func begin(before key: UInt64) {
      while let first = left.first, first.key < key {
        begins[first.key] = UInt32(rank)
        rank += first.value
        left.removeFirst()
      }
    }
    for entry in rated {
      begin(before: entry >> 32)
      ranks[Int(UInt32(truncatingIfNeeded: entry))] = UInt32(rank)
      rank += 1
    }
    begin(before: .max)
    return begins
  }

  /// A number of 24 bits that is less for titles that are better known.
  private static func key(_ facts: FactBlock.Facts) -> UInt64 {
    UInt64((Popularity.most - Popularity.score(facts)) * 1_000_000)
  }

  /// The facts of the titles of some ranks, in the order of those.
  func ranked(_ part: Range<Int>, _ ranks: [UInt32]) throws -> [FactBlock.Facts] {
    var facts = [FactBlock.Facts](repeating: .init(id: 0, type: .movie), count: part.count)
    try readAll { number, own in
      let rank = Int(ranks[number])
      if part.contains(rank) { facts[rank - part.lowerBound] = own }
    }
    return facts
  }
}
