import FilmzTestSupport
import Foundation
import Testing

/// `import` of archives without films, of FIFOs, and of rows that other rows of the same film complete or contradict.
struct ImportEdgeCaseTests {
  @Test func articleAtTheEndAndOtherTypesAreUnderstood() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        title,year,type,inCollection
        "Godfather, The",1972,,true
        Heat,1995,series,true
        No Such Film,1995,,true
        """, to: "films.csv")
      let result = try await filmz.answer(to: "import films.csv --unmatched rest.csv")
      #expect(result["added"] == 3 && result["byTitle"] == 2, "\(result)")
      #expect(
        result["unmatched"]?.each("reason") == [
          "only a film of another type has this title and year", "no film has this title and year",
        ])
      let films = try await filmz.answer(to: "ls --sort name")
      #expect(films.each("title") == ["Heat", "No Such Film", "The Godfather"])
      #expect(films.each("identified") == [false, false, true])
    }
  }

  @Test func reviewWithoutADayMakesNoViewingBesideTheDiary() async throws {
    try await FilmzProcess.with { filmz in
      let header = "Date,Name,Year,Letterboxd URI,Rating,Rewatch"
      try filmz.folder.write(
        "\(header),Tags,Watched Date\n2020-01-02,Heat,1995,https://boxd.it/a,4.5,,,2020-01-01\n",
        to: "lb/diary.csv")
      try filmz.folder.write(
        """
        \(header),Review,Tags,Watched Date
        2020-01-02,Heat,1995,https://boxd.it/b,4.5,,Great,,
        2020-01-02,The Matrix,1999,https://boxd.it/c,,,Good,,
        """, to: "lb/reviews.csv")
      let result = try await filmz.answer(to: "import lb")
      #expect(result["added"] == 2 && result["viewings"] == 2)
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == ["2020-01-01"])
      #expect(try await filmz.answer(to: "viewings tt0133093").each("date") == [.null])
      let films = try await filmz.run("export", "-", "--as", "json").json
      #expect(Set(films.each("notes")) == ["Great", "Good"])
      let again = try await filmz.answer(to: "import lb")
      #expect(again["added"] == 0 && again["changed"] == 0 && again["viewings"] == 0)
    }
  }

  /// A value that is not valid, or of another type, costs only itself and is named.
  @Test func invalidValuesInJSONCostOnlyThemselves() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        [{"title":"Heat","id":"tt0113277","year":"1995","inCollection":true,"myRating":9},
         {"title":"Alien","id":"tt0078748","inCollection":true,"myRating":"good","notes":["x"],
          "audience":"dog","dateAdded":"2999-01-01","tags":["space",{}]}]
        """, to: "films.json")
      let result = try await filmz.run("--offline", "--format", "json", "import", "films.json")
      let report = try result.json
      #expect(report["added"] == 2 && report["unreadable"]?.array.count == 5, "\(report)")
      #expect(report["unreadable"]?.each("line").allSatisfy { $0 == 2 } == true, "\(report)")
      let told = "films.json:2: audience is \"dog\", which is not valid; the other values"
      #expect(result.stderr.contains(told), "\(result.stderr)")
      #expect(result.stderr.contains("dateAdded is \"2999-01-01\""), "\(result.stderr)")
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == 9)
      let film = try await filmz.answer(to: "show tt0078748")
      #expect(film["tags"] == ["space"] && film["myRating"] == .null && film["notes"] == .null)
    }
  }

  @Test func invalidValuesOfMFlixAreNamed() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        [{"_id":"m1","title":"Unlisted","year":2001,"runtime":"long","poster":"javascript:x"},
         {"movieId":"m1","text":"Good.","name":true}]
        """, to: "movies.json")
      let report = try await filmz.answer(to: "import movies.json")
      #expect(report["added"] == 1 && report["comments"] == 1, "\(report)")
      #expect(report["unreadable"]?.each("line") == [1, 1, 2], "\(report)")
      #expect(try await filmz.answer(to: "show unlisted")["poster"] == .null)
    }
  }

  /// Titles are cleaned by the rule of archives, so that an archive of them comes back byte for byte.
  @Test func controlCharactersInTitlesOfTablesBecomeBlanks() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Title,Year,myRating\ntt9500001,\"A\u{1B}B\nC\tD\",2001,9\n", to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["added"] == 1)
      #expect(try await filmz.answer(to: "ls").each("title") == ["A B C\tD"])
      #expect(try await filmz.run("export", "a.filmz").status == 0)
      #expect(try await filmz.run("--home", "other", "import", "a.filmz").status == 0)
      #expect(try await filmz.run("--home", "other", "export", "b.filmz").status == 0)
      let archives = try ["a.filmz", "b.filmz"].map {
        try Data(contentsOf: filmz.folder.url(of: $0))
      }
      #expect(archives[0] == archives[1])
    }
  }

  @Test func archiveOfAnEmptyHomeIsImported() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("export", "empty.filmz").status == 0)
      let result = try await filmz.answer(to: "import empty.filmz")
      #expect(result["format"] == "filmz" && result["added"] == 0)
    }
  }

  @Test(arguments: ["fifo", "link", "/dev/zero", "/dev/tty"])
  func whatIsNoFileIsRefusedAtOnce(path: String) async throws {
    try await FilmzProcess.with { filmz in
      try NamedPipe.make("fifo", in: filmz.folder)
      try FileManager.default.createSymbolicLink(atPath: filmz.folder.path(of: "link"), withDestinationPath: "fifo")
      let result = try await filmz.run("--offline", "import", path)
      #expect(result.status == 74 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("it is not a file"))
    }
  }
}
