import FilmzDomain
import FilmzTerminal
import Testing

@testable import FilmzCommands

struct GlobalOptionsTests {
  private static let programOptions = RunOptions(
    format: .json, color: .always, offline: true, yes: true, verbose: true)

  private func read(_ words: [String]) throws -> GlobalOptions {
    try Command.next.read(words.map { Word($0) }).global
  }

  @Test func optionsOfTheProgramApplyByDefault() throws {
    let commandOptions = try read([])
    #expect(commandOptions.overriding(Self.programOptions) == Self.programOptions)
    #expect(commandOptions.overriding(RunOptions()) == RunOptions())
  }

  @Test func formatAndColorOfACommandOverrideThoseOfTheProgram() throws {
    let commandOptions = try read(["--format", "csv", "--color", "never"])
    #expect(
      commandOptions.overriding(Self.programOptions)
        == RunOptions(format: .csv, color: .never, offline: true, yes: true, verbose: true))
  }

  @Test(arguments: [
    (["--offline"], RunOptions(offline: true)), (["--yes"], RunOptions(yes: true)),
    (["--verbose"], RunOptions(verbose: true)),
  ])
  func flagsOfACommandAreAddedToThoseOfTheProgram(arguments: [String], options: RunOptions) throws {
    #expect(try read(arguments).overriding(RunOptions()) == options)
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
