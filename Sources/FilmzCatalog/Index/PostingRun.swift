/// Index entries, sorted by the person or the word that is their key, in memory or in a spill file.
struct PostingRun {
  /// The maximum number of entries to read from the file per call: 256 KB.
  private static let readLength = 1 << 15

  /// The entries that were read from the file last, or all entries if there is no file.
  private var buffer: [UInt64]
  /// The index of the next entry in `buffer`.
  private var position = 0
  private let file: SpillFile?
  /// The offset of the next entries to read from the file, in bytes.
  private var offset: Int
  /// The number of entries that have not been read from the file.
  private var unreadCount: Int

  init(entries: [UInt64]) {
    buffer = entries
    file = nil
    offset = 0
    unreadCount = 0
  }

  init(file: SpillFile, start: Int, count: Int) {
    buffer = []
    self.file = file
    offset = start
    unreadCount = count
  }

  /// Returns the key of the next entry, or `nil` at the end.
  mutating func nextKey() throws(CatalogError) -> UInt32? {
    try refill() ? Posting.key(buffer[position]) : nil
  }

  /// Removes all entries with a key, and passes them to a closure.
  ///
  /// All entries that precede those with the key have to have been removed already.
  mutating func take(_ key: UInt32, _ body: (UInt64) -> Void) throws(CatalogError) {
    while try refill() {
      let entry = buffer[position]
      guard Posting.key(entry) == key else { return }
      body(entry)
      position += 1
    }
  }

  /// Reads the next entries if the buffer has none left; returns `false` at the end.
  private mutating func refill() throws(CatalogError) -> Bool {
    if position < buffer.count { return true }
    guard unreadCount > 0, let file else { return false }
    let count = min(unreadCount, Self.readLength)
    buffer = try file.elements(UInt64.self, at: offset, count: count)
    offset += count * MemoryLayout<UInt64>.stride
    unreadCount -= count
    position = 0
    return true
  }
}
