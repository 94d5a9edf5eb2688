import Testing

@testable import FilmzTerminal

struct ColumnListTests {
  private static let verbs: [ColumnList.Item] = (1...30).map {
    (word: "verb\($0)", note: "Does the thing number \($0) with films.")
  }

  @Test func shortListIsOneColumnWithNotes() {
    let items: [ColumnList.Item] = [(word: "me", note: ""), (word: "1", note: "Dune (2021)")]
    let lines = ColumnList(items).lines(width: 80, height: 20, style: .plain)
    #expect(lines == ["me", "1   Dune (2021)"])
  }

  @Test func listLongerThanTheScreenHasSeveralColumns() {
    let lines = ColumnList(Self.verbs).lines(width: 79, height: 22, style: .plain)
    #expect(lines.count == 15)
    #expect(lines[0].hasPrefix("verb1   Does"))
    #expect(lines[0].contains("verb16  Does"))
  }

  @Test func notesAreOmittedIfTheyDoNotFit() {
    let lines = ColumnList(Self.verbs).lines(width: 40, height: 10, style: .plain)
    #expect(lines.first == "verb1   verb7   verb13  verb19  verb25")
  }

  @Test(arguments: [1, 7, 20, 39, 40, 60, 80, 200], [3, 22, 200])
  func noLineIsWiderThanTheScreen(width: Int, height: Int) {
    let items: [ColumnList.Item] = [(word: "七人の侍", note: "Seven Samurai (1954)")] + Self.verbs
    let lines = ColumnList(items).lines(width: width, height: height, style: .plain)
    #expect(lines.allSatisfy { $0.displayWidth <= width })
    #expect(lines.allSatisfy { $0.last != " " })
  }

  @Test func wordsAndNotesAreSanitized() {
    let items: [ColumnList.Item] = [(word: "a\u{1B}[2J", note: "b\u{202E}c")]
    let lines = ColumnList(items).lines(width: 80, height: 20, style: .plain)
    #expect(lines == ["a␛[2J  bc"])
  }
}
