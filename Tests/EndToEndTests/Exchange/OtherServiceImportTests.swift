import FilmzTestSupport
import Foundation
import Testing

/// `import` of the exports of Netflix, Simkl and TV Time, and of MovieLens's datasets.
struct OtherServiceImportTests {
  /// Returns the JSON of an import of a table whose films the starter catalog knows by their years.
  private static func imported(
    _ text: String, as name: String, _ filmz: FilmzProcess
  ) async throws -> (result: JSON, films: [String: JSON]) {
    try filmz.folder.write(text, to: name)
    let result = try await filmz.answer(to: "import \(name)")
    let films = try await filmz.answer(to: "ls").array
    return (result, Dictionary(films.map { ($0["id"]?.string ?? "", $0) }) { first, _ in first })
  }

  @Test func simklTableIsRead() async throws {
    try await FilmzProcess.with { filmz in
      let (result, films) = try await Self.imported(
        """
        "SIMKL_ID","Title","Type","Year","Watchlist","LastEpWatched","WatchedDate","Rating","Memo","TVDB","TMDB","IMDB"
        1,Heat,movie,1995,completed,,2020-01-02,9,Good,,949,tt0113277
        2,The Matrix,movie,1999,plantowatch,,,,,,603,tt0133093
        3,A Show,tv,2001,watching,s1e3,2020-01-02,,,,,tt9500001
        4,Another Show,tv,2002,dropped,,,,,,,tt9500002
        """, as: "simkl.csv", filmz)
      #expect(result["format"] == "simkl" && result["files"]?.each("kind") == ["history"], "\(result)")
      #expect(films["tt0113277"]?["dateWatched"] == "2020-01-02" && films["tt0113277"]?["myRating"] == 9)
      #expect(films["tt0133093"]?["watched"] == false)
      #expect(films["tt9500001"]?["watched"] == true && films["tt9500001"]?["dateWatched"] == .null)
      #expect(films["tt9500002"] == nil)
    }
  }

  @Test func simklDocumentIsRead() async throws {
    try await FilmzProcess.with { filmz in
      let (result, films) = try await Self.imported(
        """
        {"movies":[{"last_watched_at":"2020-01-02T12:00:00Z","status":"completed","user_rating":9,
          "movie":{"title":"Heat","year":1995,"ids":{"simkl":1,"imdb":"tt0113277","tmdb":"949"}}},
         {"last_watched_at":null,"status":"plantowatch","user_rating":null,
          "movie":{"title":"The Matrix","year":1999,"ids":{"simkl":2,"imdb":"tt0133093"}}}],
         "shows":[{"status":"watching","watched_episodes_count":3,
          "show":{"title":"A Show","year":2001,"ids":{"simkl":3,"imdb":"tt9500001"}}}],"anime":[]}
        """, as: "simkl.json", filmz)
      #expect(result["format"] == "simkl" && result["unreadable"] == [], "\(result)")
      #expect(films["tt0113277"]?["dateWatched"] == "2020-01-02" && films["tt0113277"]?["myRating"] == 9)
      #expect(films["tt0133093"]?["watched"] == false && films["tt9500001"]?["watched"] == true)
    }
  }

