import FilmzTestSupport
import Foundation
import Testing

/// Rows with ids of IMDb and of TMDB, some of which contradict each other.
struct ImportedIDTests {
  @Test func idOfIMDbWinsOverAnAlias() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,tmdbID,Title,Year\ntt9500007,950005,Wrong Row,2001\n", to: "wrong.csv")
      try filmz.folder.write(
        "imdbID,tmdbID,Title,Year,myRating\ntt9500001,950005,Right Row,2001,9\n", to: "right.csv")
      _ = try await filmz.answer(to: "import wrong.csv")
      #expect(try await filmz.answer(to: "import right.csv")["added"] == 1)
      let films = try await filmz.answer(to: "ls --sort title")
      #expect(films.each("id") == ["tt9500001", "tt9500007"])
      #expect(films.each("myRating") == [9, .null])
    }
  }

  @Test func idOfTMDBLeadsToTheFilmThatWasWritten() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        imdbID,tmdbID,Title,Year
        tt9500002,950005,Same Film,2001
        tt9500001,950005,Same Film,2001

        """, to: "both.csv")
      try filmz.folder.write(
        "tmdbID,Title,Year,myRating\n950005,Same Film,2001,9\n", to: "tmdb.csv")
      _ = try await filmz.answer(to: "import both.csv")
      let before = try await filmz.answer(to: "ls").array.count
      #expect(try await filmz.answer(to: "import tmdb.csv")["added"] == 0)
      #expect(try await filmz.answer(to: "ls").array.count == before)
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  /// Two ids of IMDb are two films; the id of TMDB stays with the first one, and that is said.
  @Test func idOfTMDBThatTwoFilmsHaveIsSaid() async throws {
    try await FilmzProcess.with { filmz in
      func play(_ id: String, _ title: String) -> String {
        #"{"watched_at":"2021-03-04T20:00:00.000Z","movie":{"title":"\#(title)","year":2001,"ids":{"imdb":"\#(id)","tmdb":950005}}}"#
      }
      let plays = ["tt9500001", "tt9500002", "tt9500003"].map { play($0, "Film \($0)") }
      try filmz.folder.write("[\(plays[0]),\(plays[1])]", to: "watched-history.json")
      try filmz.folder.write("[\(plays[2])]", to: "other/watched-history.json")
      for _ in 1...2 {
        let result = try await filmz.run("import", "watched-history.json")
        #expect(
          result.stderr.contains(
            "tmdb:movie:950005 is left to tt9500001: the files also give it to tt9500002, another film"
          ),
          "\(result.stderr)")
      }
      // The film that has the id can be in the collection.
      let result = try await filmz.run("import", "other")
      #expect(
        result.stderr.contains("is left to tt9500001: the files also give it to tt9500003"),
        "\(result.stderr)")
      let films = try await filmz.answer(to: "ls --sort title")
      #expect(films.each("id") == ["tt9500001", "tt9500002", "tt9500003"])
      #expect(
        try await filmz.answer(to: "show tt9500002")["aliases"] == [] && result.status == 0)
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  /// Two ids of IMDb are two films, whatever the collection knows of their id of TMDB; a row with only that id is about
  /// the film that the collection has under it or, if it has none with an id of IMDb, about the first one.
  @Test(
    arguments: [
      (before: "ls", ratings: [7, 3], owner: "tt9500001"),
      (before: "add tmdb:movie:950005", ratings: [7, 3], owner: "tt9500001"),
      (
        before: "add tt9500002; identify tmdb:movie:950005 tt9500002", ratings: [8, 7],
        owner: "tt9500002"
      ),
    ] as [(before: String, ratings: [JSON?], owner: String)])
  func idOfTMDBOfTwoFilmsKeepsThemApart(
    before: String, ratings: [JSON?], owner: String
  ) async throws {
    let other = owner == "tt9500001" ? "tt9500002" : "tt9500001"
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        imdbID,tmdbID,Title,Year,myRating
        tt9500001,950005,First,1995,8
        tt9500002,950005,Second,1996,3
        ,950005,,,7

        """, to: "films.csv")
      _ = try await filmz.run("--offline", "-c", before)
      let result = try await filmz.run("--offline", "import", "films.csv")
      #expect(
        result.stderr.contains(
          "tmdb:movie:950005 is left to \(owner): the files also give it to \(other), another film"),
        "\(result.stderr)")
      let films = try await filmz.answer(to: "ls --sort=-mine")
      #expect(films.each("id") == ["tt9500001", "tt9500002"])
      #expect(films.each("myRating") == ratings)
      #expect(try await filmz.answer(to: "show tmdb:movie:950005")["id"] == .string(owner))
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  /// The ratings of Trakt for two films with one id of TMDB stay apart if that id is in the collection.
  @Test func idOfTMDBInTheCollectionKeepsRatingsOfTraktApart() async throws {
    try await FilmzProcess.with { filmz in
      let ratings = [("tt9500001", 8), ("tt9500002", 3)].map { id, rating in
        #"{"rated_at":"2021-03-04T20:00:00.000Z","rating":\#(rating),"type":"movie","movie":{"title":"\#(id)","year":2001,"ids":{"imdb":"\#(id)","tmdb":950005}}}"#
      }
      try filmz.folder.write("[\(ratings.joined(separator: ","))]", to: "ratings-movies.json")
      _ = try await filmz.run("--offline", "add", "tmdb:movie:950005")
      #expect(try await filmz.answer(to: "import ratings-movies.json")["added"] == 1)
      let films = try await filmz.answer(to: "ls --sort=-mine")
      #expect(films.each("id") == ["tt9500001", "tt9500002"])
      #expect(films.each("myRating") == [8, 3])
    }
  }

  @Test func announcedFilmWithAnIDIsImported() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "Position,Const,Created,Title,Title Type,Year\n1,tt9500001,2024-01-01,Announced,Movie,????\n",
        to: "watchlist.csv")
      let result = try await filmz.answer(to: "import watchlist.csv")
      #expect(result["added"] == 1 && result["unreadable"] == [])
      let films = try await filmz.answer(to: "ls")
      #expect(films.each("title") == ["Announced"] && films.each("year") == [.null])
    }
  }

  @Test func titleWithPlusIsFoundWithAndWithoutBlanks() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Title,Year\ntt9500001,Knife + Heart,2018\ntt9500002,Love+Death,2019\n",
        to: "ids.csv")
      try filmz.folder.write(
        "Title,Year,Rating\nKnife+Heart,2018,8\nLove + Death,2019,7\nLove & Death,2019,7\n",
        to: "titles.csv")
      _ = try await filmz.answer(to: "import ids.csv")
      let result = try await filmz.answer(to: "import titles.csv")
      #expect(result["added"] == 0 && result["changed"] == 2 && result["unmatched"] == [])
    }
  }

  @Test func importingManyIDsAgainChangesNothing() async throws {
    try await FilmzProcess.with { filmz in
      let rows = (0..<1200).map { "tt\(9_600_000 + $0),\(960_000 + $0),Film \($0),2001" }
      try filmz.folder.write(
        "imdbID,tmdbID,Title,Year\n" + rows.joined(separator: "\n") + "\n", to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["added"] == 1200)
      #expect(try await filmz.answer(to: "import films.csv")["unchanged"] == 1200)
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "import films.csv")["added"] == 1200)
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }
}
