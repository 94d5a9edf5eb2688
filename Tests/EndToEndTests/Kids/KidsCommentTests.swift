import FilmzTestSupport
import Foundation
import Testing

/// Comments on films that the kids filter hides.
struct KidsCommentTests {
  private static let message =
    "the film is hidden by the kids filter; `kids status` says what is shown"

  /// Runs a closure with a home with comments on a shown and on a hidden film, the newest on the hidden one.
  private static func with(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let setup = try await filmz.run(
        "-c", "add tt9000002 tt9000004; comment tt9000002 kind; comment tt9000004 grim")
      #expect(setup.status == 0, "\(setup.stderr)")
      try await body(filmz)
    }
  }

  @Test func commentsOnHiddenFilmsAreLeftOutAndCounted() async throws {
    try await Self.with { filmz in
      #expect(try await filmz.answer(to: "comments --all").each("text") == ["grim", "kind"])
      _ = try await filmz.answer(to: "kids on")
      for line in ["comments --all", "comments --all --limit 1"] {
        let comments = try await filmz.answer(to: line)
        #expect(comments.each("text") == ["kind"] && comments.each("number") == [1], "\(line)")
      }
      let notice = try await filmz.run("--offline", "--verbose", "comments", "--all")
      #expect(notice.stderr == "1 comment on all films · 1 hidden by the kids filter\n")
      #expect(
        try await filmz.answer(to: "comments --all; comment rm 1 --yes; comments --all") == [])
      #expect(try await filmz.answer(to: "kids off; comments --all").each("text") == ["grim"])
    }
  }

  @Test func ifAllCommentsAreHiddenThatIsSaid() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "config set kids.ratings U; kids on")
      let notice = try await filmz.run("--offline", "--verbose", "comments", "--all")
      #expect(notice.stderr == "0 comments on all films · 2 hidden by the kids filter\n")
    }
  }

  /// Each case is a line after a list of all comments without the filter, in which 1 is that on a hidden film.
  @Test(arguments: [
    "comments tt9000004", "comments lantern street", "comment tt9000004 more",
    "comment lantern street \"more\"", "comment edit 1 more", "comment rm 1",
    "comment edit ID more",
    "comment rm ID",
  ])
  func commandsForHiddenFilmsAreRefused(line: String) async throws {
    try await Self.with { filmz in
      let before = try await filmz.answer(to: "comments --all")
      let id = try #require(before[0]?["id"]?.string).prefix(8)
      let result = try await filmz.run(
        "--offline", "--yes", "--format", "csv", "-c",
        "comments --all; kids on; \(line.replacing("ID", with: id))")
      #expect(result.status == 1 && result.errorLines == ["command 3: " + Self.message])
      #expect(try await filmz.answer(to: "kids off; comments --all") == before)
    }
  }

  @Test func historyOfHiddenCommentsHasNoText() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "comments --all; comment edit 1 gruesome; kids on")
      for line in ["log", "undo", "undo", "redo", "redo", "log"] {
        let result = try await filmz.run("--offline", "--verbose", "--format", "csv", "-c", line)
        #expect(result.status == 0)
        let output = result.stdout + result.stderr
        for text in ["grim", "gruesome", "tt9000004", "Lantern Street"] {
          #expect(!output.contains(text), "\(line): \(output)")
        }
        #expect(line == "log" || output.contains("`comment …`"), "\(output)")
      }
      #expect(
        try await filmz.answer(to: "kids off; comments --all").each("text") == ["gruesome", "kind"])
    }
  }

  @Test func commentsOnHiddenFilmsAreNotFollowed() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "kids on")
      let follower = try filmz.openPipes([
        "--offline", "--verbose", "--format", "jsonl", "comments", "--all", "--follow",
      ])
      try await filmz.waitForError(containing: "Waiting for new comments", of: follower)
      // Another configuration, in which the filter is off.
      try filmz.folder.write("", to: "other.toml")
      let other = try await filmz.run(
        "--offline", "--config", filmz.folder.path(of: "other.toml"), "-c",
        "comment tt9000004 worse; comment tt9000002 nicer")
      #expect(other.status == 0, "\(other.stderr)")
      let lines = try await follower.lines(atLeast: 1)
      let comments = try lines.flatMap { try JSON.documents(in: $0) }
      #expect(comments.map { $0["text"] } == ["nicer"])
      #expect(comments.map { $0["number"] } == [1])
      try await follower.kill()
    }
  }
}
