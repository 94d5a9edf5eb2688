import FilmzTestSupport
import Foundation
import Testing

/// Redirection with `>`, `>>` and `|` in the shell.
struct ShellRedirectionTests {
  @Test(arguments: [
    "note heat > b", "note tt0113277 a | love it", "from tt0113277 a >> b", "comment tt0113277 a > b",
    "note tt0113277 a > b", "--yes note tt0113277 a > b", "list describe Noir a > b",
    "list --yes describe Noir a > b", "viewings edit tt0113277 1 --note a > b",
  ])
  func textsAreNotCutAtAnOperator(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      #expect(try await shell.answer(to: line).contains("in quotes"))
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(!filmz.folder.exists("b"))
    }
  }

  @Test func theDataGoesToTheFileAndAMessageToTheTerminal() async throws {
    try await withFilms { filmz, shell async throws in
      let seen = try await shell.answer(to: "ls --format csv > films.csv")
      #expect(seen.contains("Wrote 2 films to films.csv\n"))
      #expect(!seen.contains("1–2 of 2") && !seen.contains("The Godfather"))
      let csv = try await filmz.run("--offline", "ls", "--format", "csv").stdout
      #expect(try filmz.folder.read("films.csv") == csv)
      _ = try await shell.answer(to: "version >> films.csv; version > 'my version'")
      #expect(try filmz.folder.read("films.csv") == csv + "filmz 0.1.0\n")
      #expect(try filmz.folder.read("my version") == "filmz 0.1.0\n")
      #expect(try await shell.answer(to: "show 1 > card").contains("(The Godfather)> "))
    }
  }

  @Test func tablesInFilesAreCompletePlainAndNotTruncated() async throws {
    try await withFilms(columns: 30) { filmz, shell async throws in
      _ = try await shell.answer(to: "ls > ~/films")
      let text = try filmz.folder.read("films")
      #expect(text.contains("The Godfather  1972  movie"))
      #expect(!text.contains("\u{1B}"))
      _ = try await shell.answer(to: "ls --color always > films")
      #expect(try filmz.folder.read("films").contains("\u{1B}["))
    }
  }

  @Test(arguments: [
    ("ls >> films", "Appended 2 films to films\n"), ("version > v", "Wrote 1 line to v\n"),
    ("ls --year 1900 > none", "Wrote 0 films to none\n"), ("genres > g", " rows to g\n"),
    ("search godfather --format json > s", "Wrote 3 films to s\n"),
    ("ls > \"9\"", "Wrote 2 films to 9\n"), ("discover --methods > m", " methods to m\n"),
    ("ls --nonsense > x", "no option --nonsense"),
  ])
  func theMessageNamesTheAmount(line: String, message: String) async throws {
    try await withFilms { filmz, shell async throws in
      let seen = try await shell.answer(to: line)
      #expect(
        seen.contains(message) && seen.contains("Wrote") != seen.contains("Appended")
          || seen.contains("option"), "\(seen)")
    }
  }

  @Test(arguments: [60, 80, 120, 200])
  func tablesForProgramsFitTheTerminal(columns: Int) async throws {
    try await withFilms(columns: columns) { filmz, shell async throws in
      _ = try await filmz.answer(to: "add tt0057012")
      let seen = try await shell.answer(to: "ls | cat")
      #expect(seen.contains("The Godfather") && shell.screen.wrappedLines.isEmpty)
      #expect(!seen.contains("1–3 of 3"))
      _ = try await shell.answer(to: "ls | cat > all")
      #expect(
        try filmz.folder.read("all").contains("How I Learned to Stop Worrying and Love the Bomb"))
    }
  }

  @Test func notesAboutAnEmptyListAreKept() async throws {
    try await withFilms { _, shell async throws in
      let seen = try await shell.answer(to: "search zzzzqq | cat")
      #expect(seen.contains("No results for \"zzzzqq\""))
    }
  }

  @Test func listsInFilesAreNotPaged() async throws {
    try await withFilms { filmz, shell async throws in
      let commands = (1...30).map { "add tt\(9_100_000 + $0)" }.joined(separator: "; ")
      _ = try await filmz.answer(to: commands)
      _ = try await shell.answer(to: "ls --format table | wc -l > count")
      #expect(
        try filmz.folder.read("count").trimmingCharacters(in: .whitespacesAndNewlines) == "33")
    }
  }

  @Test(arguments: [
    ("ls >", "`>` needs a file"), ("ls > a b", "`>` takes one file"),
    ("ls > a > b", "`>` takes one file"), ("ls >> /", "cannot write /: Is a directory"),
    ("ls > no/such", "cannot write no/such: No such file"), ("> x", "needs a command before it"),
    ("ls |", "`|` needs a program"), ("ls > ''", "`>` needs a file"),
    ("ls > /dev/full", "cannot write /dev/full: No space left on device"),
  ])
  func invalidRedirectionsAreOneErrorLine(line: String, message: String) async throws {
    try await withFilms { filmz, shell async throws in
      #expect(try await shell.answer(to: line).contains(message))
      #expect(try filmz.folder.files().allSatisfy { $0.hasPrefix("home/") })
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
    }
  }

  @Test func commandsDoNotRunIfTheirFileCannotBeWritten() async throws {
    try await withFilms { filmz, shell async throws in
      _ = try await shell.answer(to: "rm tt0068646 --yes > no/such")
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func failedCommandsKeepTheFileAndStartNoProgram() async throws {
    try await withFilms { filmz, shell async throws in
      try filmz.folder.write("old\n", to: "old")
      _ = try await shell.answer(
        to: "ls --nonsense > old; show tt9999999 > new; serach | touch ran")
      #expect(try filmz.folder.read("old") == "old\n")
      #expect(!filmz.folder.exists("new") && !filmz.folder.exists("ran"))
    }
  }

  // MARK: - Programs

  @Test func programsReceiveTheDataAndTheirArgumentsAsTyped() async throws {
    try await withFilms { filmz, shell async throws in
      let line =
        #"ls --format jsonl | grep 'The Godfather' | sed 's/.*"year":\([0-9]*\).*/=\1=/; s/=/:/'"#
      #expect(try await shell.answer(to: line).contains(":1972="))
      _ = try await shell.answer(to: "ls --format csv | sort > sorted; version | cat > v")
      #expect(try filmz.folder.read("sorted").hasPrefix("1,tt"))
      #expect(try filmz.folder.read("v") == "filmz 0.1.0\n")
    }
  }

  @Test func programsCanExitEarly() async throws {
    try await withFilms { _, shell async throws in
      let seen = try await shell.answer(to: "help | head -1")
      #expect(!seen.contains("ended") && !seen.contains("cannot"))
      #expect(try await shell.answer(to: "help | true").hasSuffix("filmz> "))
    }
  }

  @Test func failuresOfProgramsAreReported() async throws {
    try await withFilms { _, shell async throws in
      #expect(try await shell.answer(to: "ls | exit 3").contains("`exit 3` ended with status 3"))
      #expect(try await shell.answer(to: "ls | no-such").contains("`no-such` cannot be run"))
    }
  }

  @Test func programsAreRunByTheUsersShell() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("#!/bin/sh\necho \"mine: $1 $2\"; cat\n", to: "mysh")
      let shell = try await filmz.openShell(
        ["--offline"], environment: ["SHELL": try filmz.makeExecutable("mysh")])
      let seen = try await shell.answer(to: "version | a 'b'")
      #expect(seen.contains("mine: -c a 'b'\nfilmz 0.1.0"))
    }
  }

  @Test func redirectionOutsideTheShellIsAnError() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(["--offline"], script: "version > x\nversion | cat\n")
      #expect(result.status == 1 && result.stdout == "")
      #expect(result.errorLines.map { $0.prefix(12) } == ["line 1: `>` ", "line 2: `|` "])
      #expect(try await filmz.run("--offline", "find", "rating:>7").status == 0)
    }
  }

  private func withFilms(
    columns: Int = 80, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.answer(to: "add tt0133093; add tt0068646")
      try await body(filmz, try await filmz.openShell(["--offline"], columns: columns))
    }
  }
}

extension FilmzProcess {
  /// Makes a file in the folder executable, and returns its path.
  func makeExecutable(_ name: String) throws -> String {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: name))
    return folder.path(of: name)
  }
}
