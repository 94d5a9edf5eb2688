import FilmzDomain
import Testing

@testable import FilmzCommands

/// How a line with `sql` is split into the query and options.
struct QueryLineTests {
  /// Each case is a line, the query of its first command, and the other words of the line's commands.
  @Test(arguments: [
    (
      "sql select title from films where year = 1999", "select title from films where year = 1999",
      ["sql"]
    ),
    ("SQL select 'Heat'", "select 'Heat'", ["SQL"]),
    (
      "sql select * from films where title = 'Heat'", "select * from films where title = 'Heat'",
      ["sql"]
    ),
    ("sql select 'The  Heat;  x', \"a\" ; ls", "select 'The  Heat;  x', \"a\"", ["sql", "ls"]),
    ("sql select 'it''s' where x in ( 'a')", "select 'it''s' where x in ( 'a')", ["sql"]),
    ("sql \"select title from films\"", "select title from films", ["sql"]),
    (#"sql "select 'a' as \"b\"" --limit 3"#, "select 'a' as \"b\"", ["sql", "--limit", "3"]),
    ("sql 'select 1' ; ls", "select 1", ["sql", "ls"]),
    ("sql 'a' || 'b'", "'a' || 'b'", ["sql"]),
    ("sql --limit 3 select 1", "select 1", ["sql", "--limit", "3"]),
    (
      "sql --format json select a --limit=9 from films",
      "select a from films", ["sql", "--format", "json", "--limit=9"]
    ),
    ("--format csv sql select 1 > 2", "select 1 > 2", ["--format", "csv", "sql"]),
    ("sql select a from b where c > 9 | 1", "select a from b where c > 9 | 1", ["sql"]),
    ("sql select 1 - -1 -- x", "select 1 - -1 -- x", ["sql"]),
    ("sql select 1;", "select 1", ["sql"]), ("sql select 1;select 2", "select 1;select 2", ["sql"]),
    ("sql \t select  2 ", "select  2", ["sql"]),
    ("ls; sql select 'a b'", "select 'a b'", ["ls", "sql"]),
  ])
  func queryIsOneWord(line: String, query: String, others: [String]) throws {
    let words = try LineParser.commands(in: line).flatMap(\.words)
    #expect(words.filter(\.isQuoted).map(\.text) == [query])
    #expect(words.filter { !$0.isQuoted }.map(\.text) == others)
  }

  @Test(arguments: ["sql select 'a", "sql select \"a b", "sql select `a", "sql \"select 1"])
  func unclosedQuoteIsAnError(line: String) {
    #expect(throws: CommandError.self) { try LineParser.commands(in: line) }
  }

  @Test func quotedQueryCanBeRedirected() throws {
    let command = try #require(try LineParser.commands(in: "sql \"select 1\" > films.csv").first)
    #expect(command.words.map(\.text) == ["sql", "select 1"])
    #expect(
      command.redirection?.kind == .replace
        && command.redirection?.words.map(\.text) == ["films.csv"])
    let pipe = try #require(try LineParser.commands(in: "sql 'select 1' --limit 2 | head -1").first)
    #expect(
      pipe.redirection?.program == "head -1"
        && pipe.words.map(\.text) == ["sql", "select 1", "--limit", "2"])
  }

  @Test(arguments: ["sql --schema | head", "sql --schema > views.txt"])
  func schemaCanBeRedirected(line: String) throws {
    let command = try #require(try LineParser.commands(in: line).first)
    #expect(command.redirection != nil && command.words.map(\.text) == ["sql", "--schema"])
  }

  @Test(arguments: ["sql --schema", "sql", "sql --limit 3"])
  func lineWithoutAQueryHasNoQuery(line: String) throws {
    let words = try LineParser.commands(in: line).flatMap(\.words)
    #expect(words.map(\.text).joined(separator: " ") == line)
  }

  /// A line and the names that are expected at its end: the text that they complete.
  @Test(arguments: [
    ("sql select ti", "ti", ""), ("sql select title, films.ye", "ye", ""),
    ("sql \"select count(ti", "ti", ""), ("sql select * from ", "", ""),
    ("sql select a where b > ye", "ye", ""), ("sql --limit 3 select ti", "ti", ""),
  ])
  func namesAreCompletedAtTheEndOfAQuery(line: String, partial: String, prefix: String) {
    let request = CompletionRequest(line)
    #expect(request.expectedWords == [.value(.query)])
    #expect(request.partialWord == partial && request.fixedPrefix == prefix)
    var state = CompletionState()
    state.queryNames = ["title", "titles", "year", "films"].map { .init(label: $0, summary: "") }
    let completion = Completer.completion(of: line, cursor: line.endIndex, state: state)
    #expect(
      completion.candidates.map(\.label)
        == state.queryNames.map(\.label).filter { $0.hasPrefix(partial) })
    if partial == "ye" { #expect(completion.replacement == "year ") }
    if partial == "ti" { #expect(completion.replacement == "title") }
  }
}