  /// Episodes of a series are one film that was seen; trailers and totals are left out.
  @Test(
    arguments: [
      (
        "NetflixViewingHistory.csv",
        """
        Title,Date
        "A Show: Season 1: The First",2020-01-02
        "A Show: Limited Series: Two: Parts",2020-01-03
        "A Film: Part 2",2020-01-04
        """, ["A Film: Part 2", "A Show"]
      ),
      (
        "ViewingActivity.csv",
        """
        Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country
        Ann,2020-01-02 12:00:00,00:40:00,,A Show: Staffel 2: Eins,,TV,,,DE
        Ann,2020-01-02 12:00:00,00:01:00,,A Film_hook,HOOK,TV,,,DE
        Ann,2020-01-02 12:00:00,01:40:00,,A Film,,TV,,,DE
        """, ["A Film", "A Show"]
      ),
      (
        "tracking-prod-records.csv",
        """
        type,movie_name,series_name,entity_type,created_at,release_date,watch_count
        watch,A Film,,movie,2020-01-02 12:00:00,2001-05-01,
        towatch,B Film,,movie,2020-01-02 12:00:00,2002-05-01,
        watch,,A Show,episode,2020-01-02 12:00:00,,
        count-watch-episode-series,,C Show,,2020-01-02 12:00:00,,7
        watch,,,movie,2020-01-02 12:00:00,,
        """, ["A Film", "A Show", "B Film"]
      ),
    ])
  func titlesAreTold(name: String, text: String, titles: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(text, to: name)
      let result = try await filmz.answer(to: "import \(name) --dry-run --unmatched rest.csv")
      #expect(["netflix", "tvtime"].contains(result["format"]?.string ?? ""), "\(result)")
      #expect(result["unreadable"] == [])
      #expect(Set(result["unmatched"]?.array.compactMap { $0["title"]?.string } ?? []) == Set(titles), "\(result)")
    }
  }

  @Test func viewingsOfSeveralPersonsAreTold() async throws {
    try await FilmzProcess.with { filmz in
      let rows = ["Ann", "Bob"].map { "\($0),2020-01-02 12:00:00,A Film,\n" }.joined()
      try filmz.folder.write("Profile Name,Start Time,Title,Supplemental Video Type\n" + rows, to: "activity.csv")
      let result = try await filmz.run("--offline", "import", "activity.csv")
      #expect(result.status == 0 && result.stderr.contains("viewings of Ann and Bob"), "\(result.stderr)")
    }
  }

  @Test func otherTablesOfTVTimeAreNoFilms() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("name,id\nMy list,7\n", to: "tv/lists-prod-lists.csv")
      try filmz.folder.write("email,when\na,b\n", to: "tv/user.csv")
      let plays = "type,movie_name,created_at,release_date\nwatch,Heat,2020-01-02 12:00:00,1995-12-15\n"
      try filmz.folder.write(plays, to: "tv/tracking-prod-records.csv")
      let result = try await filmz.run("--offline", "--format", "json", "import", "tv")
      let files = try result.json["files"]?.array.compactMap { $0["name"]?.string } ?? []
      #expect(files.count == 1 && files[0].hasSuffix("tv/tracking-prod-records.csv"), "\(result.stderr)")
      #expect(result.errorLines == [])
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == ["2020-01-02"])
    }
  }

  // MARK: - MovieLens

  private static let movieLens = [
    "links.csv": "movieId,imdbId,tmdbId\n1,0113277,949\n2,0133093,603\n",
    "movies.csv": "movieId,title,genres\n1,Heat (1995),Action\n2,\"Matrix, The (1999)\",Action\n",
    "tags.csv": "userId,movieId,tag,timestamp\n1,1,crime,1577966400\n",
  ]

  @Test(arguments: ["ml", "ml/ratings.csv"])
  func datasetOfManyUsersIsRefused(path: String) async throws {
    try await FilmzProcess.with { filmz in
      for (name, text) in Self.movieLens { try filmz.folder.write(text, to: "ml/\(name)") }
      let ratings = "userId,movieId,rating,timestamp\n1,1,4.5,1577966400\n2,1,3.0,1577966400\n"
      try filmz.folder.write(ratings, to: "ml/ratings.csv")
      let result = try await filmz.run("--offline", "import", path)
      #expect(result.status == 65 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("catalog import"))
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func ratingsOfOneUserAreImported() async throws {
    try await FilmzProcess.with { filmz in
      for (name, text) in Self.movieLens { try filmz.folder.write(text, to: "ml/\(name)") }
      try filmz.folder.write("userId,movieId,rating,timestamp\n1,1,4.5,1577966400\n", to: "ml/ratings.csv")
      let result = try await filmz.answer(to: "import ml")
      #expect(result["added"] == 1 && result["files"]?.each("kind") == ["ratings"], "\(result)")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0113277"])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [9])
    }
  }
}
