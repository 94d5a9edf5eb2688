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
    ("search x --home y", "--home works before the verb only: `filmz --home <dir> search`"),
    ("undo 0", "undo takes a number from 1 on, not \"0\""),
    ("ls --limit x", "--limit takes a number from 1 on, not \"x\""),
    ("page it's", "page takes a number from 1 on, not \"it's\""),
    ("cache prune --days 0", "--days takes a number from 1 on, not \"0\""),
    ("time maybe", "time takes on or off, not \"maybe\""),
    ("ls --audience all", "--audience takes me, partner or family, not \"all\""),
    ("search x --tag noir", "search has no option --tag"),
    ("search x --year", "--year needs a value: years, as 1999, 1990-1999, \">1990\" or 1990s"),
    (
      "search x --sort",
      "--sort needs a value: name, year, imdb, votes, runtime or rating, or several; with - before it the"
        + " other way round"
    ),
    ("ls --limit", "--limit needs a number from 1 on"), ("page", "page needs a number from 1 on"),
    ("ls --format", "--format needs table, json, jsonl, csv, tsv or markdown"),
    ("time", "time needs on or off"),
    ("config get", "config get needs the setting, such as page.size"),
    ("backup restore", "backup restore needs the backup's name, as `backup ls` has it"),
    ("ls --watched=yes", "--watched takes no value"),
    (
      "next 3",
      "next takes no words behind it, and \"3\" is one too many; did you mean `page 3`?"
    ),
    ("version x", "version takes no words behind it, and \"x\" is one too many"),
    (
      "catalog update https://u:pw@h.test/?k=1",
      "catalog update takes no words behind it, and \"https://…\" is one too many"
    ),
    ("time on off", "time takes 1 word, and \"off\" is one too many"),
    (
      "log 3",
      "log takes no words behind it, and \"3\" is one too many; did you mean `log --limit 3`?"
    ),
  ])
  func wrongWordsAreExplainedInOurs(line: String, words: String) throws {
    #expect(try problem(of: line) == words)
  }

  @Test func noProposalIsMadeForAnOptionThatTheCommandLacks() throws {
    #expect(try problem(of: "next --limit 3") == "next has no option --limit")
    #expect(try problem(of: "ls --label x") == "ls has no option --label; did you mean --tag?")
    #expect(try problem(of: "stats --label x") == "stats has no option --label")
  }

  /// What is said of a line, or `nil` if it is right.
  private func problem(of line: String) throws -> String? {
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
