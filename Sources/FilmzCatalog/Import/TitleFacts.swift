/// The facts of all titles of an import, in the order in which they were read.
///
/// With a spill file only the last ones are in memory. Ranks take 4 bytes per title, and 16 more
/// for each title with votes while they are sorted.
struct TitleFacts: Sendable {
  /// The number of titles that are written to the spill file at a time: 1 MB.
  static let defaultChunkSize = 1 << 16

  /// The number of titles that may be ordered by rank at a time, a multiple of a block: 16 MB.
  var window: Int { 16 * chunkSize }

  private let spill: SpillFile?
  private let chunkSize: Int
  /// The offsets of the chunks in the spill file, in bytes.
  private var spilledChunks: [Int] = []
  /// The facts that have not been written to the spill file.
  private var buffer: [FactBlock.Facts] = []
  private(set) var count = 0
  /// The number of titles with votes.
  private(set) var ratedCount = 0

  /// Creates a collection that writes `chunkSize` titles at a time, a multiple of 16, to a spill
  /// file; without one, all stay in memory.
  init(spill: SpillFile?, chunkSize: Int = TitleFacts.defaultChunkSize) {
    self.spill = spill
    self.chunkSize = chunkSize
  }

  /// Adds the facts of the next title.
  ///
  /// - Throws: ``CatalogError`` if the disk is full.
  mutating func append(_ facts: FactBlock.Facts) throws(CatalogError) {
    if let spill, buffer.count == chunkSize {
      spilledChunks.append(try spill.append(buffer))
      buffer.removeAll(keepingCapacity: true)
    }
    buffer.append(facts)
    count += 1
    if facts.votes > 0 { ratedCount += 1 }
  }

  /// Calls a closure with the facts of each title, numbered from 0 in the order of reading.
  func readAll(_ body: (_ number: Int, FactBlock.Facts) throws -> Void) throws {
    var number = 0
    if let spill {
      for start in spilledChunks {
        for titleFacts in try spill.elements(FactBlock.Facts.self, at: start, count: chunkSize) {
          try body(number, titleFacts)
          number += 1
        }
      }
    }
    for titleFacts in buffer {
      try body(number, titleFacts)
      number += 1
    }
  }

  /// Returns the rank of each title, 0 for the most popular one.
  ///
  /// Titles are ordered by ``Popularity``, then as they were read. Most titles have no votes and
  /// only few different keys: they are counted by key, and only the titles with votes are sorted.
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
    var nextRank = Self.rank(rated, unrated, in: &ranks)
    try readAll { number, facts in
      guard facts.votes == 0 else { return }
      let key = Self.key(facts)
      ranks[number] = nextRank[key] ?? 0
      nextRank[key, default: 0] += 1
    }
    return ranks
  }

  /// Assigns ranks to the titles with votes, and reserves ranks among them for the other titles.
  ///
  /// Returns the first rank of the titles without votes by their keys.
  private static func rank(
    _ rated: [UInt64], _ unrated: [UInt64: Int], in ranks: inout [UInt32]
  ) -> [UInt64: UInt32] {
    var firstRanks: [UInt64: UInt32] = [:]
    var remainingKeys = unrated.sorted { $0.key < $1.key }[...]
    var rank = 0
    func reserveRanks(before key: UInt64) {
      while let first = remainingKeys.first, first.key < key {
        firstRanks[first.key] = UInt32(rank)
        rank += first.value
        remainingKeys.removeFirst()
      }
    }
    for entry in rated {
      reserveRanks(before: entry >> 32)
      ranks[Int(UInt32(truncatingIfNeeded: entry))] = UInt32(rank)
      rank += 1
    }
    reserveRanks(before: .max)
    return firstRanks
  }

  /// Returns a number of 24 bits that is smaller for more popular titles.
  private static func key(_ facts: FactBlock.Facts) -> UInt64 {
    UInt64((Popularity.limit - Popularity.score(facts)) * 1_000_000)
  }

  /// Returns the facts of the titles in a range of ranks, ordered by rank.
  func ranked(_ range: Range<Int>, _ ranks: [UInt32]) throws -> [FactBlock.Facts] {
    var facts = [FactBlock.Facts](repeating: .init(id: 0, type: .movie), count: range.count)
    try readAll { number, titleFacts in
      let rank = Int(ranks[number])
      if range.contains(rank) { facts[rank - range.lowerBound] = titleFacts }
    }
    return facts
  }
}
