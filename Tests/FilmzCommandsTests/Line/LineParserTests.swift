import FilmzCommands
import FilmzDomain
import Testing

struct LineParserTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    /// The words of each command; quoted words are in guillemets.
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
  func whiteSpaceSeparatesWords(line: Line) throws {
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
  func quotesGroupSpacesAndSpecialCharacters(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    Line("search ocean's eleven", [["search", "ocean's", "eleven"]]),
    Line("search 7\" single", [["search", "7\"", "single"]]),
    Line("add --note=\"a b\"", [["add", "--note=\"a", "b\""]]),
    Line("search rock 'n' roll", [["search", "rock", "«n»", "roll"]]),
    Line(#"yes" ; rsve="  #;rsvee l"#, [["yes\""], ["rsve=\"", "#;rsvee", "l"]]),
  ])
  func aQuoteOpensOnlyAtTheStartOfAWord(line: Line) throws {
    try expect(line)
  }

  /// Each case has a line that was typed in a shell.
  @Test(arguments: [
    Line("comment Oma laughed; she cried too", [["comment", "Oma", "laughed;", "she", "cried", "too"]]),
    Line("note . good ; bad;", [["note", ".", "good", ";", "bad;"]]),
    Line("note 2 a; b", [["note", "2", "a;", "b"]]), Line("FROM Ines; Bob", [["FROM", "Ines;", "Bob"]]),
    Line("--yes note a; b", [["--yes", "note", "a;", "b"]]),
    Line("list describe Noir rain; night", [["list", "describe", "Noir", "rain;", "night"]]),
    Line("viewings edit 1 --note so; so", [["viewings", "edit", "1", "--note", "so;", "so"]]),
    Line("ls; note a; b", [["ls"], ["note", "a;", "b"]]),
    Line(#"note "a; b";"#, [["note", "«a; b»"]]),
    Line("list show Noir; ls", [["list", "show", "Noir"], ["ls"]]),
    Line("comment rm 1; ls", [["comment", "rm", "1"], ["ls"]]),
    Line("search a; viewings; tag x; ls", [["search", "a"], ["viewings"], ["tag", "x"], ["ls"]]),
  ])
  func semicolonsBelongToTypedTexts(line: Line) throws {
    let commands = try LineParser.commands(in: line.text, isTyped: true)
    #expect(commands.map { $0.words.map(\.marked) } == line.commands)
  }

  @Test(arguments: [#"note "so"; ls"#, #"comment he said "so"; then left"#])
  func wordsAfterAQuotedTextAreRefused(line: String) {
    #expect(throws: CommandError.self) { try LineParser.commands(in: line, isTyped: true) }
  }

  @Test(arguments: ["note a; b", "comment Oma laughed; she cried too"])
  func semicolonsSeparateTheCommandsOfScripts(line: String) throws {
    #expect(try LineParser.commands(in: line).count == 2)
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
  func onlyDoubleQuotesSupportEscapes(line: Line) throws {
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
  func aNumberSignBeginsACommentOnlyAtTheStartOfALine(line: Line) throws {
    try expect(line)
  }

  @Test(arguments: [
    ("ls > films.txt", ["ls"], [">", "films.txt"]),
    ("ls --watched >> films.txt", ["ls", "--watched"], [">>", "films.txt"]),
    ("ls > 'my films.csv'", ["ls"], [">", "«my films.csv»"]),
    ("> x", [], [">", "x"]), ("ls > a > b", ["ls"], [">", "a", ">", "b"]),
    ("ls > a | b", ["ls"], [">", "a", "|", "b"]), ("ls >", ["ls"], [">"]),
    ("find rating:>7", ["find", "rating:>7"], []),
    ("search >7 a|b >>", ["search", ">7", "a|b"], [">>"]),
    ("search '>' \"|\"", ["search", "«>»", "«|»"], []),
  ])
  func signsThatAreSeparateWordsBeginARedirection(
    line: String, words: [String], redirection: [String]
  ) throws {
    let command = try #require(try LineParser.commands(in: line).first)
    #expect(command.words.map(\.marked) == words)
    let markedWords = command.redirection.map { [$0.kind.rawValue] + $0.words.map(\.marked) }
    #expect(markedWords ?? [] == redirection)
  }

  @Test(arguments: [
    ("ls | head -n 2", "head -n 2"), ("ls |  head", "head"),
    ("ls | a > b | c >> d", "a > b | c >> d"),
    ("ls | grep 'a  \"b'", "grep 'a  \"b'"), (#"ls | grep "a\"; b""#, #"grep "a\"; b""#),
    ("ls | awk -F'; ' '{print $1; }'", "awk -F'; ' '{print $1; }'"),
    (#"ls | grep a\; b"#, #"grep a\; b"#), ("ls | sed s;a;b;", "sed s;a;b"),
    (#"ls | grep 'a\'"#, #"grep 'a\'"#), ("ls |", ""), ("ls | # x", "# x"),
    ("ls | grep 千と; ls", "grep 千と"), ("ls | a ;b", "a "), ("ls | a;b", "a;b"),
    ("ls | > x", "> x"), ("ls | x\\", "x\\"),
  ])
  func theProgramAfterAPipeIsKeptAsTyped(line: String, program: String) throws {
    let command = try #require(try LineParser.commands(in: line).first)
    #expect(command.words.map(\.text) == ["ls"])
    #expect(command.redirection?.kind == .pipe)
    #expect(command.redirection?.program == program)
  }

  @Test func aRedirectionEndsWithItsCommand() throws {
    let commands = try LineParser.commands(in: "ls > a; stats | head -3; version")
    #expect(commands.map { $0.words.map(\.text) } == [["ls"], ["stats"], ["version"]])
    #expect(commands.map { $0.redirection?.words.map(\.text) } == [["a"], [], nil])
    #expect(commands.map { $0.redirection?.program } == ["", "head -3", nil])
  }

  @Test(arguments: ["!date; ls > x", "  !date; ls > x"])
  func aLineThatBeginsWithAnExclamationMarkIsOneWord(line: String) throws {
    #expect(try LineParser.commands(in: line) == [.init(words: [Word("!date; ls > x")])])
  }

  @Test(arguments: [
    (#"add "unbalanced"#, "\""), ("add 'unbalanced", "'"), (#"add ""#, "\""),
    (#"add "a"b"#, "\""), (#"note . "ends in \""#, "\""), ("ls; add 'x", "'"),
    ("ls | grep it's", "'"), ("ls | grep \"a'b", "\""),
  ])
  func anUnclosedQuoteIsAnError(line: String, quote: String) {
    #expect(throws: CommandError.unclosedQuote(quote)) { try LineParser.commands(in: line) }
  }

  private func expect(_ line: Line) throws {
    let commands = try LineParser.commands(in: line.text)
    #expect(commands.map { $0.words.map(\.marked) } == line.commands)
    #expect(commands.allSatisfy { $0.redirection == nil })
  }
}

extension Word {
  /// The word, in guillemets if it was quoted.
  fileprivate var marked: String { isQuoted ? "«\(text)»" : text }
}
