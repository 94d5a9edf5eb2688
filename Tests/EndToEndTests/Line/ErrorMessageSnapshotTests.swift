import FilmzTestSupport
import Testing

struct ErrorMessageSnapshotTests {
  private static let lines = [
    "serach matrix", "xyzzy", "heat", "SHWO 1", "delete 1", "list noir", "poster", "back",
    "watch 3",
    "\\q", "cls",
    "clear", "grep x", "config gte page.size", "config frobnicate", "help serach", "help poster",
    "ls --yr 3", "ls --filter x", "ls --json", "ls --nope", "ls -x", "ls --limit",
    "ls --limit 0", "ls --limit x", "ls --sort colour", "ls --type flim", "ls --year soon",
    "ls --rating 11", "ls --watched=yes", "ls --watched --unwatched", "ls --format xml",
    "ls --color sometimes", "ls --home x", "ls --version", "search", "search *", "search x --year",
    "search x --type gmae", "search x --source imdb", "search x --page 0", "next", "next 3",
    "prev x",
    "page", "page x", "page 0", "results", "retry", "show", "show 9", "show qqzzxx", "add", "add 9",
    "add tt0068646 --audience all", "add tt0068646 --on soon", "rm", "rm -f 1", "rm The Room",
    "rate", "rate 11", "rate tt0068646 good", "rate tt0068646 9 --watched", "watched 4-1",
    "watched tt0068646 --on 2999", "unwatched tt0068646", "viewings rm", "viewings rm tt0068646 x",
    "viewings edit tt0068646 1", "viewings tt0068646 --note x", "config set list.ratings all",
    "note", "note great fun", "note tt0068646 -e", "audience", "audience tt0068646 all",
    "comment", "comment tt0068646", "comment great fun", "comment tt0068646 none",
    "comment tt0068646 \" \"", "comment -e", "comment edit", "comment edit it", "comment edit 1 x",
    "comment rm 1 2", "comment rm 12345678", "comments tt0068646 --all",
    "comments --all --follow --limit 1",
    "comments --all --follow --format csv",
    "tag", "tag zzqq noir", "untag", "untag tt0068646 noir",
    "from", "find", "find x --grep y", "refresh x --stale", "genres drama", "stats x", "undo",
    "undo 0", "undo x", "redo", "log 3", "backup restore", "backup restore x", "config get",
    "config get page.sise", "config set page.size", "config set page.size 0", "config set a b c",
    "cache prune --days 0", "cache show", "time", "time maybe", "time on off", "version x",
    "quit now", "ls >x", "8", "ls;ls", "search dune -y 1984", "search \"x",
    "ls > x", "sql", "sql delete from entry", "sql select titel from films",
    "sql select * from entry",
    "sql select title from films > films.csv", "sql 'select 1", "sql --schema x", "db frobnicate",
  ]

  /// Compares the error messages of invalid lines, each below its line, with the snapshot.
  @Test func errorMessagesOfLinesMatchTheSnapshot() async throws {
    try await FilmzProcess.with { filmz in
      let script = Self.lines.joined(separator: "\n") + "\n"
      let result = try await filmz.run(["--offline"], script: script)
      #expect(result.status == 1)
      #expect(result.stdout == "")
      let errors = result.errorLines
      #expect(errors.count == Self.lines.count)
      let text = zip(Self.lines, errors).map { line, error in
        "\(line)\n    \(error.replacing(#/^line \d+: /#, with: ""))\n"
      }
      let difference = try Snapshot("Errors/lines.txt").difference(from: text.joined())
      #expect(difference == nil)
    }
  }

  private static let calls = [
    ["--nonsense", "ls"], ["--colr", "never", "ls"], ["--json", "ls"], ["--format", "xml", "ls"],
    ["--format"], ["--home"], ["-c"], ["-x", "ls"], ["--limit", "3", "ls"],
    ["--offline=yes", "ls"],
    ["--home", "", "ls"], ["-c", "ls", "stats"], ["-f", "/nowhere", "ls"], ["-f", "/nowhere"],
    ["--generate-completion-script=tcsh"], ["sea", "godfather"], ["n"], [""],
  ]

  @Test func errorMessagesOfCallsMatchTheSnapshot() async throws {
    try await FilmzProcess.with { filmz in
      var text = ""
      for call in Self.calls {
        let result = try await filmz.run(call)
        #expect(result.status == 64 || result.status == 74)
        text += "filmz \(call.joined(separator: " "))\n    \(result.stderr)"
      }
      let difference = try Snapshot("Errors/calls.txt").difference(from: text)
      #expect(difference == nil)
    }
  }
}
