import FilmzTestSupport
import Testing

struct ColoursTests {
  /// A call, what is set, and whether the answer has colour.
  struct Rule: Sendable, CustomTestStringConvertible {
    let call: [String]
    let environment: [String: String?]
    let hasColour: Bool
    var testDescription: String { "\(call) \(environment)" }

    init(_ call: [String], _ environment: [String: String?], _ hasColour: Bool) {
      self.call = call
      self.environment = environment
      self.hasColour = hasColour
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
  func onATerminal(rule: Rule) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(
        ["--offline"] + rule.call + Self.show, environment: rule.environment)
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.seen.contains("The Godfather (1972)"))
      #expect(terminal.screen.raw.unicodeScalars.contains("\u{1B}") == rule.hasColour)
    }
  }

  @Test(arguments: [
    Rule([], [:], false), Rule([], ["CLICOLOR_FORCE": "1"], true),
    Rule([], ["CLICOLOR_FORCE": ""], false),
    Rule([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
    Rule([], ["CLICOLOR_FORCE": "1", "NO_COLOR": ""], true),
    Rule(["--color", "always"], ["NO_COLOR": "1"], true),
    Rule(["--color", "never"], ["CLICOLOR_FORCE": "1"], false),
  ])
  func onAPipe(rule: Rule) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        ["--offline"] + rule.call + Self.show, environment: rule.environment)
      #expect(result.status == 0)
      #expect(result.stdout.unicodeScalars.contains("\u{1B}") == rule.hasColour)
    }
  }

  @Test(arguments: [
    Rule([], [:], false), Rule([], ["CLICOLOR_FORCE": "1"], true),
    Rule(["--color", "always"], ["NO_COLOR": "1"], true),
  ])
  func aScriptOnATerminalHasItWhereItIsAskedFor(rule: Rule) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(
        ["--offline"] + rule.call + ["-c", "show tt0068646; add tt0068646"],
        environment: rule.environment)
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.seen.contains("Added The Godfather"))
      #expect(terminal.screen.raw.contains("\u{1B}[1m") == rule.hasColour)
    }
  }

  @Test(arguments: ["json", "jsonl", "csv", "tsv", "markdown"])
  func noFormatForMachinesHasIt(format: String) async throws {
    try await FilmzProcess.with { filmz in
      let call = ["--offline", "--format", format, "--color", "always"]
      let result = try await filmz.run(call + Self.show, environment: ["CLICOLOR_FORCE": "1"])
      #expect(result.status == 0 && !result.stdout.isEmpty)
      #expect(!result.stdout.unicodeScalars.contains("\u{1B}"))
    }
  }

  @Test func theStandardErrorFollowsItsOwnTerminal() async throws {
    try await FilmzProcess.with { filmz in
      let call = ["--offline", "--verbose", "--color", "always", "search", "godfather"]
      let piped = try await filmz.run(call)
      #expect(piped.stdout.unicodeScalars.contains("\u{1B}"))
      #expect(piped.stderr.contains(" of 3") && !piped.stderr.unicodeScalars.contains("\u{1B}"))
      let terminal = try filmz.openTerminal(call, environment: ["NO_COLOR": "1"])
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.raw.contains(/\u{1B}\[2m1–3 of 3/))
    }
  }

  @Test func theOptionOfACommandHoldsForItsNoticesToo() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal([
        "--offline", "search", "godfather", "--color", "never",
      ])
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.raw.contains("1–3 of 3"))
      #expect(!terminal.screen.raw.contains("\u{1B}[2m"))
    }
  }

  @Test(arguments: ["search godfather", "ls", "show tt0068646", "log", "genres", "stats", "doctor"])
  func nothingIsToldByColourAlone(command: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "-c", "watched tt0068646; add tt0071562; undo")
      let call = ["--offline", "-c", command]
      let plain = try await filmz.run(["--color", "never"] + call).stdout
      let coloured = try await filmz.run(["--color", "always"] + call).stdout
      #expect(coloured.unicodeScalars.contains("\u{1B}"))
      #expect(coloured.replacing(/\u{1B}\[\d+m/, with: "") == plain)
    }
  }
}
