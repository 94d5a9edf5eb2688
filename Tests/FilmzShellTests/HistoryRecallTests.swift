import Testing

@testable import FilmzShell

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
