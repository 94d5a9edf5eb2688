import FilmzDomain

/// The facts of all titles of an import, in the order in which they were read.
///
/// With a spill file, only the last chunk of facts is in memory. The result of ``ranks()`` needs 4 bytes per title, and
/// determining it needs another 16 bytes per title with votes.
struct TitleFacts: Sendable {
  /// The number of titles that are written to the spill file together: about 1.3 MB.
  static let defaultChunkSize = 1 << 16

  /// The number of titles whose facts are ordered by rank at the same time, in about 21 MB of memory.
  ///
  /// It is a multiple of ``FactBlock/size``.
  var windowSize: Int { 16 * chunkSize }

  private let spill: SpillFile?
  private let chunkSize: Int
  /// The offsets of the chunks in the spill file, in bytes.
  private var spilledChunks: [Int] = []
  /// The facts that have not been written to the spill file.
  private var buffer: [FactBlock.Facts] = []
  private(set) var count = 0
  /// The number of titles with votes.
  private(set) var ratedCount = 0

  /// Creates an empty list that is written to a spill file in chunks; without a spill file, all facts
  /// stay in memory.
  ///
  /// `chunkSize` has to be a multiple of 16.
  init(spill: SpillFile?, chunkSize: Int = TitleFacts.defaultChunkSize) {
    self.spill = spill
    self.chunkSize = chunkSize
  }

  /// Adds the facts of the next title.
  ///
  /// - Throws: ``CatalogError`` if the spill file cannot be written.
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

  /// Returns the rank of each title, in the order in which the titles were read.
  ///
  /// The title with the greatest ``Popularity`` has the rank 0. Equally popular titles are ranked in the order in which
  /// they were read. Only titles with votes are sorted. The popularity of the others, which are the majority, depends
  /// only on their type, so these are only counted by type.
  func ranks() throws -> [UInt32] {
    // The titles with votes: the sort key in the upper 32 bits, the number in the lower 32 bits.
    var rated: [UInt64] = []
    rated.reserveCapacity(ratedCount)
    // For each type, the number of titles without votes.
    var unratedCounts = [Int](repeating: 0, count: TitleType.allCases.count)
    try readAll { number, facts in
      if facts.votes > 0 {
        rated.append(Self.sortKey(facts) << 32 | UInt64(number))
      } else {
        unratedCounts[Int(facts.type.rawValue)] += 1
      }
    }
    var scratch: [UInt64] = []
    rated.radixSort(bits: 32..<56, scratch: &scratch)
    scratch = []
    var ranks = [UInt32](repeating: 0, count: count)
    // Types with the same sort key share the next rank, which is stored at the index of the first of these types.
    let sortKeys = TitleType.allCases.map { Self.sortKey(FactBlock.Facts(id: 0, type: $0)) }
    let sharedIndices = sortKeys.map { sortKeys.firstIndex(of: $0) ?? 0 }
    let unrated = Dictionary(zip(sortKeys, unratedCounts)) { $0 + $1 }.filter { $0.value > 0 }
    let firstRanks = Self.assignRanks(rated, unrated, in: &ranks)
    var nextRanks = sortKeys.map { firstRanks[$0] ?? 0 }
    try readAll { number, facts in
      guard facts.votes == 0 else { return }
      let index = sharedIndices[Int(facts.type.rawValue)]
      ranks[number] = nextRanks[index]
      nextRanks[index] += 1
    }
    return ranks
  }

  /// Assigns ranks to the titles with votes, and reserves the ranks of the titles without votes.
  ///
  /// Returns, for each sort key of titles without votes, the first rank of these titles.
  private static func assignRanks(
    _ rated: [UInt64], _ unratedCounts: [UInt64: Int], in ranks: inout [UInt32]
  ) -> [UInt64: UInt32] {
    var firstRanks: [UInt64: UInt32] = [:]
    var remainingCounts = unratedCounts.sorted { $0.key < $1.key }[...]
    var rank = 0
    func reserveRanks(before sortKey: UInt64) {
      while let first = remainingCounts.first, first.key < sortKey {
        firstRanks[first.key] = UInt32(rank)
        rank += first.value
        remainingCounts.removeFirst()
      }
    }
    for title in rated {
      reserveRanks(before: title >> 32)
      ranks[Int(UInt32(truncatingIfNeeded: title))] = UInt32(rank)
      rank += 1
    }
    reserveRanks(before: .max)
    return firstRanks
  }

