import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The numbering of words.
@Suite struct TermTableTests {
  private func number(_ word: String, _ table: inout TermTable) -> Int? {
    let bytes = Array("<\(word)>".utf8)
    return table.number(of: bytes, 1..<bytes.count - 1)
  }

  private func words(_ table: inout TermTable) -> [String] {
    table.sortedNumbers().map { String(decoding: table.word(Int($0)), as: UTF8.self) }
  }

  @Test("A word keeps its number")
  func numbersStay() {
    var table = TermTable()
    #expect(["b", "a", "b", "ab", "a"].map { number($0, &table) } == [0, 1, 0, 2, 1])
    #expect(table.count == 3)
    #expect(words(&table) == ["a", "ab", "b"])
  }

  @Test("Words are sorted by their bytes, also if words are added after sorting")
  func sortingIsRepeatable() {
    var random = SplitMix(2)
    var table = TermTable()
    var expectedNumbers: [String: Int] = [:]
    for round in 0..<40 {
      for _ in 0..<200 {
        let letters = ["a", "b", "prefix", "é", "七", "z"]
        let count = Int.random(in: 1...5, using: &random)
        let word = (0..<count).map { _ in random.element(of: letters) }.joined()
        #expect(number(word, &table) == expectedNumbers[word] ?? expectedNumbers.count)
        expectedNumbers[word] = expectedNumbers[word] ?? expectedNumbers.count
      }
      guard round % 3 == 0 else { continue }
      let sorted = expectedNumbers.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(words(&table) == sorted)
    }
    #expect(table.count == expectedNumbers.count && expectedNumbers.count > 2048)
  }
}

/// The sorting of numbers by a range of bits.
@Suite struct RadixSortTests {
  @Test(
    "Sorts by a range of bits, and preserves the order of equal elements",
    arguments: [(0, 64), (8, 36), (36, 64), (36, 37), (32, 56), (5, 5), (0, 11), (0, 12)],
    [0, 1, 2, 1000])
  func sortsByBits(bits: (Int, Int), count: Int) {
    var random = SplitMix(UInt64(count + bits.0))
    var scratch: [UInt64] = []
    for maximum in [UInt64.max, 1 << 40, 3] {
      let elements = (0..<count).map { _ in UInt64.random(in: 0...maximum, using: &random) }
      func key(_ element: UInt64) -> UInt64 {
        let width = UInt64(bits.1 - bits.0)
        return element >> UInt64(bits.0) & (width == 64 ? .max : UInt64(1) << width - 1)
      }
      let expected = elements.enumerated()
        .sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
      var sorted = elements
      sorted.radixSort(bits: bits.0..<bits.1, scratch: &scratch)
      #expect(sorted == expected)
    }
  }
}
