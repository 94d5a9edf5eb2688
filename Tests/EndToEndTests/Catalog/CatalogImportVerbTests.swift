import FilmzTestSupport
import Testing

struct CatalogImportVerbTests {
  private static let basics = """
    tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres
    tt9100001\tmovie\tThe Paper Lighthouse\tThe Paper Lighthouse\t0\t1961\t\\N\t101\tDrama,Mystery
    tt9100002\ttvSeries\tPaper Streets\tPaper Streets\t0\t1999\t2003\t45\tCrime
    tt9100003\tshort\tPaper\tPaper\t0\t1961\t\\N\t9\tShort
    tt9100004\ttvEpisode\tPaper Pilot\tPaper Pilot\t0\t1999\t\\N\t45\tCrime
    tt9100005\tmovie\tbroken

    """
  private static let ratings = """
    tconst\taverageRating\tnumVotes
    tt9100001\t8.1\t12345
    tt9100002\t6.2\t99

    """

  /// Runs a closure with a program that has a folder of datasets, `imdb`, in its working directory.
  private static func withDatasets(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(basics, to: "imdb/title.basics.tsv")
      try filmz.folder.write(ratings, to: "imdb/title.ratings.tsv")
      try await body(filmz)
    }
  }

  @Test func anImportPrintsASummaryAndTheCatalogInfo() async throws {
    try await Self.withDatasets { filmz in
      let result = try await filmz.run("--format", "json", "catalog", "import", "imdb")
      #expect(result.status == 0)
      let pattern = #/Imported 3 titles from 7 lines in \d+\.\d s; 1 line could not be read\n/#
      #expect(result.stderr.wholeMatch(of: pattern) != nil, "\(result.stderr)")
      let info = try await filmz.run("--format", "json", "catalog", "info")
      #expect(info.stdout == result.stdout)
      let object = try info.json
      #expect(
        Set(object.keys) == ["titles", "types", "people", "files", "bytes", "importedAt"])
      #expect(object["types"]?["movie"]?.number == 1)
      #expect(object["files"]?.array.first?.keys.sorted() == ["date", "name", "rows"])
      let card = try await filmz.run("catalog")
      #expect(card.stdout.contains("3 titles") && card.stdout.contains("today"))
    }
  }

  @Test func withoutAMachineFormatOnlyTheSummaryIsPrinted() async throws {
    try await Self.withDatasets { filmz in
      let result = try await filmz.run("catalog", "import", "imdb", "--only", "movies")
      #expect(result.stdout == "")
      #expect(result.stderr.hasPrefix("Imported 1 title from 7 lines"))
    }
  }

  @Test func theTildeIsExpandedInAScript() async throws {
    try await Self.withDatasets { filmz in
      let result = try await filmz.run(
        [], script: "catalog import ~/imdb --episodes\ncatalog info --format json\n")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stdout.contains(#""episode":1"#))
    }
  }

  @Test(arguments: [
    ("search genre:drama year:1961", "tt9100001"), ("search rating:>8 votes:>12k", "tt9100001"),
    ("search paper type:short", "tt9100003"), ("search paper genre:crime", "tt9100002"),
    ("search --genre mystery --rating 8-9", "tt9100001"),
  ])
  func filtersApplyToTheImportedCatalog(line: String, id: String) async throws {
    try await Self.withDatasets { filmz in
      _ = try await filmz.run("catalog", "import", "imdb")
      let films = try await filmz.answer(to: line + " --limit 1000").array
      #expect(films.contains { $0["id"]?.string == id })
    }
  }
}
