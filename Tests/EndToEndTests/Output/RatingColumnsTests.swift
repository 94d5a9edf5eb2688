import FilmzTestSupport
import Testing

/// The setting `list.ratings`, which chooses the columns of ratings in tables of films.
struct RatingColumnsTests {
  @Test(
    arguments: [
      (nil, ["IMDb", "Mine"]), ("both", ["IMDb", "Mine"]), ("mine", ["Mine"]), ("imdb", ["IMDb"]),
      ("none", []),
    ] as [(String?, [String])])
  func settingChoosesTheColumns(value: String?, columns: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate heat 7.5")
      if let value { _ = try await filmz.answer(to: "config set list.ratings \(value)") }
      for command in ["ls", "search heat"] {
        let table = try await filmz.run("--offline", "-c", command).stdout
        #expect(Self.columns(table) == columns, "\(table)")
        #expect(table.contains("7.5") == columns.contains("Mine"))
      }
      for command in ["ls", #"note "heat" "x""#] {
        let markdown = try await filmz.run("--offline", "--format", "markdown", "-c", command)
        #expect(Self.columns(markdown.stdout) == columns, "\(markdown)")
      }
      let row = try #require(try await filmz.answer(to: "ls").array.first)
      #expect(row["myRating"] == 7.5 && row["imdbRating"] != .null)
      let csv = try await filmz.run("--offline", "--format", "csv", "ls").stdout
      #expect(csv.hasPrefix("index,") && csv.contains("imdbRating,") && csv.contains("myRating,"))
    }
  }

  private static func columns(_ table: String) -> [String] {
    let heading = table.split(separator: "\n").first ?? ""
    return heading.split(separator: " ").map(String.init)
      .filter { ["IMDb", "TMDB", "Score", "Mine"].contains($0) }
  }

  /// S44: lists do not have TMDB's ratings, which are looked up for them.
  @Test func ratingsOfTMDBAreShownInResultsAndLists() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      _ = try await filmz.run("-c", "config set list.ratings tmdb; add tmdb:movie:101 --rating 8")
      for command in ["search glass harbor --source tmdb", "ls", "random --count 2"] {
        let table = try await filmz.run(command.split(separator: " ").map(String.init)).stdout
        #expect(Self.columns(table) == ["TMDB"] && table.contains(" 7.9"), "\(table)")
      }
      let library = try await filmz.run("library").stdout
      #expect(library.contains("TMDB") && library.contains(" 7.9"), "\(library)")
      let both = try await filmz.run("-c", "config set list.ratings both; ls").stdout
      #expect(Self.columns(both) == ["Score", "Mine"], "\(both)")
    }
  }

  /// With a token, films without IMDb's rating have TMDB's, with a mark; JSON is the same with and without.
  @Test func scoresAreThoseOfIMDbOrElseOfTMDB() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      _ = try await filmz.run("-c", "add tmdb:movie:101; add heat")
      let heat = try #require(try await filmz.answer(to: "find heat").array.first?["imdbRating"])
      for command in ["ls", "search glass harbor --source tmdb", "search heat --source catalog"] {
        let table = try await filmz.run("-c", command).stdout
        #expect(Self.columns(table) == ["Score"], "\(table)")
        if table.contains("Harbor") { #expect(table.contains(/The Glass Harbor .* 7\.9 T/), "\(table)") }
        if table.contains("Heat ") { #expect(!table.contains(/Heat  .* T\b/), "\(table)") }
      }
      #expect(heat != .null)
      let rows = try await filmz.run("--format", "json", "search", "glass harbor", "--source", "tmdb").json
      #expect(rows[0]?["imdbRating"] == .null)
      let imdb = try await filmz.run("-c", "config set list.ratings imdb; ls").stdout
      #expect(Self.columns(imdb) == ["IMDb"], "\(imdb)")
    }
  }

  /// The rows name a film that only TMDB knows.
  @Test func filmsImportedThroughTMDBHaveTypeAndScore() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      try filmz.folder.write("Date,Name,Year,Letterboxd URI\n2020-01-02,The Glass Harbor,1987,x\n", to: "watched.csv")
      #expect(try await filmz.run("import", "watched.csv").status == 0)
      let table = try await filmz.run("--offline", "ls").stdout
      #expect(table.contains(/The Glass Harbor +1987 +movie +7\.9 T/), "\(table)")
    }
  }

  @Test func settingIsListedAndCheckedAndUnset() async throws {
    try await FilmzProcess.with { filmz in
      let byDefault = try await filmz.answer(to: "config get list.ratings")
      #expect(byDefault["value"] == "both" && byDefault["origin"] == "default")
      let result = try await filmz.run("config", "set", "list.ratings", "all")
      #expect(
        result.status == 64 && result.stderr.contains("both, mine, imdb, tmdb or none"), "\(result)"
      )
      _ = try await filmz.answer(to: "config set list.ratings mine")
      let rows = try await filmz.answer(to: "config ls").array
      let row = try #require(rows.first { $0["key"] == "list.ratings" })
      #expect(row["value"] == "mine" && row["origin"] == "file")
      _ = try await filmz.answer(to: "config unset list.ratings")
      #expect(try await filmz.answer(to: "config get list.ratings") == byDefault)
    }
  }
}
