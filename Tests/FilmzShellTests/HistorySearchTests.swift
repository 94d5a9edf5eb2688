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
  func theNewestLineWithTheTextIsFound(text: String, line: String) {
    #expect(search(text).match == line)
    #expect(!search(text).isFailing)
  }

  @Test func nothingIsFoundForATextThatNoLineHolds() {
    var search = search("dunex")
    #expect(search.isFailing && search.match == nil)
    search.append("y")
    #expect(search.isFailing && search.text == "dunexy")
    search.removeLast()
    search.removeLast()
    #expect(search.match == "search dune")
  }

  @Test func goingOnFindsOlderLinesThatAreOthers() {
    var search = search("s")
    #expect(search.match == "ls")
    #expect(search.goOn() && search.match == "search Amélie")
    #expect(search.goOn() && search.match == "ls")
    #expect(search.goOn() && search.match == "search dune")
    #expect(!search.goOn() && search.match == "search dune")
  }

  @Test func withoutTextThereIsNoLine() {
    var search = search("ls")
    search.clear()
    #expect(search.match == nil && !search.isFailing && !search.goOn())
    #expect(HistorySearch(lines: []).match == nil)
  }
}
