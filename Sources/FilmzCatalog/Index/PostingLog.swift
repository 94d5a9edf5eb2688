/// Collects the postings of words for an inverted index of any size.
///
/// The method is single-pass in-memory indexing: entries (``Posting``) are collected in memory. Whenever there are
/// about `runLength` of them, they are sorted and written to a spill file as a run; at the end, the runs are merged.
/// The words stay in memory.
struct PostingLog {
  /// The approximate number of entries of a run.
  ///
  /// A run of this length needs 16 MB, and another 16 MB while it is sorted.
  static let defaultRunLength = 2 << 20

  private(set) var terms = TermTable()
  /// The entries of the current run.
  private var entries: [UInt64] = []
  /// Temporary memory for sorting, which is reused for each run.
  private var scratch: [UInt64] = []
  private var runs: [PostingRun] = []
  private var scanner = WordScanner()
  private let spill: SpillFile?
  private let runLength: Int

  /// Creates a log that writes runs of entries to a spill file; without one, all entries stay in
  /// memory.
  init(spill: SpillFile?, runLength: Int = PostingLog.defaultRunLength) {
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
  /// A name with compounds such as `spider-man` is added a second time with each compound as one
  /// word. Throws ``CatalogError`` if the spill file cannot be written.
  mutating func add(_ name: Span<UInt8>, document: UInt32, isMain: Bool) throws {
    scanner.scan(name)
    guard scanner.count > 0 else { return }
    add(document, isMain, wordCount: scanner.count) { $0.range($1) }
    if let ranges = scanner.rangesJoiningCompounds { add(document, isMain, wordCount: ranges.count) { ranges[$1] } }
    if entries.count >= runLength { try endRun() }
  }

  /// Adds the words in ranges of the scanner's bytes; `range` returns the range of a word by its index.
  @inline(__always)
  private mutating func add(
    _ document: UInt32, _ isMain: Bool, wordCount: Int, range: (WordScanner, Int) -> Range<Int>
  ) {
    let beginsWithArticle = wordCount > 1 && Articles.contains(scanner.wordBytes[range(scanner, 0)])
    for index in 0..<wordCount {
      let position = beginsWithArticle ? index - 1 : index
      var positions: TermPositions = position < 0 ? .article : .position(position)
      if index == wordCount - 1 { positions.insert(.last) }
      if isMain { positions.insert(.main) }
      guard let number = terms.number(of: scanner.wordBytes, range(scanner, index)) else { continue }
      entries.append(Posting.entry(number, document, positions.rawValue))
    }
  }

  /// If there is a spill file, sorts the entries of the current run by word, writes them to the file, and
  /// begins a new run.
  private mutating func endRun() throws {
    guard let spill else { return }
    runs.append(try spill.writeRun(sortEntries()))
    entries.removeAll(keepingCapacity: true)
  }

  /// Sorts the entries of the current run by the bytes of their words, and returns them.
  private mutating func sortEntries() -> [UInt64] {
    // While the entries are sorted, their keys are the positions of the words in byte order.
    let sortedNumbers = terms.sortedNumbers()
    var positions = [UInt32](repeating: 0, count: sortedNumbers.count)
    for (position, number) in sortedNumbers.enumerated() { positions[Int(number)] = UInt32(position) }
    Posting.renumber(&entries, positions)
    let bitCount = UInt64.bitWidth - UInt64(sortedNumbers.count).leadingZeroBitCount
    entries.radixSort(bits: Posting.keyShift..<Posting.keyShift + bitCount, scratch: &scratch)
    Posting.renumber(&entries, sortedNumbers)
    return entries
  }

  /// Calls a closure for each word, in byte order, with the word and its postings, ordered by document.
  ///
  /// Must not be called twice, because it discards the entries. If `numbering` is given, each document is replaced with
  /// `numbering[document]`.
  mutating func drain(numbering: [UInt32]?, _ body: (ArraySlice<UInt8>, [UInt64]) throws -> Void) throws {
    var runs = self.runs + [PostingRun(entries: sortEntries())]
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
        Posting.merge(&postings, scratch: &scratch)
        try body(terms.word(Int(number)), postings)
      }
    }
  }
}

extension [UInt64] {
  /// Sorts the array stably by a range of bits of each element.
  ///
  /// Sorts by digits of eleven bits, the least significant digit first. `scratch` is temporary memory
  /// that can be reused for other calls; afterwards it has the length of the array.
  mutating func radixSort(bits: Range<Int>, scratch: inout [UInt64]) {
    let digitWidth = 11
    if scratch.count != count { scratch = Self(repeating: 0, count: count) }
    for shift in stride(from: bits.lowerBound, to: bits.upperBound, by: digitWidth) {
      let mask = UInt64(1) << UInt64(Swift.min(digitWidth, bits.upperBound - shift)) - 1
      var starts = [Int](repeating: 0, count: 1 << digitWidth)
      for element in self { starts[Int(element >> UInt64(shift) & mask)] += 1 }
      // If all elements have the same digit, they are in order already.
      guard !starts.contains(count) else { continue }
      var sum = 0
      for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
      for element in self {
        let digit = Int(element >> UInt64(shift) & mask)
        scratch[starts[digit]] = element
        starts[digit] += 1
      }
      swap(&self, &scratch)
    }
  }
}
