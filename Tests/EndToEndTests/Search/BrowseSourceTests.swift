import FilmzTestSupport
import Testing

/// `browse` in an imported catalog, own records, and films in the cache.
struct BrowseSourceTests {
  /// 130 films of the years 1950–1962, with votes that repeat.
  private static let tables: [DatasetTable: [String]] = [
    .titles: (0..<130).map {
      "tt\(9_200_000 + $0)|movie|Film \($0)|Film \($0)|0|\(1950 + $0 % 13)|\\N|\(60 + $0)|Drama"
    },
    .ratings: (0..<130).map { "tt\(9_200_000 + $0)|\(1 + $0 % 9).5|\(100 + $0 * 37 % 50)" },
  ]

  /// Own films of the same years, one of them of each film of the catalog that is at an end of the list or in
  /// its middle, with another year.
  private static let records =
    ((0..<12).map { "record new title=\"Own \($0)\" year=\(1949 + $0)" }
    + [0, 12, 64, 129].map { "edit tt\(9_200_000 + $0) year=\(1955 + $0 % 3)" })
    .joined(separator: "; ")

  /// The members by which films are sorted, each with -1 if the greatest value comes first.
  private static let orders: [(sort: String, keys: [(name: String, sign: Double)])] = [
    ("", [("year", -1), ("imdbVotes", -1)]),
    ("--sort year,-votes", [("year", 1), ("imdbVotes", -1)]),
    ("--sort -imdb,runtime", [("imdbRating", -1), ("runtimeMinutes", 1)]),
    ("--sort votes", [("imdbVotes", 1)]),
  ]

  @Test(arguments: orders.indices)
  func ownRecordsAreInTheirPlacesOnEveryPage(index: Int) async throws {
    let (sort, keys) = Self.orders[index]
    try await FilmzProcess.withCatalog(of: Self.tables) { filmz in
      _ = try await filmz.answer(to: Self.records)
      let line = "browse \(sort) year:1949..1962"
      let rows = try await filmz.answer(to: "\(line) --limit 1000").array
      let ids = rows.compactMap { $0["id"]?.string }
      #expect(ids.count { $0.hasPrefix("tt92") || $0.hasPrefix("own:") } == 142)
      #expect(Set(ids).count == ids.count)
      // A missing value comes last in both directions.
      let values = rows.map { row in
        keys.map { name, sign in row[name]?.number.map { $0 * sign } ?? .infinity }
      }
      #expect(zip(values, values.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
      let pageCount = (ids.count + 6) / 7
      let pages = try await filmz.run(
        "--offline", "--format", "jsonl", "-c",
        "\(line) --limit 7" + String(repeating: "; next", count: pageCount - 1))
      #expect(try pages.documents.compactMap { $0["id"]?.string } == ids)
      let last = try await filmz.answer(to: "\(line) --limit 7 --page \(pageCount)").each("id")
      #expect(last.compactMap { $0?.string } == Array(ids[((pageCount - 1) * 7)...]))
    }
  }

  @Test func sourcesAreChosen() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title=Graz year=2019; edit heat year=1996")
      let own = try await filmz.answer(to: "browse --source own")
      #expect(own.each("title") == ["Graz", "Heat"])
      #expect(own.each("year") == [2019, 1996])
      let heat = JSON.string("tt0113277")
      let catalog = try await filmz.answer(to: "browse --source catalog --year 1995").each("id")
      #expect(catalog.contains(heat))
      let of1995 = try await filmz.answer(to: "browse --year 1995 --limit 1000").each("id")
      let of1996 = try await filmz.answer(to: "browse --year 1996 --limit 1000").each("id")
      #expect(!of1995.contains(heat) && of1996.count { $0 == heat } == 1)
      let titles = try await filmz.answer(to: "browse --source catalog --year 2019 --limit 1000")
      #expect(!titles.each("title").contains("Graz"))
    }
  }

  @Test func certificationsAreThoseOfCachedFilmsAndOwnRecords() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let setup = """
        show tt9000002; show tt9000003; show tt9000004; record new title=Graz year=2019 rated=PG; \
        record new title=Linz year=2018; edit tt9000004 rated=G
        """
      _ = try await filmz.run("-c", setup)
      let rated = try await filmz.run("--offline", "--verbose", "browse", "--rated", "pg,g")
      #expect(
        rated.stderr.contains(
          "Only own films and films in the cache were searched, whose certifications are known."))
      let rows = try await filmz.answer(to: "browse --rated pg,g")
      #expect(rows.each("title") == ["Graz", "Lantern Street", "The Lantern"])
      #expect(try await filmz.answer(to: "browse rated:PG-13") == [])
      let catalog = try await filmz.answer(to: "browse rated:r,g --source catalog")
      #expect(catalog.each("id") == ["tt9000003", "tt9000004"])
      #expect(try await filmz.answer(to: "browse rated:PG --source own").each("title") == ["Graz"])
    }
  }

  @Test func countriesAndLanguagesAreAlsoThoseOfTheStarterCatalog() async throws {
    try await FilmzProcess.with { filmz in
      let line = "record new title=Graz year=2019 countries=Austria languages=German"
      _ = try await filmz.answer(to: line)
      let german = try await filmz.answer(to: "browse language:german --limit 1000").each("title")
      #expect(german.contains("Graz") && german.contains("Metropolis"))
      let both = try await filmz.answer(to: "browse country:austria,japan language:german")
      #expect(both.each("title").contains("Graz"))
      let result = try await filmz.run("--offline", "--verbose", "browse", "country:atlantis")
      #expect(result.status == 0 && result.stdout == "", "\(result)")
      #expect(result.stderr.contains("No films with country:atlantis"), "\(result)")
      #expect(result.stderr.contains("the built-in films"), "\(result)")
    }
  }
}
