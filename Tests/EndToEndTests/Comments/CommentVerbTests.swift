import FilmzTestSupport
import Foundation
import Testing

/// `comment` and `comments`, in pipes.
struct CommentVerbTests {
  private static let heat = "tt0113277"

  private func texts(_ filmz: FilmzProcess, _ command: String) async throws -> [String?] {
    try await filmz.answer(to: command).each("text").map { $0?.string }
  }

  @Test func authorIsTheLoginNameAlsoWithoutAVariable() async throws {
    try await FilmzProcess.with(environment: ["LOGNAME": nil]) { filmz in
      let name = NSUserName()
      let author = (2...30).contains(name.count) ? name : "someone"
      let setting = try await filmz.answer(to: "config get profile.name")
      #expect(setting["value"]?.string == author)
    }
  }

  @Test func commentHasTheMembersOfTheContract() async throws {
    try await FilmzProcess.with(environment: ["LOGNAME": "alex"]) { filmz in
      let added = try await filmz.answer(to: "comment \(Self.heat) \"first; ' \\\"x\\\"\"")
      #expect(added.array.count == 1 && added[0]?["number"] == .null)
      _ = try await filmz.answer(
        to: "config set profile.name '  Bo  '; comment \(Self.heat) second")
      let result = try await filmz.run("--offline", "--format", "json", "comments", Self.heat)
      #expect(
        result.stdout.contains(
          #/\{"number":1,"id":"[0-9A-F-]{36}","film":"tt0113277","name":"Bo","time":"/#))
      let comments = try result.json.array
      #expect(comments.map { $0["text"] } == ["second", "first; ' \"x\""])
      #expect(comments.map { $0["name"] } == ["Bo", "alex"])
      #expect(comments.map { $0["mine"] } == [true, true])
      let time = comments[0]["time"]?.string
      #expect(time?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil)
      #expect(try await filmz.answer(to: "config get profile.name")["value"] == "Bo")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// Each case has a line after `show heat`, and the text of the new comment.
  @Test(arguments: [
    ("comment great fun", "great fun"), ("comment . great fun", "great fun"),
    ("comment \"great fun\"", "great fun"),
    ("comment tt0113277 great \"x\" fun", "great \"x\" fun"),
    ("comment heat \"  great fun \"", "great fun"), ("comment \"edit 1\"", "edit 1"),
    ("comment \"none\"", "none"), ("comment . rm 1", "rm 1"),
  ])
  func textIsFoundAsInNotes(line: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "show \(Self.heat); \(line)")
      #expect(try await texts(filmz, "comments \(Self.heat)") == [text])
    }
  }

  /// Each case has a line after `add heat; show alien`, and a part of its error.
  @Test(arguments: [
    ("comment", "comment needs a text"), ("comment heat", "can mean several things"),
    ("comment heat \" \"", "a comment cannot be blank"),
    ("comment none", "`comment rm N` removes a comment"),
    ("comment @seen \"x\"", "@seen"),
    ("comment tt0113277 tt0078748 \"x\"", "takes one film, not 2"),
    ("comment edit", "needs the number of a comment"),
    ("comment edit it well", "\"it\" is not the number of a comment"),
    ("comment edit 1 x", "there is no comment 1"), ("comment rm 12345678", "no comment has an id"),
    ("comment rm 0", "is not the number of a comment"), ("comment rm 1 2", "takes one comment"),
    ("comments heat --all", "--all lists the comments on all films"),
    ("comments heat --follow --format json", "--follow goes with the formats table and jsonl"),
    ("comments heat --follow --limit 3", "without --limit"),
  ])
  func wrongLineAddsNothing(line: String, error: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--yes", "-c", "add \(Self.heat); show tt0078748 --format csv; \(line)")
      #expect(result.status == 1)
      #expect(result.errorLines.count == 1 && result.stderr.contains(error), "\(result.stderr)")
      #expect(try await filmz.answer(to: "comments --all") == [])
    }
  }

  @Test func singleCallOfAWrongLineEndsWith64() async throws {
    try await FilmzProcess.with { filmz in
      let blank = try await filmz.run("comment", Self.heat, " ")
      let format = try await filmz.run("comments", "--all", "--follow", "--format", "csv")
      let comment = try await filmz.run("comment", Self.heat, "great fun")
      #expect(blank.status == 64 && format.status == 64 && comment.isSilentSuccess)
    }
  }

