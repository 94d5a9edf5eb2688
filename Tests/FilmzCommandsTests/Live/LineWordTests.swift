import FilmzDomain
import Testing

@testable import FilmzCommands

/// The word at the cursor of a line, which films replace; `|` is the cursor.
struct LineWordTests {
  @Test(arguments: [
    ("|", "", "X |"), ("show |", "", "show X |"), ("show godf|", "godf", "show X |"),
    ("show g|odf", "godf", "show X |"),
    ("rate |heat 9", "heat", "rate X| 9"), ("rate heat| 9", "heat", "rate X| 9"),
    ("rate heat | 9", "", "rate heat X| 9"),
    ("rate \"the heat|\" 9", "the heat", "rate X| 9"), ("show \"the he|", "the he", "show X |"),
    ("rate 'a b|' 9", "a b", "rate X| 9"), ("version; show hea|", "hea", "version; show X |"),
    ("show hea|; version", "hea", "show X|; version"), ("show 千と|", "千と", "show X |"), ("add é|t", "ét", "add X |"),
  ])
  func theWordAtTheCursorIsReplaced(line: String, text: String, result: String) throws {
    let cursor = try #require(line.firstIndex(of: "|"))
    var plain = line
    plain.remove(at: cursor)
    let offset = line.distance(from: line.startIndex, to: cursor)
    let word = LineWord(in: plain, cursor: plain.index(plain.startIndex, offsetBy: offset))
    #expect(word.text == text)
    let edited = word.replaced(with: "X")
    var marked = edited.text
    marked.unicodeScalars.insert("|", at: marked.unicodeScalars.index(marked.startIndex, offsetBy: edited.cursor))
    #expect(marked == result)
  }
}

/// The line with which the shell history gets the text of a panel.
struct LiveHistoryLineTests {
  @Test(
    arguments: [
      ("heat", [], "search heat"), ("  blade   runner ", [], "search blade runner"),
      ("heat genre:\"sci fi\"", [], "search heat genre:\"sci fi\""), ("heat; quit", [], "search \"heat; quit\""),
      ("heat > x", [], "search \"heat > x\""), ("it's", [], "search it's"), ("\"open", [], "search \"\\\"open\""),
      ("heat", ["--genre", "Film Noir"], "search heat --genre \"Film Noir\""),
    ] as [(String, [String], String)])
  func lineHasOneCommand(text: String, options: [String], line: String) {
    #expect(Session.line("search", text, options.map { Word($0) }) == line)
  }
}
