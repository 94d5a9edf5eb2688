import Testing

@testable import FilmzCommands

struct HistoryCommandTests {
  private static let lines = ["search Amélie", "rate 8.5", "search Ocean's Eleven", "ls ; stats"]

  @Test(arguments: [
    ("", [1, 2, 3, 4]), ("search", [1, 3]), ("AMELIE", [1]), ("amélie", [1]), ("oceans", [3]),
    ("8.5", [2]), (";", [4]), ("matrix", []), ("arch am", [1]),
  ])
  func searchIgnoresCaseAccentsAndPunctuation(text: String, numbers: [Int]) {
    #expect(HistoryCommand.lines(Self.lines, containing: text).map { $0.number } == numbers)
  }
}
