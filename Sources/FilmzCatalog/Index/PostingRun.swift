/// Entries of ``PostingLog`` in the order of their words, in memory or put aside.
struct PostingRun {
  /// Entries that are read at a time: 256 KB.
  private static let portion = 1 << 15

  private var buffer: [UInt64]
  private var position = 0
  private let file: SpillFile?
  private var start: Int
  private var left: Int

  init(entries: [UInt64]) {
    buffer = entries
    file = nil
    start = 0
    left = 0
  }

  init(file: SpillFile, start: Int, count: Int) {
    buffer = []
    self.file = file
    self.start = start
    left = count
  }

  /// The word of the next entry, or nothing at the end.
  mutating func next() throws(CatalogError) -> UInt32? {
    try refill() ? Posting.number(buffer[position]) : nil
  }

  /// Gives out all entries of a word, which has to be the next that the run has, if it has it.
  mutating func take(_ number: UInt32, _ body: (UInt64) -> Void) throws(CatalogError) {
    while try refill() {
      let entry = buffer[position]
      guard Posting.number(entry) == number else { return }
      body(entry)
      position += 1
    }
  }

  /// - Returns: Whether there is an entry at the position.
  private mutating func refill() throws(CatalogError) -> Bool {
    if position < buffer.count { return true }
    guard left > 0, let file else { return false }
    let count = min(left, Self.portion)
    buffer = try file.elements(UInt64.self, at: start, count: count)
    start += count * MemoryLayout<UInt64>.stride
    left -= count
    position = 0
    return true
  }
}
