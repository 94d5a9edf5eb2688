import FilmzTestSupport
import Glibc
import Testing

/// `comments --follow`, with a second program that writes comments.
struct CommentFollowTests {
  private static let waiting = "Waiting for new comments"

  @Test func newCommentsAreShownOnceUntilControlC() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "comment tt0113277 old")
      let terminal = try filmz.openTerminal(["--offline", "comments", "heat", "--follow"])
      try await terminal.expect(Self.waiting)
      _ = try await filmz.answer(to: "comment tt0078748 other; comment tt0113277 first")
      try await terminal.expect("first")
      _ = try await filmz.answer(
        to: "undo; redo; comment tt0113277 second; comment tt0113277 third")
      let text = try await terminal.expect("third")
      #expect(text.contains("2  someone · just now") && !text.contains("other"))
      terminal.kill(SIGINT)
      #expect(try await terminal.waitForExit() == 130)
      let lines = terminal.screen.newText.split(separator: "\n").map(String.init)
      #expect(lines.count { $0.contains("first") } == 1)
      #expect(lines.count { $0.contains("old") } == 0)
    }
  }

  @Test func shellGoesOnAfterControlC() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("comments --all --follow\r")
      try await shell.expect(Self.waiting)
      // The collection file does not exist before this comment.
      _ = try await filmz.answer(to: "comment tt0078748 fun")
      try await shell.expect(/1  Alien \(1979\) · someone · just now/)
      try await shell.send("\u{3}")
      _ = try await shell.expectPrompt()
      #expect(try await shell.answer(to: "comment edit 1 joy").contains("(was \"fun\")"))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func linesOfJSONArriveAtAProgram() async throws {
    try await FilmzProcess.with { filmz in
      let follower = try filmz.openPipes([
        "--offline", "--verbose", "--format", "jsonl", "comments", "--all", "--follow",
      ])
      try await filmz.waitForError(containing: Self.waiting, of: follower)
      _ = try await filmz.answer(to: "comment tt0113277 one; comment tt0078748 two")
      let lines = try await follower.lines(atLeast: 2)
      let comments = try lines.flatMap { try JSON.documents(in: $0) }
      #expect(comments.map { $0["text"] } == ["one", "two"])
      #expect(comments.map { $0["number"] } == [1, 2])
      try await follower.kill()
    }
  }
}
