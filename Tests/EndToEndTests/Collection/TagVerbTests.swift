import FilmzTestSupport
import Testing

/// The commands `tag` and `untag`.
struct TagVerbTests {
  private static let heat = "tt0113277"

  /// Each case has commands that precede the last one, the last one, its notices, and the tags of Heat.
  @Test(arguments: [
    ("add heat", "tag heat noir", ["Tagged Heat (1995) with noir"], ["noir"]),
    (
      "version", "tag heat noir",
      ["Tagged Heat (1995) with noir, and added it to the collection"], ["noir"]
    ),
    (
      "tag heat noir", "tag heat \"to lend\"", ["Tagged Heat (1995) with to lend (had noir)"],
      ["noir", "to lend"]
    ),
    ("tag heat Noir", "tag heat NOIR", ["Heat (1995) already has the tag NOIR"], ["Noir"]),
    ("tag heat \" a  \"", "tag heat a", ["Heat (1995) already has the tag a"], ["a"]),
    (
      "version", "show heat; tag noir",
      ["Tagged Heat (1995) with noir, and added it to the collection"], ["noir"]
    ),
    ("add heat", "show heat; tag \"ls\"", ["Tagged Heat (1995) with ls"], ["ls"]),
    ("add heat", "tag tt0113277 ls", ["Tagged Heat (1995) with ls"], ["ls"]),
    (
      "tag heat Noir; tag heat b", "untag heat nOIR",
      ["Removed the tag nOIR from Heat (1995) (still has b)"], ["b"]
    ),
    ("tag heat b", "show heat; untag b", ["Removed the tag b from Heat (1995)"], []),
  ])
  func commandChangesTagsAndUndoRestoresThem(
    before: String, command: String, notices: [String], tags: [String]
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: before)
      let old = try await filmz.answer(to: "show heat")
      let steps = try await filmz.answer(to: "log").array.count
      let result = try await filmz.run("--offline", "--verbose", "--format", "json", "-c", command)
      #expect(result.status == 0 && result.errorLines.suffix(1) == notices[...], "\(result)")
      let new = try await filmz.answer(to: "show heat")
      #expect(new["tags"] == .array(tags.map { .string($0) }))
      let changes = try await filmz.answer(to: "log").array.count - steps
      #expect(changes == (old["tags"] == new["tags"] ? 0 : 1))
      guard changes > 0 else { return }
      _ = try await filmz.answer(to: "undo")
      let undone = try await filmz.answer(to: "show heat")
      #expect(undone["tags"] == old["tags"] && undone["inCollection"] == old["inCollection"])
    }
  }

  @Test func severalFilmsAreTaggedInOneStepAndFoundByTheTag() async throws {
    try await FilmzProcess.with { filmz in
      let changed = try await filmz.answer(to: "search godfather; tag 1-2 \"Family feud\"")
      #expect(changed.each("inCollection") == [true, true])
      #expect(try await filmz.answer(to: "log").array.count == 1)
      let found = try await filmz.answer(to: "ls --tag \"family feud\" --sort year")
      #expect(found.each("title") == ["The Godfather", "The Godfather Part II"])
      let removed = try await filmz.run(
        "--offline", "--verbose", "-c",
        "rate tt0113277 8; search godfather; untag 1 tt0113277 2 \"family feud\"")
      #expect(removed.status == 0)
      #expect(
        removed.errorLines.contains { $0.hasSuffix("Heat (1995) has no tag \"family feud\"") })
      #expect(try await filmz.answer(to: "tag ls") == [])
    }
  }

  @Test func reasonsOfManyFilmsAreNotAllTold() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--yes", "-c", "browse --limit 12; add 1-12; untag 1-12 noir")
      #expect(result.status == 1)
      let error = try #require(result.errorLines.last)
      #expect(error.split(separator: " has no tag ").count == 11, "\(error)")
      #expect(error.hasSuffix("; and 2 other films"), "\(error)")
    }
  }

  @Test func tagsOfFilmsAndViewingsAreCounted() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "tag tt0113277 noir; watched tt0113277 --on 2020 --tag Noir --tag cinema; "
          + "watched alien --on 2021 --tag cinema; tag tt0068646 noir; tag tt0068646 crime")
      let counts = try await filmz.answer(to: "tag ls")
      #expect(counts.each("value") == ["cinema", "noir", "crime"])
      #expect(counts.each("count") == [2, 2, 1])
      let table = try await filmz.run("--offline", "tag", "ls").stdout
      #expect(table.contains(/Tag +Films/) && table.contains(/noir +2/), "\(table)")
      let csv = try await filmz.run("--offline", "--format", "csv", "tag", "ls").stdout
      #expect(csv == "value,count\r\ncinema,2\r\nnoir,2\r\ncrime,1\r\n")
    }
  }

  @Test func withoutTagsTheListSaysHowToAddOne() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run("--offline", "--verbose", "tag", "ls")
      #expect(result.status == 0 && result.stdout == "")
      #expect(result.errorLines == ["No film has a tag; `tag TARGET NAME` adds one"])
    }
  }

  @Test(arguments: [
    ("tag", 64, "tag needs a tag"), ("untag", 64, "untag needs a tag"),
    ("tag noir", 1, "no selected film"), ("tag zzqq noir", 1, "no film called \"zzqq\""),
    ("untag heat noir", 1, "Heat is not in your collection"),
    ("untag alien noir", 1, "Alien (1979) has no tag \"noir\""),
    ("tag alien", 1, "tag alien"),
    // Nothing is guessed if the last word may be a part of the title.
    (
      "tag the godfather part ii", 64, "tag needs a tag, as in `tag \"The Godfather Part II\" noir`"
    ),
    ("tag heat --on 2020", 64, "--on"),
  ])
  func refusedCallsChangeNothing(command: String, status: Int32, message: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add alien; tag alien space")
      let result = try await filmz.run(
        ["--offline"] + command.split(separator: " ").map(String.init))
      #expect(result.status == status && result.stdout == "", "\(result)")
      #expect(result.stderr.contains(message) && result.errorLines.count == 1, "\(result.stderr)")
      #expect(try await filmz.answer(to: "log").array.count == 2)
    }
  }

  @Test func wordThatIsATitleOfTheCollectionIsNotTakenForATag() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", "add alien; show heat; tag alien")
      #expect(result.status == 1)
      #expect(
        result.stderr.contains("`tag \"Alien\" TAG` or `tag . \"alien\"`"),
        "\(result.stderr)")
      #expect(try await filmz.answer(to: "tag ls") == [])
    }
  }
}
