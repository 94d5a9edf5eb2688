import FilmzCommands
import Testing

struct LineParserTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    /// The words of each command; quoted ones stand in angle quotes.
    let commands: [[String]]

    init(_ text: String, _ commands: [[String]]) {
      self.text = text
      self.commands = commands
    }

    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Line("", []),
    Line("   \t ", []),
    Line("search blade runner", [["search", "blade", "runner"]]),
    Line("  search \t blade  ", [["search", "blade"]]),
    Line("search\u{3000}千と千尋\u{a0}x", [["search", "千と千尋", "x"]]),
    Line("note . -h", [["note", ".", "-h"]]),
  ])
  func blanksSeparateWords(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line(#"rate "Heat (1995)" 8"#, [["rate", "«Heat (1995)»", "8"]]),
    Line("rate 'Heat (1995)' 8", [["rate", "«Heat (1995)»", "8"]]),
    Line(#"note . """#, [["note", ".", "«»"]]),
    Line(#"search "--year""#, [["search", "«--year»"]]),
    Line(#"search '> ; | #'"#, [["search", "«> ; | #»"]]),
    Line("search 'say \"hi\"'", [["search", "«say \"hi\"»"]]),
    Line(#"search "it's""#, [["search", "«it's»"]]),
    Line(#"note . "great"; ls"#, [["note", ".", "«great»"], ["ls"]]),
  ])
  func aQuoteHoldsBlanksAndSignsTogether(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line("search ocean's eleven", [["search", "ocean's", "eleven"]]),
    Line("search 7\" single", [["search", "7\"", "single"]]),
    Line("add --note=\"a b\"", [["add", "--note=\"a", "b\""]]),
    Line("search rock 'n' roll", [["search", "rock", "«n»", "roll"]]),
  ])
  func aQuoteOpensOnlyAtTheStartOfAWord(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line("note . 'the dog's tail'", [["note", ".", "«the dog's tail»"]]),
    Line(#"note . "a 7"nail""#, [["note", ".", #"«a 7"nail»"#]]),
  ])
  func aQuoteClosesOnlyAtTheEndOfAWord(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line(#"note . "say \"hi\" twice""#, [["note", ".", #"«say "hi" twice»"#]]),
    Line(#"note . "back\\slash""#, [["note", ".", #"«back\slash»"#]]),
    Line(#"note . "ends in \\""#, [["note", ".", #"«ends in \»"#]]),
    Line(#"note . "a\nb \x""#, [["note", ".", #"«a\nb \x»"#]]),
    Line(#"note . 'C:\temp\'"#, [["note", ".", #"«C:\temp\»"#]]),
    Line(#"search a\b"#, [["search", #"a\b"#]]),
  ])
  func onlyDoubleQuotesKnowEscapes(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line("search a; add 1", [["search", "a"], ["add", "1"]]),
    Line("search a ; add 1", [["search", "a"], ["add", "1"]]),
    Line("ls;", [["ls"]]),
    Line("; ; ls ; ;", [["ls"]]),
    Line(";", []),
    Line("search steins;gate", [["search", "steins;gate"]]),
    Line("search steins;gate; ls", [["search", "steins;gate"], ["ls"]]),
  ])
  func aSemicolonAtTheEndOfAWordSeparatesCommands(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line("# evening", []),
    Line("  \t# evening; ls", []),
    Line("#ls", []),
    Line("search #alive", [["search", "#alive"]]),
    Line("ls # all", [["ls", "#", "all"]]),
    Line("ls; # all", [["ls"], ["#", "all"]]),
  ])
  func aSharpIsACommentOnlyAtTheStartOfALine(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    ("ls > films.txt", ["ls"], [">", "films.txt"]),
    ("ls --watched >> films.txt", ["ls", "--watched"], [">>", "films.txt"]),
    ("ls | head -n 2", ["ls"], ["|", "head", "-n", "2"]),
    ("ls | a > b", ["ls"], ["|", "a", ">", "b"]),
    ("> x", [], [">", "x"]),
    ("find rating:>7", ["find", "rating:>7"], []),
    ("search >7 a|b >>", ["search", ">7", "a|b"], [">>"]),
    ("search '>' \"|\"", ["search", "«>»", "«|»"], []),
  ])
  func signsAsWordsOfTheirOwnBeginARedirection(
    line: String, words: [String], redirection: [String]
  ) throws {
    let command = try #require(try LineParser.commands(in: line).first)
    #expect(command.words.map(\.marked) == words)
    #expect(command.redirection.map(\.marked) == redirection)
  }

  @Test func aRedirectionEndsWithItsCommand() throws {
    let commands = try LineParser.commands(in: "ls > a; stats")
    #expect(commands.map { $0.words.map(\.text) } == [["ls"], ["stats"]])
    #expect(commands.map { $0.redirection.map(\.text) } == [[">", "a"], []])
  }

  @Test(arguments: [
    (#"add "unbalanced"#, "\""), ("add 'unbalanced", "'"), (#"add ""#, "\""),
    (#"add "a"b"#, "\""), (#"note . "ends in \""#, "\""), ("ls; add 'x", "'"),
  ])
  func aQuoteThatStaysOpenIsAnError(line: String, quote: String) {
    #expect(throws: CommandError.unbalancedQuote(quote)) { try LineParser.commands(in: line) }
  }

  private func expect(_ line: Line) throws {
    let commands = try LineParser.commands(in: line.text)
    #expect(commands.map { $0.words.map(\.marked) } == line.commands)
    #expect(commands.allSatisfy { $0.redirection.isEmpty })
  }
}

extension Word {
  /// The word, in angle quotes where it was quoted.
  fileprivate var marked: String { isQuoted ? "«\(text)»" : text }
}
