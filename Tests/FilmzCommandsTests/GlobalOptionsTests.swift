import FilmzTerminal
import Testing

@testable import FilmzCommands

struct GlobalOptionsTests {
  private static let run = RunOptions(
    format: .json, color: .always, offline: true, yes: true, verbose: true)

  private func read(_ words: [String]) throws -> GlobalOptions {
    try NextCommand.command.read(words.map { Word($0) }).global
  }

  @Test func aCommandThatSaysNothingFollowsTheRun() throws {
    let none = try read([])
    #expect(none.over(Self.run) == Self.run)
    #expect(none.over(RunOptions()) == RunOptions())
  }

  @Test func aCommandsFormatAndColourGoOverThoseOfTheRun() throws {
    let own = try read(["--format", "csv", "--color", "never"])
    #expect(
      own.over(Self.run)
        == RunOptions(format: .csv, color: .never, offline: true, yes: true, verbose: true))
  }

  @Test(arguments: [
    (["--offline"], RunOptions(offline: true)), (["--yes"], RunOptions(yes: true)),
    (["--verbose"], RunOptions(verbose: true)),
  ])
  func aFlagOfACommandIsAddedToTheRun(arguments: [String], options: RunOptions) throws {
    #expect(try read(arguments).over(RunOptions()) == options)
  }

  @Test func theFormatsAreThoseOfTheContract() {
    #expect(
      OutputFormat.allCases.map(\.rawValue) == [
        "table", "json", "jsonl", "csv", "tsv", "markdown",
      ])
    #expect(RunOptions().format == .table)
    #expect(RunOptions().color == .auto)
  }
}
