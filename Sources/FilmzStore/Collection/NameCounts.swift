import FilmzDomain

/// Counts how often names occur.
///
/// A dictionary of strings would take several times as long, because it needs a string for each occurrence
/// of a name.
struct NameCounts {
  private struct Entry {
    let hash: Int
    /// The range of the name in ``NameCounts/bytes``.
    let name: Range<Int>
    var count: Int
  }

  private var entries: [Entry] = []
  /// The names of all entries, as UTF-8.
  private var bytes: [UInt8] = []
  /// A hash table: the indices of entries plus 1, or 0 for a free slot; the number of slots is a power of two.
  private var slots = [Int](repeating: 0, count: 1 << 10)

  /// Counts the names in a text with one name per line; a name in two lines is counted twice.
  mutating func add(linesOf text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var line = utf8[...]
      while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
        add(UnsafeBufferPointer(rebasing: line[..<end]))
        line = line[(end + 1)...]
      }
      add(UnsafeBufferPointer(rebasing: line))
    }
  }

  private mutating func add(_ name: UnsafeBufferPointer<UInt8>) {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(name))
    let hash = hasher.finalize()
    var slot = hash & (slots.count - 1)
    while slots[slot] > 0 {
      let index = slots[slot] - 1
      if entries[index].hash == hash, bytes[entries[index].name].elementsEqual(name) {
        entries[index].count += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    entries.append(
      Entry(hash: hash, name: bytes.count..<bytes.count + name.count, count: 1))
    bytes.append(contentsOf: name)
    slots[slot] = entries.count
    if entries.count > slots.count / 2 { doubleSlots() }
  }

  private mutating func doubleSlots() {
    slots = [Int](repeating: 0, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = entry.hash & (slots.count - 1)
      while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = index + 1
    }
  }

  /// Returns the names with the highest counts, in descending order; names with equal counts are sorted
  /// alphabetically.
  func mostFrequent(_ limit: Int) -> [ValueCount] {
    let counts = entries.map(\.count).sorted(by: >)
    let minimumCount = counts.count > limit ? counts[limit - 1] : 0
    let frequent = entries.filter { $0.count >= minimumCount }.map {
      (String(decoding: bytes[$0.name], as: UTF8.self), $0.count)
    }
    return Dictionary(frequent, uniquingKeysWith: +).mostFrequent(limit)
  }
}
