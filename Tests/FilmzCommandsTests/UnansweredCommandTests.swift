import Testing

@testable import FilmzCommands

struct UnansweredCommandTests {
  private func command(_ line: String) throws -> LineParser.Command {
    try #require(LineParser.commands(in: line).first)
  }

  @Test(arguments: [
    ("next", true, "search dune", true, false), ("next", true, "show 1", false, true),
    ("search heat", false, "search dune", true, true), ("show tt1", false, "ls", true, true),
    ("next", true, "next", false, false), ("search heat", false, "search heat", true, false),
    ("show tt1", false, "show tt1", false, false),
  ])
  func whatIsAnsweredOrHasNoSenseAnyMoreIsForgotten(
    line: String, isMove: Bool, answered: String, replacesResults: Bool, isKept: Bool
  ) async throws {
    let unanswered = UnansweredCommand()
    await unanswered.remember(try command(line), isMove: isMove)
    await unanswered.forget(try command(answered), replacesResults: replacesResults)
    let kept = isKept ? try command(line) : nil
    #expect(await unanswered.command == kept)
  }

  @Test func theLastOneIsRemembered() async throws {
    let unanswered = UnansweredCommand()
    #expect(await unanswered.command == nil)
    await unanswered.remember(try command("next"), isMove: true)
    await unanswered.remember(try command("search heat"), isMove: false)
    await unanswered.forget(try command("ls"), replacesResults: true)
    #expect(try await unanswered.command == command("search heat"))
  }
}
