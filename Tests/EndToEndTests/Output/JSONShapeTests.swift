import FilmzTestSupport
import Testing

struct JSONShapeTests {
  private static let rowNames = """
    index id imdbID title year endYear type imdbRating imdbVotes runtimeMinutes genres \
    inCollection watched myRating dateWatched dateAdded skipped platform commentCount identified
    """.split(separator: " ").map(String.init)
  private static let cardNames =
    Array(rowNames.dropFirst())
      + """
      rated released directors writers actors plot languages countries awards poster ratings \
      metascore audience recommendedBy notes tags viewings source fetchedAt stale watch aliases lists \
      own comments fullPlot
      """.split(separator: " ").map(String.init)

  @Test(arguments: [
    "search godfather", "search godfather --limit 1; next", "search godfather; results",
    "add tt0068646", "rate tt0068646 9", "watched tt0068646", "note tt0068646 x",
    "audience tt0068646 me", "from tt0068646 Ines", "watched tt0068646; viewings rm tt0068646 1",
    "add tt0068646; unwatched tt0068646", "add tt0068646; ls", "add tt0068646; rm tt0068646",
    "seen tt0068646", "watchlist add tt0068646", "skip tt0068646", "skip tt0068646; ls --skipped",
    "skip tt0068646; unskip tt0068646", "skip tt0068646; reset all",
    "list add Noir tt0068646 --create", "list add Noir tt0068646 --create; list show Noir",
    "list add Noir tt0068646 --create; list move Noir 1 end",
    "list add Noir tt0068646 --create; list remove Noir tt0068646",
  ])
  func rowsHaveTheSpecifiedMembersInOrder(commands: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--yes", "--format", "jsonl", "-c", commands)
      let line = try #require(result.stdout.split(separator: "\n").last)
      #expect(Self.names(in: line) == Self.rowNames + ["match", "matched"])
    }
  }

  @Test(arguments: [
    "browse --limit 1", "browse --limit 1; next", "browse --limit 1; page 3; results",
    "browse language:german --limit 1; next", "browse --limit 1; show 1; prev; first",
  ])
  func rowsOfBrowseHaveThePlotAndTheViewersRating(commands: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--format", "jsonl", "-c", commands)
      let line = try #require(result.stdout.split(separator: "\n").last)
      #expect(
        Self.names(in: line) == Self.rowNames + ["plot", "viewerRating", "match", "matched"])
    }
  }

  @Test func cardHasTheSpecifiedMembersInOrder() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "watched", "tt0068646", "--note", "a {\"b\": [1]}")
      let result = try await filmz.run("--offline", "--format", "json", "show", "tt0068646")
      #expect(Self.names(in: result.stdout[...]) == Self.cardNames)
      let viewing = try #require(try result.json["viewings"]?[0])
      #expect(viewing.keys == ["date", "note", "rating", "tags"])
    }
  }

  @Test func starterCatalogNeedsNoKeyAndNoNetwork() async throws {
    try await FilmzProcess.with { filmz in
      let row = try #require(try await filmz.answer(to: "search godfather")[0])
      let expected: [String: JSON] = [
        "index": 1, "id": "tt0068646", "imdbID": "tt0068646", "title": "The Godfather",
        "year": 1972, "endYear": .null, "type": "movie", "inCollection": false, "watched": false,
        "myRating": .null, "dateWatched": .null, "dateAdded": .null, "runtimeMinutes": 175,
        "skipped": false, "platform": .null, "commentCount": 0,
      ]
      for (name, value) in expected { #expect(row[name] == value, "\(name)") }
      let card = try await filmz.answer(to: "show tt0068646")
      #expect(card["source"] == "starter")
      #expect(card["genres"] == row["genres"])
      #expect(card["plot"] == .null)
      for list in ["tags", "viewings", "ratings"] { #expect(card[list] == [], "\(list)") }
    }
  }

  @Test func personalDataIsInCardAndRow() async throws {
    try await FilmzProcess.with { filmz in
      let commands = """
        add tt0068646 --watched --on 2024-05 --rating 8.5 --audience family --from Ann \
        --note "great; \\"fun\\"" --tag a --tag "b c"
        """
      let row = try #require(try await filmz.answer(to: commands)[0])
      #expect(row["myRating"] == 8.5)
      #expect(row["dateWatched"] == "2024-05")
      #expect(row["watched"] == true)
      #expect(row["dateAdded"]?.string?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
      let card = try await filmz.answer(to: "show tt0068646")
      #expect(card["audience"] == "family")
      #expect(card["recommendedBy"] == "Ann")
      #expect(card["notes"] == "great; \"fun\"")
      #expect(card["tags"] == ["a", "b c"])
      #expect(
        card["viewings"] == [["date": "2024-05", "rating": 8.5, "note": .null, "tags": []]])
    }
  }

  @Test func statisticsAndSettingsHaveTheSpecifiedMembers() async throws {
    try await FilmzProcess.with { filmz in
      let stats = try await filmz.run("--format", "json", "stats").stdout
      #expect(
        Self.names(in: stats[...]) == [
          "total", "watched", "unwatched", "rated", "meanRating", "minutesWatched", "ratings",
          "decades", "genres", "months", "directors", "actors",
          "ratingDeviation", "imdbMeanRating", "imdbRatingDeviation", "imdbRated", "viewings",
          "viewingsWithoutRuntime", "skipped", "wanted",
        ])
      let settings = try await filmz.run("--format", "jsonl", "config", "ls").stdout
      for line in settings.split(separator: "\n") {
        #expect(Self.names(in: line) == ["key", "value", "origin"])
      }
    }
  }

  @Test func csvHasTheSameColumnsAndCRLF() async throws {
    try await FilmzProcess.with { filmz in
      let call = ["--offline", "--format", "csv", "search", "godfather", "--limit", "2"]
      let csv = try await filmz.run(call).stdout
      let lines = csv.split(separator: "\r\n", omittingEmptySubsequences: false)
      #expect(
        lines.first.map(String.init)
          == (Self.rowNames + ["match", "matched"]).joined(separator: ","))
      #expect(lines.count == 4 && lines.last == "")
      #expect(lines[1].hasPrefix("1,tt0068646,tt0068646,The Godfather,1972,,movie,"))
      #expect(lines[1].hasSuffix("\"Crime, Drama\",false,false,,,,false,,0,true,title,"))
    }
  }

  /// Returns the member names of the outermost object in a JSON text, in order.
  static func names(in text: Substring) -> [String] {
    var (names, depth, name) = ([String](), 0, String?.none)
    var remainingText = text[...]
    while let character = remainingText.popFirst() {
      switch character {
      case "{", "[": depth += 1
      case "}", "]": depth -= 1
      case "\"": name = string(&remainingText)
      case ":" where depth == 1: names += [name].compactMap { $0 }
      default: break
      }
    }
    return names
  }

  /// Removes and returns the rest of a string literal, without its quotes.
  private static func string(_ remainingText: inout Substring) -> String {
    var text = ""
    while let character = remainingText.popFirst(), character != "\"" {
      text.append(character)
      if character == "\\", let escaped = remainingText.popFirst() { text.append(escaped) }
    }
    return text
  }
}
