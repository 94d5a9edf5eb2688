import FilmzTestSupport
import Testing

/// The behavior cases T22–T28 of Filmz2 that are visible in a card or in JSON.
struct ShowRatingsTests {
  private static let tomatoes = "Rotten Tomatoes"

  /// T22.
  @Test func threeRatingsAreOnOneLine() async throws {
    let response = OMDbResponse.film(
      [
        "imdbRating": "9.0", "imdbVotes": "2,654,264", "Metascore": "84", "Rated": "PG-13",
        "Genre": "Action, Crime, Drama",
      ],
      ratings: [
        ("Internet Movie Database", "9.0/10"), (Self.tomatoes, "94%"), ("Metacritic", "84/100"),
      ])
    try await withCard(of: response) { text, json in
      #expect(
        text.contains(
          "\nIMDb 9.0/10 (2,654,264 votes)  Rotten Tomatoes 94% fresh  Metacritic 84/100\n"))
      #expect(text.contains("movie • PG-13 • Action, Crime, Drama\n"))
      #expect(json["ratings"]?.each("value") == ["9.0/10", "94%", "84/100"])
      #expect(json["imdbRating"] == 9 && json["imdbVotes"] == 2_654_264)
      #expect(json["metascore"] == 84 && json["rated"] == "PG-13")
      #expect(json["genres"] == ["Action", "Crime", "Drama"])
    }
  }

  /// T23.
  @Test func aSingleRatingIsShownAlone() async throws {
    let response = OMDbResponse.film(["imdbRating": "N/A"], ratings: [(Self.tomatoes, "79%")])
    try await withCard(of: response) { text, json in
      #expect(text.contains("\nRotten Tomatoes 79% fresh\n"))
      #expect(!text.contains("IMDb ") && !text.contains("Metacritic") && !text.contains("Mine"))
      #expect(json["ratings"] == [["source": "Rotten Tomatoes", "value": "79%"]])
    }
  }

  @Test func ratingsOfOtherSourcesAreShownToo() async throws {
    let response = OMDbResponse.film(
      ratings: [("Metacritic", "71/100"), ("Harbour Gazette", "4 lamps")])
    try await withCard(of: response) { text, _ in
      #expect(text.contains("\nMetacritic 71/100  Harbour Gazette 4 lamps\n"))
    }
  }

  /// T24.
  @Test(
    arguments: [
      (["Runtime": "94 min"], "Glasshouse (2008)\nmovie • 94 min\n", 94.0),
      (["Runtime": "N/A"], "Glasshouse (2008)\nmovie\n", nil),
      (["Runtime": "", "Year": "N/A"], "Glasshouse\nmovie • Year unknown\n", nil),
      (["Runtime": "94 min", "Year": ""], "Glasshouse\nmovie • 94 min\n", 94.0),
      (["Year": "2011–2014", "Type": "series"], "Glasshouse (2011–2014)\nseries\n", nil),
    ] as [([String: String], String, Double?)])
  func yearAndRuntimeAreShownIfKnown(
    facts: [String: String], head: String, minutes: Double?
  ) async throws {
    try await withCard(of: OMDbResponse.film(facts)) { text, json in
      #expect(text.hasPrefix(head))
      #expect(json["runtimeMinutes"] == minutes.map(JSON.number) ?? .null)
    }
  }

  /// T25.
  @Test(arguments: ["", "N/A", "  "])
  func missingGenresAreAnEmptyList(genre: String) async throws {
    try await withCard(of: OMDbResponse.film(["Genre": genre])) { text, json in
      #expect(json["genres"] == [])
      #expect(text.hasPrefix("Glasshouse (2008)\nmovie\n"))
    }
  }

  /// T27.
  @Test(
    arguments: [
      ("N/A", nil), ("", nil), ("7.2/10", 7.2), ("7.2", 7.2), ("10.0", 10), ("great", nil),
    ] as [(String, Double?)])
  func aRatingIsShownOnceOrNotAtAll(rating: String, value: Double?) async throws {
    try await withCard(of: OMDbResponse.film(["imdbRating": rating])) { text, json in
      #expect(json["imdbRating"] == value.map(JSON.number) ?? .null)
      let badges = text.matches(of: /IMDb (\S+)/).map(\.1)
      #expect(badges == (value.map { ["\($0)/10"] } ?? []))
      #expect(!text.contains("/10/10"))
    }
  }

  /// T28.
  @Test(arguments: [
    ("60%", "fresh"), ("59%", "rotten"), ("100%", "fresh"), ("0%", "rotten"),
  ])
  func tomatoesAreFreshFrom60Percent(value: String, word: String) async throws {
    try await withCard(of: OMDbResponse.film(ratings: [(Self.tomatoes, value)])) { text, _ in
      #expect(text.contains("\nRotten Tomatoes \(value) \(word)\n"))
    }
  }

  /// Runs `body` with the card and the JSON of the film in a response.
  private func withCard(
    of response: LoopbackServer.Response, _ body: (String, JSON) throws -> Void
  ) async throws {
    try await FilmzProcess.withOMDb(answering: response) { filmz, _ in
      let card = try await filmz.run(["show", OMDbResponse.id], environment: ["COLUMNS": "100"])
      #expect(card.status == 0 && card.stderr == "")
      try body(card.stdout, try await filmz.answer(to: "show \(OMDbResponse.id)"))
    }
  }
}
