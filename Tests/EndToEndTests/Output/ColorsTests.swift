import FilmzTestSupport
import Testing

struct ColorsTests {
  /// Arguments, environment variables, and whether the output is colored.
  struct Rule: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let environment: [String: String?]
    let hasColor: Bool
    var testDescription: String { "\(arguments) \(environment)" }

    init(_ arguments: [String], _ environment: [String: String?], _ hasColor: Bool) {
      self.arguments = arguments
      self.environment = environment
      self.hasColor = hasColor
    }
  }

  private static let show = ["show", "tt0068646"]

  @Test(arguments: [
    Rule([], [:], true), Rule([], ["TERM": "dumb"], false), Rule([], ["TERM": nil], false),
    Rule([], ["TERM": ""], false), Rule([], ["NO_COLOR": "1"], false),
    Rule([], ["NO_COLOR": ""], true), Rule([], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
    Rule([], ["TERM": "dumb", "CLICOLOR_FORCE": "1"], true),
    Rule([], ["TERM": "dumb", "CLICOLOR_FORCE": ""], false),
    Rule(["--color", "never"], ["CLICOLOR_FORCE": "1"], false),
    Rule(["--color", "always"], ["NO_COLOR": "1", "TERM": "dumb"], true),
    Rule(["--color", "auto"], [:], true), Rule(["--color", "auto"], ["NO_COLOR": "1"], false),
  ])
  func terminalOutputIsColoredByOptionAndEnvironment(rule: Rule) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(
        ["--offline"] + rule.arguments + Self.show, environment: rule.environment)
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.newText.contains("The Godfather (1972)"))
      // A slow search also draws its progress, which is removed with another escape sequence.
      #expect(terminal.screen.rawOutput.contains(/\u{1B}\[\d+m/) == rule.hasColor)
    }
  }

  @Test(arguments: [
    Rule([], [:], false), Rule([], ["CLICOLOR_FORCE": "1"], true),
    Rule([], ["CLICOLOR_FORCE": ""], false), Rule([], ["CLICOLOR_FORCE": "0"], false),
    Rule([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    Rule([], ["CLICOLOR_FORCE": "1", "NO_COLOR": ""], true),
    Rule(["--color", "always"], ["NO_COLOR": "1"], true),
    Rule(["--color", "never"], ["CLICOLOR_FORCE": "1"], false),
  ])
  func pipedOutputIsColoredByOptionAndEnvironment(rule: Rule) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        ["--offline"] + rule.arguments + Self.show, environment: rule.environment)
      #expect(result.status == 0)
      #expect(result.stdout.unicodeScalars.contains("\u{1B}") == rule.hasColor)
    }
  }

  @Test(arguments: [
    Rule([], [:], false), Rule([], ["CLICOLOR_FORCE": "1"], true),
    Rule(["--color", "always"], ["NO_COLOR": "1"], true),
  ])
  func commandListsOnATerminalAreColoredOnRequest(rule: Rule) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(
        ["--offline"] + rule.arguments + ["-c", "show tt0068646; add tt0068646"],
        environment: rule.environment)
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.newText.contains("Added The Godfather (1972)"))
      #expect(terminal.screen.rawOutput.contains("\u{1B}[1m") == rule.hasColor)
    }
  }

  @Test(arguments: ["json", "jsonl", "csv", "tsv", "markdown"])
  func machineFormatsAreNeverColored(format: String) async throws {
    try await FilmzProcess.with { filmz in
      let arguments = ["--offline", "--format", format, "--color", "always"]
      let result = try await filmz.run(arguments + Self.show, environment: ["CLICOLOR_FORCE": "1"])
      #expect(result.status == 0 && !result.stdout.isEmpty)
      #expect(!result.stdout.unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test func standardErrorIsColoredOnlyOnATerminal() async throws {
    try await FilmzProcess.with { filmz in
      let arguments = ["--offline", "--verbose", "--color", "always", "search", "godfather"]
      let piped = try await filmz.run(arguments)
      #expect(piped.stdout.unicodeScalars.contains("\u{1B}"))
      #expect(piped.stderr.contains(" of 3") && !piped.stderr.unicodeScalars.contains("\u{1B}"))
      let terminal = try filmz.openTerminal(arguments, environment: ["NO_COLOR": "1"])
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.rawOutput.contains(/\u{1B}\[2m1–3 of 3/))
    }
  }

  @Test func theColorOptionOfACommandAlsoAppliesToItsNotices() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal([
        "--offline", "search", "godfather", "--color", "never",
      ])
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.rawOutput.contains("1–3 of 3"))
      #expect(!terminal.screen.rawOutput.contains("\u{1B}[2m"))
    }
  }

  @Test(arguments: ["search godfather", "ls", "show tt0068646", "log", "genres", "stats", "doctor"])
  func theTextIsTheSameWithoutColor(command: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "-c", "watched tt0068646; add tt0071562; undo")
      let arguments = ["--offline", "-c", command]
      let plain = try await filmz.run(["--color", "never"] + arguments).stdout
      let colored = try await filmz.run(["--color", "always"] + arguments).stdout
      #expect(colored.unicodeScalars.contains("\u{1B}"))
      #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == plain)
    }
  }
}
