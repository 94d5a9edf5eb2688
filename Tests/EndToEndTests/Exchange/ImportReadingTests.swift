import FilmzTestSupport
import Foundation
import Testing

/// Files whose values, names or parts contradict each other, and files that cannot be read as they are.
struct ImportReadingTests {
  // MARK: - Contradictions

  /// The id of TMDB belongs to a film of another title and year, in the collection or in the same file.
  @Test(arguments: [true, false])
  func idOfAnotherTitleIsLeftOut(isInFile: Bool) async throws {
    try await FilmzProcess.with { filmz in
      let rows = [",603,The Matrix,1999,", "tt0113277,603,Heat,1995,8"]
      let files = isInFile ? [rows] : rows.map { [$0] }
      var told = ""
      for (number, rows) in files.enumerated() {
        let text = "imdbID,tmdbID,Title,Year,Rating10\n" + rows.joined(separator: "\n")
        try filmz.folder.write(text, to: "\(number).csv")
        told = try await filmz.run("--offline", "import", "\(number).csv").stderr
      }
      #expect(told.contains("tmdb:movie:603 is another film than tt0113277, to which the files give this id too"))
      let films = try await filmz.answer(to: "ls --sort title")
      #expect(films.each("id") == ["tt0113277", "tmdb:movie:603"] && films.each("watched") == [true, false])
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  /// Of two ids of IMDb in a row, the first one is that of the film; a translated title contradicts nothing.
  @Test func secondIDOfARowIsLeftOut() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,URL,Title\ntt0113277,https://www.imdb.com/title/tt0133093/,Heat\n", to: "films.csv")
      let result = try await filmz.run("--offline", "import", "films.csv")
      #expect(
        result.stderr.contains("films.csv:2: it has the id tt0133093 of another film as well as tt0113277"),
        "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0113277"])
      try filmz.folder.write("tmdbID,Title,Year\n603,Matrix,1999\n", to: "one.csv")
      try filmz.folder.write("imdbID,tmdbID,Title,Year\ntt0133093,603,The Matrix,1999\n", to: "two.csv")
      for name in ["one.csv", "two.csv"] { _ = try await filmz.answer(to: "import \(name)") }
      #expect(Set(try await filmz.answer(to: "ls").each("id")) == ["tt0113277", "tt0133093"])
    }
  }

  /// Each case has rows of one film in some order, and the rating of the film.
  @Test(
    arguments: [
      (["8,2024-05-01", "6,2020-01-02"], 8), (["6,2020-01-02", "8,2024-05-01"], 8),
      (["9,", "8,2024-05-01"], 9), (["8,2024-05-01", "9,"], 9), (["7,", "9,"], 9),
    ] as [([String], JSON)])
  func ratingOfAFilmDoesNotDependOnTheOrderOfDays(rows: [String], rating: JSON) async throws {
    try await FilmzProcess.with { filmz in
      let text = "imdbID,Rating10,WatchedDate\n" + rows.map { "tt0113277,\($0)\n" }.joined()
      try filmz.folder.write(text, to: "films.csv")
      _ = try await filmz.answer(to: "import films.csv")
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == rating)
      #expect(try await filmz.answer(to: "import films.csv")["changed"] == 0)
    }
  }

  @Test func datesOfBothOrdersAreTold() async throws {
    try await FilmzProcess.with { filmz in
      let text = "imdbID,Watched Date\ntt0113277,13/08/2022\ntt0078748,08/14/2022\n"
      try filmz.folder.write(text, to: "films.csv")
      let result = try await filmz.run("--offline", "import", "films.csv")
      #expect(
        result.stderr.contains("have the day first, such as 13/08/2022, or the month, such as 08/14/2022"),
        "\(result.stderr)")
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == ["2022-08-13"])
      #expect(try await filmz.answer(to: "viewings tt0078748").each("date") == ["2022-08-14"])
      try filmz.folder.write(text + "tt0133093,03/04/2022\n", to: "more.csv")
      let refused = try await filmz.run("--offline", "import", "more.csv")
      #expect(refused.status == 65 && refused.stderr.contains("such as 03/04/2022"), "\(refused.stderr)")
    }
  }

  /// A rating says that a film has been seen; a day beside `No` can be another one.
  @Test func contradictionsAboutViewingsAreTold() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Watched,Rating10,Watched Date\ntt0113277,No,8,\ntt0078748,No,,2024-05-01\n", to: "films.csv")
      let result = try await filmz.run("--offline", "--format", "json", "import", "films.csv")
      #expect(result.stderr.contains("films.csv:2: Watched is \"No\", which contradicts Rating10 \"8\""), "\(result)")
      #expect(result.stderr.contains("films.csv:3: Watched Date is \"2024-05-01\", which contradicts Watched \"No\""))
      #expect(try result.json["leftOut"]?.each("column") == ["Watched", "Watched Date"])
      #expect(try await filmz.answer(to: "ls --watched").each("id") == ["tt0113277"])
      #expect(try await filmz.answer(to: "viewings tt0078748") == [])
    }
  }

  // MARK: - Names and parts

  @Test func columnsOfAnotherLanguageAreSuggested() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Titel;Jahr;Bewertung\nHeat;1995;9\n", to: "filme.csv")
      let refused = try await filmz.run("--offline", "import", "filme.csv")
      #expect(refused.status == 65 && refused.errorLines.count == 1, "\(refused.stderr)")
      #expect(refused.stderr.contains("--columns Titel=title,Jahr=year,Bewertung=rating says"), "\(refused.stderr)")
      _ = try await filmz.answer(to: "import filme.csv --columns Titel=title,Jahr=year,Bewertung=rating")
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == 9)
    }
  }

  @Test func addressesOfLetterboxdWithoutAHeaderNeedTitles() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("https://letterboxd.com/film/heat-1995/,Heat,1995,4.5\n", to: "films.csv")
      let refused = try await filmz.run("--offline", "import", "films.csv")
      let columns = "\"column 2=title,column 3=year,column 4=rating\""
      #expect(refused.status == 65 && refused.stderr.contains("column 2=title,column 3=year,column 4=rating"))
      _ = try await filmz.answer(to: "import films.csv --columns \(columns)")
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == 9)
    }
  }

  /// A file that the user has named is refused; in a folder, the others are imported.
  @Test func errorOfJSONIsNamed() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("[{\"title\": \"Heat\",\n\"year\" 1995}]\n", to: "x/bad.json")
      try filmz.folder.write("imdbID\ntt0113277\n", to: "x/films.csv")
      let refused = try await filmz.run("--offline", "import", "x/bad.json")
      #expect(refused.status == 65 && refused.stderr.contains("cannot be imported: line 2: it is not valid JSON"))
      let result = try await filmz.run("--offline", "import", "x")
      #expect(result.status == 0 && result.stderr.contains("bad.json was left out: line 2: it is not valid JSON"))
    }
  }

  @Test func linkToNothingIsLeftOut() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("imdbID\ntt0113277\n", to: "files/a.csv")
      try FileManager.default.createSymbolicLink(
        atPath: filmz.folder.path(of: "files/b.csv"), withDestinationPath: "gone.csv")
      let result = try await filmz.run("--offline", "import", "files")
      #expect(result.status == 0 && result.stderr.contains("it is a link to a file that does not exist"), "\(result)")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0113277"])
    }
  }

  /// Episodes of Netflix count for their series, and chapters of films do not.
  @Test func episodesOfNetflixAreCounted() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        Title,Date
        "A Show: Season 1: One",2020-01-02
        "A Show: Season 1: Two",2020-01-03
        "John Wick: Chapter 3: Parabellum",2020-01-04
        """, to: "NetflixViewingHistory.csv")
      let result = try await filmz.answer(to: "import NetflixViewingHistory.csv")
      #expect(result["episodes"] == 2 && result["added"] == 2, "\(result)")
      let films = try await filmz.answer(to: "ls --sort title").array
      #expect(films.map { $0["title"] } == ["A Show", "John Wick: Chapter 3: Parabellum"])
      #expect(films.map { $0["watched"] } == [true, true] && films.map { $0["dateWatched"] } == [.null, "2020-01-04"])
      #expect(try await filmz.answer(to: "import NetflixViewingHistory.csv")["changed"] == 0)
    }
  }

  /// Lists in folders keep their names, and what is left out is told.
  @Test func foldersOfTraktAreRead() async throws {
    try await FilmzProcess.with { filmz in
      func film(_ day: String) -> String {
        #"[{"\#(day)":"2024-05-18T12:00:00.000Z","movie":{"title":"Heat","year":1995,"ids":{"imdb":"tt0113277"}}}]"#
      }
      try filmz.folder.write(film("listed_at"), to: "trakt/lists/On Deck/movies.json")
      try filmz.folder.write(film("listed_at"), to: "trakt/mine/best of.json")
      try filmz.folder.write(film("collected_at"), to: "trakt/collection/movies.json")
      let result = try await filmz.run("--offline", "import", "trakt")
      #expect(result.stderr.contains("trakt/collection/movies.json: films that you own are not imported"), "\(result)")
      #expect(Set(try await filmz.answer(to: "list ls").each("name")) == ["On Deck", "best of"])
    }
  }

  @Test func undoneListsAreToldOnce() async throws {
    try await FilmzProcess.with { filmz in
      let films = ["Heat,1995", "Alien,1979", "The Matrix,1999", "The Godfather,1972"]
      let rows = films.enumerated().map { "\($0 + 1),\($1),https://boxd.it/f\($0)," }.joined(separator: "\n")
      for name in ["Heists", "Noir"] {
        let list = "2019-03-21,\(name),,https://boxd.it/\(name),"
        try filmz.folder.write(
          "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n\(list)\n\n"
            + "Position,Name,Year,URL,Description\n\(rows)\n", to: "lists/\(name).csv")
      }
      _ = try await filmz.answer(to: "import lists")
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      let lists = ["Noir", "Heists"].map { "list \($0) is gone, with 4 films" }
      #expect(lists.allSatisfy(undone.stderr.contains) && !undone.stderr.contains("no longer on"), "\(undone.stderr)")
    }
  }
}
