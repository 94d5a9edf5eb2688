import FilmzTestSupport
import Testing

struct BadLinesTests {
  @Test(arguments: [
    ["serach", "x"], ["search", "x", "--nonsense"], ["ls", "--limit", "abc"],
    ["ls", "--limit", "0"],
    ["search"], ["search", "*"], ["--format", "xml", "ls"], ["--nonsense", "ls"],
    ["ls", "--sort", "colour"], ["ls", "--watched", "--unwatched"], ["ls", "--year", "soon"],
    ["ls", "--rating", "11"], ["page"], ["page", "0"], ["page", "x"],
    ["rate", "tt0068646", "11"], ["rate", "tt0068646", "8.55"], ["rate", "tt0068646", "good"],
    ["rate"], ["watched", "tt0068646", "--on", "2024-13"],
    ["watched", "tt0068646", "--on", "2999"],
    ["watched", "tt0068646", "--rating", "-1"], ["add", "tt0068646", "--audience", "all"],
    ["search", "x", "--type", "gmae"], ["search", "x", "--source", "imdb"], ["time"],
    ["time", "maybe"], ["search", "x", "--home", "y"], ["ls", "--version"], [""], ["SEA", "x"],
    ["note"], ["search", "x", "--year"], ["--home"], ["-c"], ["-c", "ls", "ls"],
    ["--generate-completion-script=tcsh"], ["sea", "godfather"], ["n"],
  ])
  func usageErrorsExitWith64AndPrintOneLine(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(arguments)
      #expect(result.status == 64)
      #expect(result.stdout == "")
      #expect(result.stderr.hasPrefix("filmz: "))
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(!result.stderr.contains("Error(") && !result.stderr.contains("Word"))
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test(arguments: [
    ["next"], ["prev"], ["results"], ["page", "2"], ["show"], ["rm", "--yes"], ["show", "3"],
    ["rm", "The Godfather", "--yes"], ["unwatched", "tt0068646"], ["show", "qqzzxx"],
    ["show", "tt9999999"], ["rm", "tt0068646", "--yes"], ["add", "9"],
  ])
  func failedCommandsExitWith1AndPrintOneLine(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline", "--format", "json"] + arguments)
      #expect(result.status == 1)
      #expect(result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("filmz: "))
    }
  }

  @Test(arguments: ["recommend x", "poster x"])
  func reservedVerbsAreReportedAsComingLater(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let single = try await filmz.run(line.split(separator: " ").map(String.init))
      #expect(single.status == 64)
      #expect(single.stderr.contains("comes later"))
      let script = try await filmz.run([], script: line)
      #expect(script.status == 1)
      #expect(script.stderr.hasPrefix("line 1: ") && script.stderr.contains("comes later"))
    }
  }

  @Test func scriptsContinueAfterInvalidLines() async throws {
    try await FilmzProcess.with { filmz in
      let script = "search godfather\nserach x\nadd 1\nadd \"broken\nls; add 'x\nls\n"
      let result = try await filmz.run(["--offline"], script: script)
      #expect(result.status == 1)
      #expect(result.errorLines.map { $0.prefix(7) } == ["line 2:", "line 4:", "line 5:"])
      #expect(result.errorLines.dropFirst().allSatisfy { $0.contains("quote") })
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }

  @Test func bailEndsAScriptAtItsFirstFailure() async throws {
    try await FilmzProcess.with { filmz in
      for arguments in [["--bail"], ["--bail", "-f", "-"]] {
        let result = try await filmz.run(
          arguments + ["--offline"], script: "search godfather\nserach x\nadd 1\n")
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1)
        #expect(result.stdout.contains("The Godfather"))
      }
      let commands = try await filmz.run("--bail", "--offline", "-c", "show 1; add tt0068646")
      #expect(commands.status == 1)
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func removingNeedsConfirmation() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "add", "tt0068646")
      let refused = try await filmz.run("--offline", "rm", "tt0068646")
      #expect(refused.status == 1)
      #expect(
        refused.stderr == "filmz: rm needs confirmation, which is not possible here; add --yes\n")
      let script = try await filmz.run(["--offline"], script: "rm tt0068646\ny\n")
      #expect(script.status == 1)
      #expect(script.stderr.hasPrefix("line 1: rm needs confirmation"))
      #expect(try await filmz.answer(to: "ls").array.count == 1)
      #expect(try await filmz.run(["--yes"], script: "rm tt0068646\n").status == 0)
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func quittingEndsAScriptWithTheStatusSoFar() async throws {
    try await FilmzProcess.with { filmz in
      let good = try await filmz.run(["--offline"], script: "version\nquit\nserach x\n")
      #expect(good.status == 0 && good.stderr == "")
      let bad = try await filmz.run(["--offline"], script: "serach x\nexit\nversion\n")
      #expect(bad.status == 1 && bad.stdout == "")
    }
  }

  @Test(arguments: [
    "show {text}", "rm {text}", "ls --year {text}", "ls --{text}", "ls @{text}", "list show {text}",
    "search year:{text}", "watched heat --on {text}", "sql {text}", "import {text}",
  ])
  func longArgumentIsNotRepeatedInTheError(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let text = String(repeating: "0123456789", count: 100_000)
      let result = try await filmz.run(
        ["--offline"], script: line.replacing("{text}", with: text) + "\n")
      #expect(result.status == 1)
      #expect(result.errorLines.count == 1 && result.stderr.utf8.count < 1500, "\(result.stderr)")
    }
  }

  @Test func aLineOf300KilobytesIsOneCommand() async throws {
    try await FilmzProcess.with { filmz in
      let note = String(repeating: "0123456789", count: 30_000)
      let result = try await filmz.run(["--offline"], script: "note tt0068646 \(note)\nversion\n")
      #expect(result.status == 0)
      #expect(result.stdout.contains(/filmz \d+\.\d+\.\d+\n$/))
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == .string(note))
    }
  }
}