  @Test func commentIsChangedAndRemovedByNumberAndID() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "comment tt0113277 one; comment tt0113277 two; comment tt0078748 three")
      let all = try await filmz.answer(to: "comments --all")
      #expect(all.each("film") == ["tt0078748", "tt0113277", "tt0113277"])
      #expect(all.each("number") == [1, 2, 3])
      let id = try #require(all[2]?["id"]?.string)
      let result = try await filmz.run(
        "--offline", "--verbose", "--yes", "-c",
        "comments heat; comment edit 1 two times; comment rm \(id.prefix(8).lowercased())")
      #expect(
        result.errorLines.suffix(2) == [
          "Comment on Heat (1995) changed (was \"two\")",
          "Comment on Heat (1995) removed (\"one\")",
        ])
      #expect(try await texts(filmz, "comments heat") == ["two times"])
      _ = try await filmz.answer(to: "undo 2")
      #expect(try await filmz.answer(to: "comments --all") == all)
      _ = try await filmz.answer(to: "redo 2")
      #expect(try await texts(filmz, "comments heat") == ["two times"])
      #expect(
        try await filmz.answer(to: "log").each("films").map { $0?.array }
          == [["tt0113277"], ["tt0113277"], ["tt0078748"], ["tt0113277"], ["tt0113277"]])
    }
  }

  @Test func longCommentIsCutUnlessAllOfItIsAskedFor() async throws {
    try await FilmzProcess.with { filmz in
      let text = (["first"] + Array(repeating: "", count: 9998) + ["last"]).joined(separator: "\n")
      #expect(try await filmz.run("--offline", "comment", Self.heat, text).status == 0)
      let cut = try await filmz.run("--offline", "comments", Self.heat).stdout
      #expect(cut.split(separator: "\n", omittingEmptySubsequences: false).count < 30)
      #expect(cut.contains("first") && !cut.contains("last"))
      #expect(cut.contains("… 9980 more lines; --full shows them"))
      let full = try await filmz.run("--offline", "comments", Self.heat, "--full").stdout
      #expect(full.contains("first") && full.contains("last") && !full.contains("more lines"))
      #expect(try await texts(filmz, "comments \(Self.heat)") == [text])
    }
  }

  @Test func undoSaysWhatChanged() async throws {
    try await FilmzProcess.with { filmz in
      let steps = "comment tt0113277 much; comments tt0113277; comment edit 1 less; comment rm 1"
      let result = try await filmz.run("--offline", "--yes", "--verbose", "-c", "\(steps); undo 3")
      #expect(
        result.errorLines.suffix(3) == [
          "Undid `comment rm 1`: Heat (1995): comment is back",
          "Undid `comment edit 1 less`: Heat (1995): comment: text is “much”",
          "Undid `comment tt0113277 much`: Heat (1995): comment is gone",
        ])
    }
  }

  @Test func removalNeedsConfirmation() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "comment tt0113277 one")
      let result = try await filmz.run("--offline", "-c", "comments heat; comment rm 1")
      #expect(result.status == 1 && result.stderr.contains("comment rm needs confirmation"))
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "comments heat")
      try await shell.send("comment rm 1\r")
      try await shell.expect("Remove your comment on Heat (1995), \"one\"? [y/N] ")
      try await shell.send("n\r")
      #expect(try await shell.expectPrompt().contains("Nothing was removed."))
      #expect(try await texts(filmz, "comments heat") == ["one"])
    }
  }

  @Test func commentOfSomebodyElseCannotBeChanged() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "comment tt0113277 one")
      try SQLiteFile(path: filmz.folder.path(of: "home/data/collection.sqlite")).execute(
        "UPDATE comment SET name = 'Mercedes Tyler', source = 'mflix'")
      #expect(try await filmz.answer(to: "comments heat")[0]?["mine"] == false)
      for line in ["comment edit 1 x", "comment rm 1"] {
        let result = try await filmz.run("--offline", "--yes", "-c", "comments heat; \(line)")
        #expect(
          result.errorLines == [
            "command 2: the comment on Heat (1995) is by Mercedes Tyler; you can change only your own"
              + " comments"
          ])
      }
      #expect(try await texts(filmz, "comments heat") == ["one"])
    }
  }

  @Test func cardAndRowsHaveTheNumberAndTheNewestComments() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "comment tt0113277 one; comment tt0113277 two; comment tt0113277 three")
      let card = try await filmz.answer(to: "show heat")
      #expect(card["commentCount"] == 3)
      #expect(card["comments"]?.each("text") == ["three", "two"])
      #expect(
        card["comments"]?[0]?.keys == ["film", "id", "mine", "name", "number", "text", "time"])
      let table = try await filmz.run("--offline", "show", "heat").stdout
      #expect(table.contains("Comments"))
      #expect(table.contains("someone, just now: three\n"))
      // T75: a comment that is posted is in the number at once.
      let rows = try await filmz.answer(to: "search heat --limit 1; comment 1 four; results")
      #expect(rows.each("commentCount") == [4])
    }
  }

  @Test func filmWithoutCommentsInvites() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "comments", Self.heat)
      #expect(result.status == 0 && result.stdout == "")
      #expect(result.errorLines == ["Heat (1995) has no comments yet; `comment` adds one"])
      #expect(try await filmz.answer(to: "show heat")["comments"] == [])
    }
  }
}
