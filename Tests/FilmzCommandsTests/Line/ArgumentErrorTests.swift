import Testing

@testable import FilmzCommands

struct ArgumentErrorTests {
  @Test(arguments: [
    ("ls --yr 3", "ls has no option --yr; did you mean --year?"),
    ("ls --gener Drama", "ls has no option --gener; did you mean --genre?"),
    ("ls --filter x", "ls has no option --filter; did you mean --grep?"),
    ("ls --order year", "ls has no option --order; did you mean --sort?"),
    ("ls --form json", "ls has no option --form; did you mean --format?"),
    ("ls --json", "ls has no option --json; did you mean --format json?"),
    ("rm 1 -f", "rm has no option -f; did you mean --yes?"),
    ("search x --nope", "search has no option --nope"), ("ls -x", "ls has no option -x"),
    ("undo 0", "undo takes a positive number, not \"0\""),
    ("ls --limit x", "--limit takes a positive number, not \"x\""),
    ("page it's", "page takes a positive number, not \"it's\""),
    ("cache prune --days 0", "--days takes a positive number, not \"0\""),
    ("time maybe", "time takes on or off, not \"maybe\""),
    ("browse --source all2", "--source takes catalog, own or all, not \"all2\""),
    ("search x --tag noir", "search has no option --tag"),
    ("search x --year", "--year needs a value: years, such as 1999, 1990-1999, \">1990\" or 1990s"),
    (
      "search x --sort",
      "--sort needs a value: one or more of name, year, imdb, votes, runtime or rating, such as"
        + " -rating,year; a leading - reverses the order"
    ),
    ("ls --limit", "--limit needs a positive number"), ("page", "page needs a positive number"),
    ("ls --format", "--format needs table, json, jsonl, csv, tsv or markdown"),
    ("time", "time needs on or off"),
    ("config get", "config get needs the setting's name, such as page.size"),
    ("backup restore", "backup restore needs the backup's name, as listed by `backup ls`"),
    ("ls --watched=yes", "--watched takes no value"),
    (
      "next 3",
      "unexpected \"3\": next takes no arguments; did you mean `page 3`?"
    ),
    ("version x", "unexpected \"x\": version takes no arguments"),
    (
      "catalog update https://u:pw@h.test/?k=1",
      "unexpected \"https://…\": catalog update takes no arguments"
    ),
    ("time on off", "unexpected \"off\": time takes 1 argument"),
    (
      "log 3",
      "unexpected \"3\": log takes no arguments; did you mean `log --limit 3`?"
    ),
  ])
  func invalidArgumentsAreExplained(line: String, message: String) throws {
    #expect(try usageError(of: line) == message)
  }

  @Test func optionsOfTheProgramAreExplainedByItsHelp() throws {
    let error = try #require(throws: CommandError.self) { try usageError(of: "search x --home y") }
    #expect(
      error.message
        == "--home must come before the command: `filmz --home <dir> search`; see `filmz --help`"
    )
  }

  @Test func optionsThatTheCommandLacksAreNotSuggested() throws {
    #expect(try usageError(of: "next --limit 3") == "next has no option --limit")
    #expect(try usageError(of: "ls --label x") == "ls has no option --label; did you mean --tag?")
    #expect(try usageError(of: "stats --label x") == "stats has no option --label")
  }

  /// Returns the usage error of a line, or `nil` if the line is valid.
  private func usageError(of line: String) throws -> String? {
    let command = try #require(try LineParser.commands(in: line).first)
    let match = try CommandTree.find(command.words, abbreviated: false)
    do {
      _ = try match.command.read(match.words)
      return nil
    } catch CommandError.wrongUsage(let text, _) {
      return text
    }
  }
}
