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
