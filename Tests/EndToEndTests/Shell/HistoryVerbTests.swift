import FilmzTestSupport
import Foundation
import Testing

/// `history`, and the history file that all shells share.
struct HistoryVerbTests {
  private static let file = "home/state/history"

  @Test func linesAreAvailableInTheNextShell() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      for line in ["version", "stats", "stats", " genres", "", "  "] {
        _ = try await first.answer(to: line)
      }
      #expect(try await first.quit() == 0)
      #expect(try filmz.folder.read(Self.file) == "version\nstats\nquit\n")
      #expect(try filmz.folder.mode(of: Self.file) == 0o600)
      #expect(try filmz.folder.mode(of: "home/state") == 0o700)
      let second = try await filmz.openShell(["--offline"])
      try await second.send("\u{1b}[A\u{1b}[A\u{1b}[A\r")
      #expect(try await second.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await second.send("\u{12}sta\r")
      #expect(try await second.expectPrompt().contains("Your collection is empty"))
    }
  }

  @Test func historyListsTheLinesOfAllShells() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      let second = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "search matrix")
      _ = try await second.answer(to: "search heat")
      let output = try await first.answer(to: "history")
      #expect(output.contains(/1 +search matrix\n *2 +search heat\n *3 +history\n/))
      try await second.send("\u{1b}[A\r")
      #expect(try await second.expectPrompt().contains("Heat"))
      first.kill()
      _ = try await first.waitForExit()
      #expect(
        try filmz.folder.read(Self.file) == "search matrix\nsearch heat\nhistory\n"
          + "search heat\n")
    }
  }

  @Test(arguments: [
    ("history", [1, 2, 3, 4]), ("history amelie", [2]), ("history --limit 2", [3, 4]),
    ("history search --limit 1", [3]), ("history \"Ocean's\"", [3]), ("history nothing", []),
  ])
  func scriptsAndSingleCommandsOnlyReadTheHistory(line: String, numbers: [Double]) async throws {
    try await FilmzProcess.with { filmz in
      let text = "version\nsearch Amélie\nsearch ocean's eleven\nls\n"
      try filmz.folder.write(text, to: Self.file)
      let answer = try await filmz.answer(to: line)
      #expect(answer.each("number").map { $0?.number } == numbers)
      let script = try await filmz.run(["--format", "json"], script: line + "\n")
      #expect(try script.json == answer)
      #expect(try filmz.folder.read(Self.file) == text)
    }
  }

  @Test func historyIsAvailableInAllFormats() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("ls\nnote . \"a|b\"\n", to: Self.file)
      for (format, text) in [
        (
          "json",
          "[\n" + #"  {"number":1,"line":"ls"},"# + "\n"
            + #"  {"number":2,"line":"note . \"a|b\""}"# + "\n]\n"
        ),
        (
          "jsonl",
          #"{"number":1,"line":"ls"}"# + "\n" + #"{"number":2,"line":"note . \"a|b\""}"# + "\n"
        ),
        ("csv", "number,line\r\n1,ls\r\n2,\"note . \"\"a|b\"\"\"\r\n"),
        ("tsv", "number\tline\n1\tls\n2\t\"note . \"\"a|b\"\"\"\n"),
      ] {
        let result = try await filmz.run("--format", format, "history")
        #expect(result.stdout == text, "\(format)")
      }
      let table = try await filmz.run("history")
      #expect(table.stdout.contains(/1 +ls\n2 +note \. "a\|b"\n/))
      let markdown = try await filmz.run("--format", "markdown", "history")
      #expect(markdown.stdout.contains(#"a\|b"#))
    }
  }

  @Test func emptyHistoryIsReported() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", "history")
      #expect(result.status == 0 && result.stdout == "" && result.stderr.contains("No lines yet."))
      #expect(try await filmz.answer(to: "history") == [])
      #expect(!filmz.folder.exists(Self.file))
    }
  }

  @Test func keysAreNotStored() async throws {
    try await FilmzProcess.with(environment: ["OMDB_API_KEY": "s3cr3tkey"]) { filmz in
      let shell = try await filmz.openShell(["--offline"])
      for line in ["con set tmdb.token abcdefg1", "search s3cr3tkey", "note . abcdefg1", "version"] {
        _ = try await shell.answer(to: line)
      }
      #expect(try filmz.folder.read(Self.file) == "version\n")
    }
  }

  // MARK: - Damaged files

  @Test(arguments: [
    Data("version\0\0\n".utf8), Data([0xFF, 0xFE, 10]) + Data("version\n".utf8),
    Data(repeating: 0x78, count: 5 << 20) + Data("\nversion".utf8),
  ])
  func damagedFileIsTolerated(data: Data) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(data, to: Self.file)
      let shell = try filmz.openTerminal(["--offline"])
      let banner = try await shell.expectPrompt()
      #expect(!banner.contains("history"))
      try await shell.send("\u{1b}[A\r")
      #expect(try await shell.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      #expect(try await shell.quit() == 0)
      #expect(try filmz.folder.read(Self.file).hasSuffix("version\nquit\n"))
    }
  }

  @Test(arguments: [
    "mkdir history", "mkfifo history", "ln -s history history", "ln -s /proc/1/x history",
  ])
  func unusableFileIsReportedOnceAndTheShellWorks(command: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("", to: "home/state/other")
      let sh = try FilmzProcess(in: filmz.folder, executable: "/bin/sh")
      #expect(try await sh.run("-c", "cd home/state && " + command).status == 0)
      let shell = try filmz.openTerminal(["--offline"], columns: 400)
      let banner = try await shell.expectPrompt()
      let answers = [try await shell.answer(to: "version"), try await shell.answer(to: "stats")]
      let allOutput = ([banner] + answers).joined()
      #expect(
        allOutput.ranges(of: "the history of this shell will not be saved").count == 1,
        "\(allOutput)")
      try await shell.send("\u{1b}[A\u{1b}[A\r")
      #expect(try await shell.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      #expect(try await shell.answer(to: "history").contains(/2 +stats\n/))
      #expect(try await shell.quit() == 0)
      let single = try await filmz.run("history")
      #expect(single.status == (command.contains("/proc") ? 0 : 74) && single.stdout == "")
    }
  }
}
