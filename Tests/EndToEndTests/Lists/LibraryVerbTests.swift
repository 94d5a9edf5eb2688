import FilmzTestSupport
import Testing

struct LibraryVerbTests {
  private static let setup = """
    seen tt0068646 --rating 9; seen tt0113277; add tt0078748 tt0133093; skip tt0071562; \
    list create Noir; list add Noir tt0068646 tt0078748; collections save old year:..1980
    """

  @Test func documentHasAllPartsInOrder() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run("--offline", "--format", "json", "library")
      let parts =
        /\{"counts":.*"wanted":\[.*"lists":\[.*"collections":\[.*"following":\[.*"recent":\[/
      #expect(result.stdout.contains(parts))
      let library = try result.json
      let counts: [(String, JSON)] = [
        ("total", 4), ("watched", 2), ("unwatched", 2), ("rated", 1), ("skipped", 1), ("wanted", 2),
        ("lists", 1),
      ]
      for (name, count) in counts { #expect(library["counts"]?[name] == count, "\(name)") }
      #expect(
        try await filmz.answer(to: "watchlist").each("id")
          == library["wanted"]?.each("id"))
      #expect(try await filmz.answer(to: "list") == library["lists"])
      #expect(try await filmz.answer(to: "collections") == library["collections"])
      #expect(library["following"] == [])
      #expect(
        try await filmz.answer(to: "ls").each("id") == library["recent"]?.each("id"))
    }
  }

  @Test(arguments: [60, 80, 200])
  func sectionsFitTheWidthAndNameTheCommandsThatShowMore(width: Int) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "search year:1960..1969 --limit 30; add 1-30")
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(
        ["--offline", "library"], environment: ["COLUMNS": "\(width)"])
      let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count <= width })
      for heading in ["Want to watch", "Lists", "Collections", "Recently added"] {
        #expect(lines.contains { $0 == heading }, "\(heading)")
      }
      #expect(lines.contains { $0.hasPrefix("`watchlist` shows all ") })
      #expect(lines.contains { $0.hasPrefix("`ls` shows all ") })
      #expect(!result.stdout.contains("`list` shows all"))
    }
  }

  /// The kids filter hides films without a certification.
  @Test func hiddenFilmsAreCounted() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 tt0113277; kids on")
      let result = try await filmz.run("--offline", "--verbose", "library")
      #expect(result.stdout == "0 films · 0 watched · 0 unwatched · 0 rated\n", "\(result)")
      #expect(result.errorLines == ["2 films hidden by the kids filter."], "\(result)")
    }
  }

  @Test func countsAreWrappedBetweenWords() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 30)
      let output = try await shell.answer(to: "library")
      #expect(output.contains("0 films · 0 watched · 0\nunwatched · 0 rated\n"), "\(output)")
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func emptyLibraryHasOnlyCountsAndAHint() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "library")
      #expect(result.stdout == "0 films · 0 watched · 0 unwatched · 0 rated\n")
      #expect(
        result.errorLines == ["Your collection is empty. Try `search godfather`, then `add 1`."])
      #expect(result.status == 0)
    }
  }
}
