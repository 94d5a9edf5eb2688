import Testing

@testable import FilmzCommands

struct RetryableCommandTests {
  private func command(_ line: String) throws -> ParsedCommand {
    try #require(LineParser.commands(in: line).first)
  }

  @Test(arguments: [
    ("next", true, "search dune", true, false), ("next", true, "show 1", false, true),
    ("search heat", false, "search dune", true, true), ("show tt1", false, "ls", true, true),
    ("next", true, "next", false, false), ("search heat", false, "search heat", true, false),
    ("show tt1", false, "show tt1", false, false),
  ])
  func commandIsClearedAfterItsSuccessOrWithItsResultSet(
    line: String, isPaging: Bool, succeeded: String, replacesResults: Bool, remains: Bool
  ) async throws {
    let retryable = RetryableCommand()
    await retryable.store(try command(line), isPaging: isPaging)
    await retryable.clear(after: try command(succeeded), replacesResults: replacesResults)
    let expected = remains ? try command(line) : nil
    #expect(await retryable.command == expected)
  }

  @Test func lastCommandIsStored() async throws {
    let retryable = RetryableCommand()
    #expect(await retryable.command == nil)
    await retryable.store(try command("next"), isPaging: true)
    await retryable.store(try command("search heat"), isPaging: false)
    await retryable.clear(after: try command("ls"), replacesResults: true)
    #expect(try await retryable.command == command("search heat"))
  }
}
