import FilmzTestSupport
import Foundation
import Glibc
import Testing

struct SourceVerbTests {
  @Test func filesRunInTheSessionOfTheCaller() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("\u{FEFF}# mine\r\nadd 2\r\nshow 1", to: "marks")
      let script = "search godfather\nsource marks\nrate 8\nls\n"
      let result = try await filmz.run(["--offline", "--format", "jsonl"], script: script)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "show tt0068646")["myRating"] == 8)
      #expect(try await filmz.answer(to: "ls").array.count == 2)
      let shell = try await filmz.openShell(["--offline"])
      try filmz.folder.write("search matrix\nshow 1\n", to: "look")
      #expect(try await shell.answer(to: "source ~/look").contains("filmz (The Matrix)> "))
      #expect(try await shell.answer(to: "results").contains(/1–[^\n]*\nfilmz> $/))
    }
  }

  @Test(arguments: [
    (["source", "one"], "filmz: one:2: ", Int32(1)),
    (["-c", "version; source one"], "command 2: one:2: ", 1),
    (["-f", "outer"], "line 2: one:2: ", 1), (["source", "outer"], "filmz: outer:2: one:2: ", 1),
  ])
  func errorsNameFileAndLine(call: [String], prefix: String, status: Int32) async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("version\nbogus\nversion\n", to: "one")
      try filmz.folder.write("\nsource one\n", to: "outer")
      let result = try await filmz.run(call)
      #expect(result.status == status)
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix(prefix + "unknown command"))
      #expect(result.stdout.hasSuffix("filmz 0.1.0\nfilmz 0.1.0\n"))
    }
  }

  @Test func withBailTheFirstFailureEndsEverything() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("bogus\nversion\n", to: "one")
      for call in [["source", "one"], ["-c", "source one; version"]] {
        let result = try await filmz.run(["--bail"] + call)
        #expect(result.status == 1 && result.stdout == "" && result.errorLines.count == 1)
      }
    }
  }

  @Test func quitEndsOnlyTheFile() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("quit\nbogus\n", to: "one")
      let result = try await filmz.run("-c", "source one; version")
      #expect(result.status == 0 && result.stdout == "filmz 0.1.0\n" && result.stderr == "")
    }
  }

  @Test func filesRunInTheShellFollowTheRulesOfScripts() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.answer(to: "add tt0068646")
      try filmz.folder.write(
        "rm tt0068646\nver\nversion > x\n!touch x\nrate\nnote . -e\n", to: "one")
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      let seen = try await shell.answer(to: "source one")
      for error in [
        "one:1: rm needs confirmation", "one:2: unknown command \"ver\"",
        "one:3: `>` works in the shell only",
        "one:4: `!` works in the shell only", "one:5: ", "one:6: ",
      ] {
        #expect(seen.contains(error), "\(seen)")
      }
      #expect(try await filmz.answer(to: "ls").array.count == 1)
      #expect(!filmz.folder.exists("x"))
      #expect(try await shell.answer(to: "source one --yes; ver").contains("\nfilmz 0.1.0\n"))
      #expect(try await filmz.answer(to: "ls").array.count == 0)
    }
  }

  private static let unreadable: [(call: [String], status: Int32)] = [
    (["source", "none"], 74), (["source", "."], 74), (["-c", "source none"], 1),
    (["source"], 64), (["source", ""], 64), (["source", "a", "b"], 64),
  ]

  @Test(arguments: unreadable)
  func unreadableFilesAreOneErrorLine(call: [String], status: Int32) async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(call)
      #expect(result.status == status)
      #expect(result.stdout == "" && result.errorLines.count == 1, "\(result.stderr)")
    }
  }

  @Test(.processes) func filesThatRunThemselvesAreStopped() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("source loop\n", to: "loop")
      try filmz.folder.write("source ./a/../b\n", to: "a")
      try FileManager.default.createSymbolicLink(
        atPath: filmz.folder.path(of: "b"), withDestinationPath: "a")
      for name in ["loop", "a"] {
        let result = try await filmz.run("source", name)
        #expect(result.status == 1 && result.errorLines.count == 1)
        let suffix = "runs itself; remove the line that runs it again\n"
        #expect(result.stderr.hasPrefix("filmz: \(name):1: the script "), "\(result.stderr)")
        #expect(result.stderr.hasSuffix(suffix), "\(result.stderr)")
      }
    }
  }

  @Test func filesThatRunThemselvesThroughAnAliasAreStopped() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("alias.again = \"source loop\"\n", to: "home/config/config.toml")
      try filmz.folder.write("again\nagain\n", to: "loop")
      let shell = try await filmz.openShell(["--offline"])
      let seen = try await shell.answer(to: "again")
      #expect(seen.contains("loop:1: the script loop runs itself"))
      #expect(
        seen.contains("loop:2: the script loop runs itself") && !seen.contains("loop:1: loop"))
    }
  }

  @Test func filesCanBeNested50LevelsDeep() async throws {
    try await FilmzProcess.with { filmz async throws in
      for depth in 1...50 { try filmz.folder.write("source \(depth + 1)\n", to: "\(depth)") }
      try filmz.folder.write("version\n", to: "51")
      #expect(try await filmz.run("source", "2").stdout == "filmz 0.1.0\n")
      let result = try await filmz.run("source", "1")
      #expect(result.status == 1 && result.stdout == "" && result.errorLines.count == 1)
      #expect(result.stderr.contains(":1: scripts can be nested at most 50 levels deep"))
    }
  }

  @Test func ctrlCEndsTheFileAndTheShellContinues() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      try filmz.folder.write("show tt9000001\nversion\n", to: "one")
      let shell = try await filmz.openShell()
      try await shell.send("source one; version\r")
      try await server.waitForRequests(1)
      try await shell.send("\u{3}")
      let seen = try await shell.expectPrompt()
      #expect(!seen.contains("filmz 0.") && seen.contains("one:1: interrupted"))
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
    }
  }

  @Test func unwritableOutputEndsTheFile() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("version\nversion\n", to: "one")
      let result = try await filmz.run(
        ["-c", "source one; version"], output: .path("/dev/full"))
      #expect(result.status == 74 && result.errorLines.count == 1)
      #expect(result.stderr.hasPrefix("command 1: one:1: cannot write the output"))
    }
  }
}