  /// Returns a sort key of 24 bits, which is smaller for more popular titles.
  static func sortKey(_ facts: FactBlock.Facts) -> UInt64 {
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

/// The genres of a catalog, each with a bit, so that a set of genres can be stored as an integer.
struct GenreTable: Sendable {
  /// The maximum number of genres (IMDb has 28); further ones are ignored.
  private static let capacity = 32

  /// The names of the genres, ordered by their bits.
  private(set) var names: [String] = []
  /// The names in UTF-8.
  private var nameBytes: [[UInt8]] = []

  /// Returns the genres of a comma-separated field as a set of bits; adds new genres to the table.
  mutating func bits(_ bytes: Span<UInt8>, _ field: Range<Int>) -> UInt32 {
    var set: UInt32 = 0
    bytes.forEachItem(ofList: field) { set |= bit(bytes.extracting($0)) }
    return set
  }

  /// Returns genres as a set of bits; adds new genres to the table.
  mutating func bits(_ names: [String]) -> UInt32 { names.reduce(0) { $0 | bit(Array($1.utf8).span) } }

  private mutating func bit(_ name: Span<UInt8>) -> UInt32 {
    for (number, other) in nameBytes.enumerated() where name.equals(other.span) { return 1 << UInt32(number) }
    guard names.count < Self.capacity, !name.isEmpty else { return 0 }
    let bytes = name.indices.map { name[$0] }
    names.append(String(decoding: bytes, as: UTF8.self))
    nameBytes.append(bytes)
    return 1 << UInt32(names.count - 1)
  }
}

extension Span<UInt8> {
  /// Returns whether this span has the same bytes as another one.
  fileprivate func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}

/// The ratings and votes of titles by id; needs 9 bytes per title.
struct RatingTable: Sendable {
  private var ids: [UInt32] = []
  private var votes: [UInt32] = []
  private var ratings: [UInt8] = []
  private var isSorted = true
  /// The index at which the last lookup ended.
  ///
  /// The next id is expected shortly after this index, because `title.ratings` and `title.basics` are
  /// both ordered by id.
  private var lastIndex = 0

  /// Adds a row of `title.ratings` (tconst, averageRating, numVotes), and returns whether it is
  /// well-formed.
  mutating func add(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) -> Bool {
    guard let id = bytes.id(fields[0], "tt"), let rating = bytes.tenths(fields[1]), let count = bytes.number(fields[2])
    else { return false }
    if let previousID = ids.last, previousID >= id { isSorted = false }
    ids.append(id)
    ratings.append(UInt8(rating))
    votes.append(UInt32(count))
    return true
  }

  /// Sorts the titles by id, as ``value(for:)`` requires.
  mutating func sort() {
    guard !isSorted else { return }
    let order = ids.indices.sorted { ids[$0] < ids[$1] }
    ids = order.map { ids[$0] }
    votes = order.map { votes[$0] }
    ratings = order.map { ratings[$0] }
    isSorted = true
  }

  /// Returns the rating in tenths of a point and the votes of a title; zeros if the title has no
  /// rating.
  mutating func value(for id: UInt32) -> (rating: UInt8, votes: UInt32) {
    // Steps forward if the id is at most eight entries ahead; otherwise uses binary search.
    if lastIndex >= ids.count || ids[lastIndex] > id || (lastIndex + 8 < ids.count && ids[lastIndex + 8] < id) {
      lastIndex = ids.partitionPoint { $0 >= id }
    } else {
      while lastIndex < ids.count, ids[lastIndex] < id { lastIndex += 1 }
    }
    guard lastIndex < ids.count, ids[lastIndex] == id else { return (0, 0) }
    return (ratings[lastIndex], votes[lastIndex])
  }
}
