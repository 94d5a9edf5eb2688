import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// The command `sql`.
struct QueryVerbTests {
  private static let setup =
    "add heat --rating 9; add alien --rating 7.5; watched heat --on 2024-05-01; note alien \"a | b\""

  @Test(arguments: [
    ["sql", "select id, title, year, myRating, watched from entries order by year"],
    ["sql", "select", "id, title, year, myRating, watched from entries order by year;"],
  ])
  func singleCallPrintsRows(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(["--format", "jsonl"] + call)
      #expect(
        result.stdout == """
          {"id":"tt0078748","title":"Alien","year":1979,"myRating":7.5,"watched":0}
          {"id":"tt0113277","title":"Heat","year":1995,"myRating":9.0,"watched":1}

          """)
      #expect(result.stderr == "" && result.status == 0)
    }
  }

  @Test func queryNeedsNoQuotesInALine() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(
        "--format", "csv", "-c",
        "sql select title, notes from entries where title = 'Heat' or myRating < 8 order by 1; version"
      )
      #expect(result.stdout.hasPrefix("title,notes\r\nAlien,a | b\r\nHeat,\r\n"))
      let verbose = try await filmz.run(
        "--verbose", "sql", "select id from entries", "--limit", "1")
      #expect(verbose.stdout.contains("id") && verbose.stdout.split(separator: "\n").count == 2)
      #expect(
        verbose.stderr.contains(/1 row in \d+ ms\. There are more; `--limit N` shows them\./))
    }
  }

  @Test func wrongQueriesAreErrorsInOneLine() async throws {
    try await FilmzProcess.with { filmz in
      for (query, status) in [
        ("delete from entry", 64), ("select * from entry", 64), ("select titel from films", 64),
        ("select 1; select 2", 64), ("selct", 64), (";", 64),
      ] {
        let result = try await filmz.run("sql", query)
        #expect(result.status == Int32(status) && result.errorLines.count == 1, "\(result)")
        #expect(result.stdout == "" && result.stderr.hasPrefix("filmz: "))
      }
      let result = try await filmz.run("sql")
      #expect(result.status == 64 && result.stderr.contains("sql needs a query"))
      #expect(!filmz.folder.exists("home/state") && !filmz.folder.exists("home/data"))
    }
  }

  @Test func foreignTextIsInertInTables() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["sql", "select char(27) || '[31mred' as x"])
      #expect(try await terminal.waitForExit() == 0)
      #expect(!terminal.screen.newText.contains("\u{1B}[31m"))
      let json = try await filmz.run(
        "--format", "json", "sql", "select x'00ff' as a, null, 'b' as a")
      #expect(json.stdout == "[\n  {\"a\":\"00ff\",\"null\":null,\"a_2\":\"b\"}\n]\n")
    }
  }

  /// Each case is the first common table expression of a query, and one that doubles a previous one, `{c}`.
  ///
  /// The limit of SQLite's memory applies to a process, which other tests must not share.
  @Test(arguments: [
    ("select id a from entries", "select a || a a from {c}"),
    ("select id a from comments", "select x.a from {c} x, {c} y"),
  ])
  func queryThatGrowsWhileItIsCompiledIsRefused(first: String, next: String) async throws {
    let query =
      (1...30).reduce("with c0 as (\(first))") {
        $0 + ", c\($1) as (\(next.replacing("{c}", with: "c\($1 - 1)")))"
      } + " select count(a) from c30"
    // The limit of SQLite's memory would concern other tests in the same process.
    try await FilmzProcess.with { filmz in
      let result = try await filmz.runProcess(["sql", query])
      #expect(result.status == 1 && result.stdout == "", "\(result)")
      #expect(result.stderr.hasPrefix("filmz: the query is too complex"), "\(result)")
    }
  }

  @Test func interruptStopsAnEndlessQueryAndTheShellContinues() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send(
        "sql with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n\r"
      )
      // The progress line shows that the query runs; a signal while the line is edited only clears the line.
      try await shell.expect("waiting")
      shell.kill(SIGINT)
      let output = try await shell.expectPrompt()
      #expect(output.contains("interrupted"), "\(output)")
      #expect(try await shell.answer(to: "sql select 40 + 2 as answer").contains("42"))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func editorGetsTheLastQueryAndItsTextRuns() async throws {
    try await FilmzProcess.with { filmz in
      let script = #"sh -c 'cat "$0" > seen; printf "select 7 * 6\n  as answer;\n" > "$0"'"#
      let shell = try await filmz.openShell(["--offline"], environment: ["EDITOR": script])
      _ = try await shell.answer(to: "sql select 1 as one")
      #expect(try await shell.answer(to: "sql").contains("42"))
      #expect(try filmz.folder.read("seen").hasPrefix("select 1 as one"))
      _ = try await shell.answer(to: "sql")
      #expect(try filmz.folder.read("seen").hasPrefix("select 7 * 6\n  as answer"))
      #expect(try filmz.folder.mode(of: "home/state/query.json") == 0o600)
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func tabCompletesViewsAndColumns() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("sql select dateWat\tfrom entr\t\r")
      try await shell.expect(/sql select dateWatched from entries/)
      _ = try await shell.expectPrompt()
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func runningShellSeesTheChangesOfAnotherProcess() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      #expect(
        try await shell.answer(to: "sql select count(*) + 10 as n from entries").contains("10"))
      _ = try await filmz.answer(to: Self.setup)
      #expect(
        try await shell.answer(to: "sql select count(*) + 10 as n from entries").contains("12"))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func everyExampleOfHelpRunsInAnEmptyHome() async throws {
    try await FilmzProcess.with { filmz in
      let help = try await filmz.run("help", "sql").stdout
      #expect(help.contains("kids filter"))
      let examples = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("sql ") && $0.contains("select") }
      #expect(examples.count == 4)
      for example in examples {
        let result = try await filmz.run("-c", example)
        #expect(result.status == 0 && result.stderr == "", "\(example) \(result)")
      }
    }
  }
}
