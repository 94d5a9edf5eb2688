import Testing

@testable import FilmzShell

struct HistorySearchTests {
  private static let lines = ["search dune", "ls", "search Amélie", "ls", "rate 1 9"]

  private func search(_ text: String) -> HistorySearch {
    var search = HistorySearch(lines: Self.lines)
    for scalar in text.unicodeScalars { search.append(scalar) }
    return search
  }

  @Test(arguments: [
    ("s", "ls"), ("se", "search Amélie"), ("search d", "search dune"), ("AMÉ", "search Amélie"),
    ("9", "rate 1 9"),
  ])
  func newestLineThatContainsTheTextIsFound(text: String, line: String) {
    #expect(search(text).match == line)
    #expect(!search(text).isFailing)
  }

  @Test func searchFailsIfNoLineContainsTheText() {
    var search = search("dunex")
    #expect(search.isFailing && search.match == nil)
    search.append("y")
    #expect(search.isFailing && search.query == "dunexy")
    search.removeLast()
    search.removeLast()
    #expect(search.match == "search dune")
  }

  @Test func continuingFindsOlderLinesThatAreDifferent() {
    var search = search("s")
    #expect(search.match == "ls")
    #expect(search.findOlderMatch() && search.match == "search Amélie")
    #expect(search.findOlderMatch() && search.match == "ls")
    #expect(search.findOlderMatch() && search.match == "search dune")
    #expect(!search.findOlderMatch() && search.match == "search dune")
  }

  @Test func searchWithoutTextHasNoMatch() {
    var search = search("ls")
    search.clear()
    #expect(search.match == nil && !search.isFailing && !search.findOlderMatch())
    #expect(HistorySearch(lines: []).match == nil)
  }
}

struct HistoryRecallTests {
  private static let lines = [
    "search dune", "ls", "Search heat", "ls", "rate 1 9", "search heat", "search heat", "stats",
  ]

  @Test(arguments: [
    ("", ["stats", "search heat", "rate 1 9", "ls", "Search heat", "ls", "search dune"]),
    ("s", ["stats", "search heat", "Search heat", "search dune"]),
    ("sea", ["search heat", "Search heat", "search dune"]), ("SEARCH D", ["search dune"]),
    ("l", ["ls"]), ("x", []), ("stats", []),
  ])
  func olderLinesBeginWithTheTypedText(text: String, found: [String]) {
    var recall = HistoryRecall(lines: Self.lines, typedLine: text, prefix: text)
    var seen: [String] = []
    while recall.moveToOlderLine() { seen.append(recall.line) }
    #expect(seen == found)
    #expect(recall.line == found.last ?? text)
  }

  @Test func newerLinesEndWithTheTypedLine() {
    var recall = HistoryRecall(lines: Self.lines, typedLine: "sea more", prefix: "sea")
    while recall.moveToOlderLine() {}
    var seen: [String] = []
    while recall.moveToNewerLine() { seen.append(recall.line) }
    #expect(seen == ["Search heat", "search heat", "sea more"])
  }

  @Test func recallWithoutLinesFails() {
    var recall = HistoryRecall(lines: [], typedLine: "", prefix: "")
    #expect(!recall.moveToOlderLine() && !recall.moveToNewerLine() && recall.line == "")
  }
}
