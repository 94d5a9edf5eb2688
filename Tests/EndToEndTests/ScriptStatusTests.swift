import FilmzTestSupport
import Glibc
import Testing

/// How scripts end, and what they say.
struct ScriptStatusTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let script: String
    let status: Int32
    /// How the lines of the standard error begin.
    var errors: [String] = []
    /// How often the version was printed.
    var versions = 0
    var bails = false

    var testDescription: String { script.debugDescription + (bails ? " --bail" : "") }
  }

  @Test(arguments: [
    Case(script: "version\nversion", status: 0, versions: 2),
    Case(script: "# a\n\nversion\nbogus\nversion\n", status: 1, errors: ["line 4: "], versions: 2),
    Case(script: "version; bogus; version\n", status: 1, errors: ["line 1: "], versions: 2),
    Case(script: "bogus\nversion\n", status: 1, errors: ["line 1: "], bails: true),
    Case(script: "bogus; version\nversion", status: 1, errors: ["line 1: "], bails: true),
    Case(script: "version 'x\nversion\n", status: 1, errors: ["line 1: "], versions: 1),
    Case(script: "version 'x\nversion\n", status: 1, errors: ["line 1: "], bails: true),
    Case(script: "bogus\nquit\nversion", status: 1, errors: ["line 1: "]),
    Case(script: "version\nquit; version\nbogus", status: 0, versions: 1),
    Case(script: "\u{FEFF}#\r\n\r\nbogus\r\n", status: 1, errors: ["line 3: "]),
    Case(
      script: "\nrm x\nconfig set omdb.apiKey -\n", status: 1, errors: ["line 2: ", "line 3: "]),
  ])
  func aScriptOfLines(test: Case) async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write(test.script, to: "script")
      let options = (test.bails ? ["--bail"] : []) + ["--offline"]
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
    Case(script: "version; version", status: 0, versions: 2),
    Case(
      script: "version; bogus\nversion; nope", status: 1, errors: ["command 2: ", "command 4: "],
      versions: 2),
    Case(script: "bogus; version", status: 1, errors: ["command 1: "], bails: true),
    Case(script: "version; quit; version", status: 0, versions: 1),
    Case(
      script: "version\nversion 'x\nbogus", status: 1, errors: ["command 2: ", "command 3: "],
      versions: 1),
  ])
  func commandsOfTheCall(test: Case) async throws {
    try await FilmzProcess.with { filmz async throws in
      let options = (test.bails ? ["--bail"] : []) + ["--offline"]
      expect(try await filmz.run(options + ["-c", test.script]), test)
    }
  }

  @Test func aFileThatCannotBeReadIs74() async throws {
    try await FilmzProcess.with { filmz async throws in
      for file in ["none", "."] {
        let result = try await filmz.run("-f", file)
        #expect(result.status == 74 && result.stdout == "")
        #expect(result.errorLines.count == 1)
        #expect(result.stderr.hasPrefix("filmz: cannot read the script \(file): "))
      }
    }
  }

  @Test func outputThatCannotBeWrittenIs74() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(
        [], script: "version\nversion\n", output: .path("/dev/full"))
      #expect(result.status == 74 && result.errorLines.count == 1)
      #expect(result.stderr.hasPrefix("line 1: cannot write the output"))
    }
  }

  @Test func aReaderThatHasEnoughEndsItWithoutAWord() async throws {
    try await FilmzProcess.with { filmz async throws in
      let script = String(repeating: "version\n", count: 5000)
      let result = try await filmz.run([], script: script, output: .closedAfterFirstLine)
      #expect([0, 141, -13].contains(result.status) && result.stderr == "")
    }
  }

  @Test func aLongScriptOfCommentsIsReadToItsEnd() async throws {
    try await FilmzProcess.with { filmz async throws in
      let idle = String(repeating: "# nothing to do here\n\n   \t\n", count: 100_000)
      let result = try await filmz.run([], script: idle + "bogus\n" + idle + "version")
      #expect(result.errorLines.map { $0.prefix(13) } == ["line 300001: "])
      #expect(result.stdout == "filmz 0.1.0\n" && result.status == 1)
    }
  }

  @Test func timesAreToldForEachCommandErrorsIncluded() async throws {
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
    let versions = String(repeating: "filmz 0.1.0\n", count: test.versions)
    #expect(result.stdout == versions, sourceLocation: sourceLocation)
  }
}
