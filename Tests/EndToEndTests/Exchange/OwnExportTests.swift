import FilmzTestSupport
import Foundation
import Testing

/// `import` of what `export` wrote, into the home that it came from, and of files that tell the same twice.
struct OwnExportTests {
  private static let collection = """
    watched tt0113277 --on 2020-05-01
    watched tt0113277 --on 2021-06
    watched tt0113277 --on 2021-06
    watched tt0113277 --on 2022
    watched tt0068646 --on unknown
    rate tt0068646 9
    tag tt0113277 crime
    add tt0133093
    list create "Noir: best of!"
    list add "Noir: best of!" tt0113277 tt0133093
    """

  @Test(
    arguments: zip(
      ["letterboxd", "imdb", "trakt", "csv", "json", "filmz"],
      ["out", "out", "out", "out.csv", "out.json", "out.filmz"]))
  func ownExportAddsNothingToItsHome(format: String, path: String) async throws {
    try await FilmzProcess.with { filmz in
      let script = try await filmz.run("--offline", "--yes", script: Self.collection)
      #expect(script.status == 0, "\(script.stderr)")
      #expect(try await filmz.run("export", path, "--as", format).status == 0)
      let result = try await filmz.answer(to: "import \(path)")
      #expect(result["added"] == 0 && result["viewings"] == 0 && result["lists"] == 0)
      #expect(
        try await filmz.answer(to: "viewings tt0113277").each("date") == [
          "2020-05-01", "2021-06", "2021-06", "2022",
        ])
      #expect(try await filmz.answer(to: "list ls").each("name") == ["Noir: best of!"])
    }
  }

  /// Rows of skipped films are skips, and other films outside the collection are left out and named.
  @Test(arguments: ["json", "csv"])
  func filmsOutsideTheCollectionAreNotWanted(format: String) async throws {
    try await FilmzProcess.with { filmz in
      let script = try await filmz.run("--offline", script: "skip tt0076759\nadd tt0113277")
      #expect(script.status == 0, "\(script.stderr)")
      for (command, name) in [
        (["ls", "--skipped"], "skipped"), (["search", "heat"], "results"),
        (["search", "matrix"], "others"),
      ] {
        let rows = try await filmz.run(["--offline", "--format", format] + command)
        try filmz.folder.write(rows.stdout, to: "\(name).\(format)")
      }
      let other = ["--home", "other", "--offline", "--format", "json"]
      func rows(_ words: String...) async throws -> JSON {
        try await filmz.run(other + words).json
      }
      let skips = try await rows("import", "skipped.\(format)")
      #expect(skips["added"] == 0 && skips["changed"] == 1, "\(skips)")
      #expect(skips["unreadable"]?.array.isEmpty == true, "\(skips)")
      #expect(try await rows("ls").array.isEmpty)
      #expect(try await rows("ls", "--skipped").each("id") == ["tt0076759"])
      let again = try await rows("import", "skipped.\(format)")
      #expect(again["changed"] == 0 && again["unchanged"] == 1, "\(again)")
      // A skip that the user removed is not brought back, unless asked to.
      #expect(try await filmz.run(other + ["unskip", "tt0076759"]).status == 0)
      let removed = try await rows("import", "skipped.\(format)")
      #expect(removed["changed"] == 0 && removed["removedSince"] == 1, "\(removed)")
      #expect(try await rows("ls", "--skipped").array.isEmpty)
      let restored = try await rows("import", "skipped.\(format)", "--again")
      #expect(restored["changed"] == 1 && restored["removedSince"] == 0, "\(restored)")
      _ = try await rows("import", "results.\(format)")
      #expect(try await rows("ls").each("id") == ["tt0113277"])
      let others = try await rows("import", "others.\(format)")
      #expect(others["added"] == 0, "\(others)")
      let reasons = others["unreadable"]?.each("reason") ?? []
      #expect(!reasons.isEmpty && reasons.allSatisfy { $0 == "it is not in the collection" })
      #expect(try await rows("ls").each("id") == ["tt0113277"])
    }
  }

  /// The films of a list are in its order, in every format.
  @Test(arguments: ["json", "csv", "markdown", "imdb", "trakt", "letterboxd"])
  func listIsExportedInItsOrder(format: String) async throws {
    try await FilmzProcess.with { filmz in
      let script = try await filmz.run(
        "--offline",
        script: """
          add tt0068646 tt0113277 tt0133093 tt0078748
          list create Noir
          list add Noir tt0133093 tt0068646 tt0113277
          """)
      #expect(script.status == 0, "\(script.stderr)")
      let isFolder = ["imdb", "trakt", "letterboxd"].contains(format)
      let result = try await filmz.run(
        ["export", isFolder ? "out" : "-", "--as", format, "--list", "Noir"])
      #expect(result.status == 0, "\(result.stderr)")
      let names = ["imdb": "watchlist.csv", "letterboxd": "watchlist.csv"]
      let text =
        isFolder
        ? try filmz.folder.read("out/\(names[format] ?? "lists/lists-watchlist.json")")
        : result.stdout
      let places = ["The Matrix", "The Godfather", "Heat"].map { text.range(of: $0)?.lowerBound }
      #expect(
        !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
      #expect(!text.contains("Alien"))
    }
  }

  @Test(arguments: ["json", "trakt"])
  func exportOfAnEmptyHomeIsImported(format: String) async throws {
    try await FilmzProcess.with { filmz in
      let path = format == "json" ? "out.json" : "out"
      #expect(try await filmz.run("export", path, "--as", format).status == 0)
      let result = try await filmz.answer(to: "import \(path)")
      #expect(result["added"] == 0 && result["unreadable"] == [])
    }
  }

  @Test func playThatTwoPagesTellIsOneViewing() async throws {
    try await FilmzProcess.with { filmz in
      let play = """
        {"id":7,"watched_at":"2024-05-01T20:00:00.000Z","action":"watch","type":"movie","movie":\
        {"title":"Heat","year":1995,"ids":{"trakt":1,"imdb":"tt0113277"}}}
        """
      try filmz.folder.write("[\(play)]", to: "trakt/watched-history-1.json")
      try filmz.folder.write("[\(play)]", to: "trakt/watched-history-2.json")
      #expect(try await filmz.answer(to: "import trakt")["viewings"] == 1)
      #expect(try await filmz.answer(to: "import trakt")["viewings"] == 0)
    }
  }

  @Test func sumOfPlaysIsAsManyViewings() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        [{"plays":3,"last_watched_at":"2024-05-01T20:00:00.000Z","movie":\
        {"title":"Heat","year":1995,"ids":{"trakt":1,"imdb":"tt0113277"}}}]
        """, to: "watched-movies.json")
      #expect(try await filmz.answer(to: "import watched-movies.json")["viewings"] == 3)
      #expect(try await filmz.answer(to: "import watched-movies.json")["viewings"] == 0)
    }
  }
}
