import FilmzTestSupport
import Foundation
import Testing

/// Films that are present, imports from standard input, and targets of exports in scripts.
struct ScriptInputTests {
  @Test(
    "add --ensure leaves films that are there as they are",
    arguments: [
      ("add tt0113277 tt0078748 --ensure", 0, 2, []), ("add heat --ensure", 0, 2, []), ("add heat", 1, 2, nil),
      (
        "add tt0113277 tt0078748 --ensure --rating 3", 0, 2, ["command 1: Heat was not changed; use `rate tt0113277 3`"]
      ),
    ] as [(String, Int32, Int, [String]?)])
  func presentFilmIsNoError(line: String, status: Int32, films: Int, errors: [String]?) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat --rating 8")
      let result = try await filmz.run("--offline", "-c", line + "; add alien --ensure")
      #expect(result.status == status, "\(result.stderr)")
      if let errors { #expect(result.errorLines == errors) }
      let rows = try await filmz.answer(to: "ls --sort name")
      #expect(rows.array.count == films)
      #expect(rows.each("myRating").contains(8))
    }
  }

  @Test func ensuredFilmIsSelected() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat")
      let result = try await filmz.run("--offline", script: "add heat --ensure\nrate 9\n")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls").each("myRating") == [9])
    }
  }

  @Test func importReadsAPipe() async throws {
    try await FilmzProcess.with { filmz in
      let csv = "title,year,rating\nHeat,1995,9\nNo Such Film,1995,2\n"
      let result = try await filmz.run("--offline", "--format", "json", "import", "-", script: csv)
      #expect(result.status == 0, "\(result.stderr)")
      let report = try result.json
      #expect(report["added"] == 2 && report["byTitle"] == 1 && report["unmatchedFile"] == .null, "\(report)")
      #expect(report["files"]?.each("name") == ["standard input"])
      #expect(try await filmz.answer(to: "ls --sort name").each("myRating") == [9, 2])
      let dashC = try await filmz.run("--offline", "-c", "import -; rate heat 8", script: csv)
      #expect(dashC.status == 0, "\(dashC.stderr)")
      #expect(try await filmz.answer(to: "ls --sort name").each("myRating") == [8, 2])
    }
  }

  /// The lines of a script on standard input are not imported.
  @Test func scriptOnStandardInputIsNotImported() async throws {
    try await FilmzProcess.with { filmz in
      for arguments in [["--offline"], ["--offline", "-f", "-"]] {
        let result = try await filmz.run(arguments, script: "import -\nadd heat --ensure\n")
        #expect(result.status == 1)
        #expect(
          result.errorLines == ["line 1: import - needs a file or a pipe on standard input: `filmz import - < FILE`"])
        #expect(try await filmz.answer(to: "ls").each("title") == ["Heat"])
      }
    }
  }

  @Test(arguments: [nil, "csv"])
  func tableWithoutUsableColumnsNamesTheColumns(format: String?) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("film,when\nHeat,1995\n", to: "films.csv")
      let result = try await filmz.run(["--offline", "import", "films.csv"] + (format.map { ["--as", $0] } ?? []))
      #expect(result.status == 65)
      #expect(
        result.stderr.contains(
          #"only "film" and "when"; --columns film=title says what they are; it needs imdbID, tmdbID, id, title or name"#
        ))
      #expect(result.stderr.contains("year, type, rating"))
      let other = try await filmz.run("--offline", "import", "films.csv", "--as", "imdb")
      #expect(other.stderr.hasSuffix("films.csv is not a file of imdb\n"), "\(other.stderr)")
    }
  }

  @Test(arguments: [
    "export a/films.csv", "export a/films.filmz", "export a/lists.zip --as trakt", "export a/b/ --as trakt",
    "export a/b --as letterboxd", "stats --html a/stats.html", "import films.csv --unmatched a/rest.csv",
  ])
  func onlyTheTargetIsCreated(line: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat")
      try filmz.folder.write("title,year\nNo Such Film,1995\n", to: "films.csv")
      let result = try await filmz.run(["--offline"] + line.split(separator: " ").map(String.init))
      #expect(result.status == 74, "\(result.stderr)")
      #expect(result.stderr.contains("cannot be written: there is no folder /"), "\(result.stderr)")
      #expect(try !filmz.folder.files().contains { $0.hasPrefix("a/") })
      #expect(!FileManager.default.fileExists(atPath: filmz.folder.path(of: "a")))
    }
  }

  @Test(arguments: ["letterboxd", "imdb", "trakt", "filmz"])
  func exportsKeepListsWithoutFilmsAndPagesDoNot(format: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(
        "--offline", script: "add heat\nlist create Empty\nlist create Noir\nlist add Noir heat\n")
      let result = try await filmz.run("--offline", "--format", "json", "export", "out.zip", "--as", format)
      #expect(try result.json["lists"] == 2, "\(result.stderr)")
      if ["letterboxd", "imdb"].contains(format) {
        #expect(try result.json["files"]?.each("name").contains("lists/Empty.csv") == true)
      } else {
        #expect(try await filmz.run("--home", "other", "--offline", "import", "out.zip").status == 0)
        let lists = try await filmz.run("--home", "other", "--format", "json", "list", "ls").json
        #expect(Set(lists.each("name")).isSuperset(of: ["Empty", "Noir"]), "\(lists)")
      }
      let page = try await filmz.run("--offline", "export", "-", "--as", "html").stdout
      #expect(page.contains("Noir") && !page.contains("Empty"))
    }
  }
}
