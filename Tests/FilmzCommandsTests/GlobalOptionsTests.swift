import ArgumentParser
import FilmzTerminal
import Testing

@testable import FilmzCommands

struct GlobalOptionsTests {
  private static let run = RunOptions(
    format: .json, color: .always, offline: true, yes: true, verbose: true)

  @Test func aCommandThatSaysNothingFollowsTheRun() throws {
    let none = try GlobalOptions.parse([])
    #expect(none.over(Self.run) == Self.run)
    #expect(none.over(RunOptions()) == RunOptions())
  }

  @Test func aCommandsFormatAndColourGoOverThoseOfTheRun() throws {
    let own = try GlobalOptions.parse(["--format", "csv", "--color", "never"])
    #expect(
      own.over(Self.run)
        == RunOptions(format: .csv, color: .never, offline: true, yes: true, verbose: true))
  }

  @Test(arguments: [
    (["--offline"], RunOptions(offline: true)), (["--yes"], RunOptions(yes: true)),
    (["--verbose"], RunOptions(verbose: true)),
  ])
  func aFlagOfACommandIsAddedToTheRun(arguments: [String], options: RunOptions) throws {
    #expect(try GlobalOptions.parse(arguments).over(RunOptions()) == options)
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
