/// Finds what stands for a title by IMDb's number: 8 bytes a title.
struct TitleNumbers: Sendable {
  private var entries: [UInt64]
  /// Where the last title was found; the files have the same order.
  private var last = 0

  /// Takes the numbers of so many titles, and what stands for each.
  init(count: Int, _ values: (Int) -> (id: UInt32, value: UInt32)) {
    entries = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let (id, value) = values(index)
      entries.append(UInt64(id) << 32 | UInt64(value))
    }
    var scratch: [UInt64] = []
    entries.radixSort(bits: 32..<64, scratch: &scratch)
  }

  /// What stands for a title, if it is in the catalog.
  mutating func value(for id: UInt32) -> UInt32? {
    if !stands(at: last, id) {
      last = stands(at: last + 1, id) ? last + 1 : entries.partitionPoint { $0 >> 32 >= id }
    }
    return stands(at: last, id) ? UInt32(truncatingIfNeeded: entries[last]) : nil
  }

  private func stands(at place: Int, _ id: UInt32) -> Bool {
    place < entries.count && entries[place] >> 32 == id
  }
}
