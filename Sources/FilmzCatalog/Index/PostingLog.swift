/// Collects the postings of words for an inverted index of any size.
///
/// Single-pass in-memory indexing: entries, which are described at ``Posting``, are collected,
/// sorted, and written to a spill file in runs, which are merged at the end. The words stay in
/// memory.
struct PostingLog {
  /// The number of entries of a run: 16 MB, and as much again while they are sorted.
  static let runLength = 2 << 20

  private(set) var terms = TermTable()
  private var entries: [UInt64] = []
  private var scratch: [UInt64] = []
  private var runs: [PostingRun] = []
  private var scanner = WordScanner()
  private let spill: SpillFile?
  private let runLength: Int

  /// Creates a log that writes runs of entries to a spill file; without one, all stay in memory.
  init(spill: SpillFile?, runLength: Int = PostingLog.runLength) {
    self.spill = spill
    self.runLength = runLength
  }

  /// Returns the contents of the log, and empties it.
  mutating func take() -> PostingLog {
    let contents = self
    self = PostingLog(spill: spill, runLength: runLength)
    return contents
  }

  /// Adds the words of a name of a document.
  ///
  /// A name with compounds such as `spider-man` is added a second time with each of them as one
  /// word. Throws ``CatalogError`` if the disk is full.
  mutating func add(_ name: Span<UInt8>, document: UInt32, isMain: Bool) throws {
    scanner.scan(name)
    guard scanner.count > 0 else { return }
    let words = (0..<scanner.count).map(scanner.range)
    try add(words, document, isMain)
    if let joined = scanner.joined { try add(joined, document, isMain) }
  }

  private mutating func add(_ words: [Range<Int>], _ document: UInt32, _ isMain: Bool) throws {
    let articleCount =
      words.count > 1 && Articles.contains(scanner.letters[words[0]]) ? 1 : 0
    for (index, word) in words.enumerated() {
      var positions: TermPositions =
        index < articleCount ? .article : .position(index - articleCount)
      if index == words.count - 1 { positions.insert(.last) }
      if isMain { positions.insert(.main) }
      guard let number = terms.number(of: scanner.letters, word) else { continue }
      entries.append(Posting.entry(number, document, positions.rawValue))
    }
    if entries.count >= runLength { try endRun() }
  }

  /// Sorts the collected entries by word, and writes them to the spill file.
  private mutating func endRun() throws {
    guard let spill else { return }
    runs.append(try spill.writeRun(sorted()))
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func sorted() -> [UInt64] {
    let order = terms.sortedNumbers()
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    Posting.renumber(&entries, ranks)
    let width = UInt64.bitWidth - UInt64(order.count).leadingZeroBitCount
    entries.radixSort(bits: Posting.keyShift..<Posting.keyShift + width, scratch: &scratch)
    Posting.renumber(&entries, order)
    return entries
  }

  /// Passes all words in byte order, and their postings in document order, to a closure.
  ///
  /// Afterwards the log has no entries left. If `numbering` is given, each document is replaced
  /// with the element at its index.
  mutating func drain(
    numbering: [UInt32]?, _ body: (ArraySlice<UInt8>, [UInt64]) throws -> Void
  ) throws {
    var runs = self.runs + [PostingRun(entries: sorted())]
    entries = []
    scratch = []
    var postings: [UInt64] = []
    for number in terms.sortedNumbers() {
      postings.removeAll(keepingCapacity: true)
      for index in runs.indices {
        try runs[index].take(number) { entry in
          let document = Posting.document(entry)
          let newDocument = numbering.map { $0[Int(document)] } ?? document
          postings.append(UInt64(newDocument) << 8 | entry & 0xFF)
        }
      }
      if !postings.isEmpty {
        Posting.merge(&postings)
        try body(terms.word(Int(number)), postings)
      }
    }
  }
}
