/// Collects which words stand in which documents, as many as there are; of the postings only some
/// are in memory, the words are there all the time.
///
/// Single-pass in-memory indexing: entries are gathered, sorted and put aside in runs, which are
/// merged at the end; an entry is described at ``Posting``.
struct PostingLog {
  /// Entries of a run: 16 MB while they are gathered, and as much again while they are sorted.
  static let runLength = 2 << 20

  private(set) var terms = TermTable()
  private var entries: [UInt64] = []
  private var scratch: [UInt64] = []
  private var runs: [PostingRun] = []
  private var scanner = WordScanner()
  private let spill: SpillFile?
  private let runLength: Int

  /// A log that puts runs of some entries aside in a file; without one all stays in memory.
  init(spill: SpillFile?, runLength: Int = PostingLog.runLength) {
    self.spill = spill
    self.runLength = runLength
  }

  /// All that was noted; nothing is left here.
  mutating func take() -> PostingLog {
    let taken = self
    self = PostingLog(spill: spill, runLength: runLength)
    return taken
  }

  /// Notes the words of a name.
  ///
  /// A name with joined words is noted a second time with each of them as one. Throws
  /// ``CatalogError`` where the disk is full.
  mutating func add(_ name: Span<UInt8>, document: UInt32, isMain: Bool) throws {
    scanner.scan(name)
    guard scanner.count > 0 else { return }
    let words = (0..<scanner.count).map(scanner.range)
    try add(words, document, isMain)
    if let joined = scanner.joined { try add(joined, document, isMain) }
  }

  private mutating func add(_ words: [Range<Int>], _ document: UInt32, _ isMain: Bool) throws {
    let article = words.count > 1 && Articles.contains(scanner.letters[words[0]]) ? 1 : 0
    for (index, word) in words.enumerated() {
      var placement: Placement = index < article ? .article : .place(index - article)
      if index == words.count - 1 { placement.insert(.last) }
      if isMain { placement.insert(.main) }
      guard let number = terms.number(of: scanner.letters, word) else { continue }
      entries.append(Posting.entry(number, document, placement.rawValue))
    }
    if entries.count >= runLength { try endRun() }
  }

  /// Sorts what was gathered by word, and puts it aside.
  private mutating func endRun() throws {
    guard let spill else { return }
    runs.append(try spill.run(sorted()))
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func sorted() -> [UInt64] {
    let order = terms.order()
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    Posting.renumber(&entries, ranks)
    let width = UInt64.bitWidth - UInt64(order.count).leadingZeroBitCount
    entries.radixSort(bits: Posting.shift..<Posting.shift + width, scratch: &scratch)
    Posting.renumber(&entries, order)
    return entries
  }

  /// Goes through all words in the order of their bytes, with their postings in the order of the
  /// documents; nothing is left afterwards.
  ///
  /// Documents get the numbers that stand in their places, if there are any. A posting is a document
  /// (from bit 8 on) and a placement.
  mutating func drain(
    numbering: [UInt32]?, _ body: (ArraySlice<UInt8>, [UInt64]) throws -> Void
  ) throws {
    var runs = self.runs + [PostingRun(entries: sorted())]
    entries = []
    scratch = []
    var postings: [UInt64] = []
    for number in terms.order() {
      postings.removeAll(keepingCapacity: true)
      for index in runs.indices {
        try runs[index].take(number) { entry in
          let document = Posting.document(entry)
          let number = numbering.map { $0[Int(document)] } ?? document
          postings.append(UInt64(number) << 8 | entry & 0xFF)
        }
      }
      if !postings.isEmpty {
        Posting.merge(&postings)
        try body(terms.word(Int(number)), postings)
      }
    }
  }
}
