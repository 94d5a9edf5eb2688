import FilmzDomain
import Foundation

/// The numbers of occurrences of names.
///
/// A dictionary of strings would take several times as long, because it needs a string for each occurrence
/// of a name.
struct NameCounts {
  /// The hash of each name, its range in ``bytes``, and its count.
  private var entries: [(hash: UInt64, name: Range<Int>, count: Int)] = []
  /// The names of all entries, as UTF-8.
  private var bytes: [UInt8] = []
  /// A hash table: the indices of entries plus 1, or 0 for a free slot; the number of slots is a power of two.
  private var slots = [Int](repeating: 0, count: 1 << 10)

  /// Counts the names in a text with one name per line; a name in two lines is counted twice.
  mutating func add(linesOf text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      var hash = Self.initialHash
      for (index, byte) in utf8.enumerated() {
        if byte == UInt8(ascii: "\n") {
          add(UnsafeBufferPointer(rebasing: utf8[start..<index]), hash)
          start = index + 1
          hash = Self.initialHash
        } else {
          hash = FNV1a.next(hash, byte)
        }
      }
      add(UnsafeBufferPointer(rebasing: utf8[start...]), hash)
    }
  }

  /// The hash of no bytes, a random number in each run of the program.
  private static let initialHash = UInt64.random(in: .min ... .max)

  /// Increments the count of a name with a hash.
  private mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) {
    var slot = slot(of: hash)
    while slots[slot] > 0 {
      let index = slots[slot] - 1
      if entries[index].hash == hash, isEqual(name, entries[index].name) {
        entries[index].count += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    entries.append((hash, bytes.count..<bytes.count + name.count, 1))
    bytes.append(contentsOf: name)
    slots[slot] = entries.count
    if entries.count > slots.count / 2 { doubleSlots() }
  }

  /// Returns the first slot to try for a hash, from its upper bits, which also depend on the first bytes of a name.
  private func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 20) & (slots.count - 1) }

  private func isEqual(_ name: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard name.count == range.count, let start = name.baseAddress else { return name.count == range.count }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + range.lowerBound, start, name.count) == 0 } ?? false
    }
  }

  private mutating func doubleSlots() {
    slots = [Int](repeating: 0, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = slot(of: entry.hash)
      while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = index + 1
    }
  }

  /// All names with their counts, in the order of their first occurrence.
  var all: [ValueCount] {
    entries.map { ValueCount(value: String(decoding: bytes[$0.name], as: UTF8.self), count: $0.count) }
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

extension [String: Int] {
  /// Returns the values with the highest counts, in descending order; values with equal counts are
  /// sorted alphabetically.
  func mostFrequent(_ limit: Int) -> [ValueCount] {
    let counts = values.sorted(by: >)
    let minimumCount = counts.count > limit ? counts[limit - 1] : 0
    return filter { $0.value >= minimumCount }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(limit).map { ValueCount(value: $0.key, count: $0.value) }
  }
}
