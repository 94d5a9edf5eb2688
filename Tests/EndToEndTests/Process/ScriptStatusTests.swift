import FilmzTestSupport
import Glibc
import Testing

/// The exit status and the error messages of scripts.
struct ScriptStatusTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let script: String
    let status: Int32
    /// The beginnings of the lines of standard error.
    var errors: [String] = []
    var versionCount = 0
    var usesBail = false

    var testDescription: String { script.debugDescription + (usesBail ? " --bail" : "") }
  }

  @Test(arguments: [
    Case(script: "version\nversion", status: 0, versionCount: 2),
    Case(
      script: "# a\n\nversion\nbogus\nversion\n", status: 1, errors: ["line 4: "], versionCount: 2),
    Case(script: "version; bogus; version\n", status: 1, errors: ["line 1: "], versionCount: 2),
    Case(script: "bogus\nversion\n", status: 1, errors: ["line 1: "], usesBail: true),
    Case(script: "bogus; version\nversion", status: 1, errors: ["line 1: "], usesBail: true),
    Case(script: "version 'x\nversion\n", status: 1, errors: ["line 1: "], versionCount: 1),
    Case(script: "version 'x\nversion\n", status: 1, errors: ["line 1: "], usesBail: true),
    Case(script: "bogus\nquit\nversion", status: 1, errors: ["line 1: "]),
    Case(script: "version\nquit; version\nbogus", status: 0, versionCount: 1),
    Case(script: "\u{FEFF}#\r\n\r\nbogus\r\n", status: 1, errors: ["line 3: "]),
    Case(
      script: "\nrm x\nconfig set omdb.apiKey -\n", status: 1, errors: ["line 2: ", "line 3: "]),
  ])
  func errorsOfScriptsNameTheirLine(test: Case) async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write(test.script, to: "script")
      let options = (test.usesBail ? ["--bail"] : []) + ["--offline"]
      for result in [
        try await filmz.run(options, script: test.script),
        try await filmz.run(options + ["-f", "-"], script: test.script),
        try await filmz.run(options + ["-f", "script"]),
      ] {
        expect(result, test)
      }
    }
  }

  @Test(arguments: [
    Case(script: "version; version", status: 0, versionCount: 2),
    Case(
      script: "version; bogus\nversion; nope", status: 1, errors: ["command 2: ", "command 4: "],
      versionCount: 2),
    Case(script: "bogus; version", status: 1, errors: ["command 1: "], usesBail: true),
    Case(script: "version; quit; version", status: 0, versionCount: 1),
    Case(
      script: "version\nversion 'x\nbogus", status: 1, errors: ["command 2: ", "command 3: "],
      versionCount: 1),
  ])
  func errorsOfOptionCNameTheirCommand(test: Case) async throws {
    try await FilmzProcess.with { filmz async throws in
      let options = (test.usesBail ? ["--bail"] : []) + ["--offline"]
      expect(try await filmz.run(options + ["-c", test.script]), test)
    }
  }

  @Test func unreadableScriptsExitWith74() async throws {
    try await FilmzProcess.with { filmz async throws in
      for file in ["none", "."] {
        let result = try await filmz.run("-f", file)
        #expect(result.status == 74 && result.stdout == "")
        #expect(result.errorLines.count == 1)
        #expect(result.stderr.hasPrefix("filmz: cannot read the script \(file): "))
      }
    }
  }

  @Test func unwritableOutputExitsWith74() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(
        [], script: "version\nversion\n", output: .path("/dev/full"))
      #expect(result.status == 74 && result.errorLines.count == 1)
      #expect(result.stderr.hasPrefix("line 1: cannot write the output"))
    }
  }

  @Test func closedOutputEndsTheScriptSilently() async throws {
    try await FilmzProcess.with { filmz async throws in
      let script = String(repeating: "version\n", count: 5000)
      let result = try await filmz.run([], script: script, output: .closedAfterFirstLine)
      #expect([0, 141, -13].contains(result.status) && result.stderr == "")
    }
  }

  @Test func aLongScriptOfCommentsIsReadToItsEnd() async throws {
    try await FilmzProcess.with { filmz async throws in
      let comments = String(repeating: "# nothing to do here\n\n   \t\n", count: 100_000)
      let result = try await filmz.run([], script: comments + "bogus\n" + comments + "version")
      #expect(result.errorLines.map { $0.prefix(13) } == ["line 300001: "])
      #expect(result.stdout == "filmz 0.1.0\n" && result.status == 1)
    }
  }

  @Test func elapsedTimesArePrintedForAllCommandsIncludingFailedOnes() async throws {
    try await FilmzProcess.with { filmz async throws in
      let script = "version\ntime on\nversion; bogus\ntime off\nversion\n"
      let result = try await filmz.run([], script: script)
      let times = result.errorLines.filter { $0.wholeMatch(of: /elapsed \d+\.\d{3} ms/) != nil }
      #expect(times.count == 3 && result.errorLines.count == 4, "\(result.stderr)")
      #expect(result.stdout == "filmz 0.1.0\nfilmz 0.1.0\nfilmz 0.1.0\n")
    }
  }

  private func expect(
    _ result: ProcessResult, _ test: Case, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == test.status, sourceLocation: sourceLocation)
    let lines = result.errorLines
    #expect(
      lines.count == test.errors.count && zip(lines, test.errors).allSatisfy { $0.hasPrefix($1) },
      "\(lines)", sourceLocation: sourceLocation)
    let output = String(repeating: "filmz 0.1.0\n", count: test.versionCount)
    #expect(result.stdout == output, sourceLocation: sourceLocation)
  }
}
