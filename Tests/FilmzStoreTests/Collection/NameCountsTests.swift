import FilmzDomain
import Testing

@testable import FilmzStore

struct NameCountsTests {
  @Test func namesAreCountedAsInADictionary() {
    var names = NameCounts()
    var expected: [String: Int] = [:]
    for number in 0..<20_000 {
      let lines = ["Akira \(number % 7)", "名前 \(number % 3001)", "", "Zoë \(number / 2)"]
      names.add(linesOf: lines.joined(separator: "\n"))
      for line in lines { expected[line, default: 0] += 1 }
    }
    #expect(Dictionary(names.all.map { ($0.value, $0.count) }) { $0 + $1 } == expected)
    #expect(names.all.count == expected.count)
    #expect(names.mostFrequent(20) == expected.mostFrequent(20))
  }

  @Test(arguments: [
    ("", [""]), ("A", ["A"]), ("A\nA", ["A"]), ("\n", [""]), ("A\nB\n", ["", "A", "B"]),
  ])
  func everyLineIsAName(text: String, names: [String]) {
    var counts = NameCounts()
    counts.add(linesOf: text)
    #expect(counts.all.map(\.value).sorted() == names)
  }
}
