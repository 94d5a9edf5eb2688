import FilmzTestSupport
import Testing

/// Searches of services for films of several years, which services cannot filter by.
struct SearchYearsTests {
  private static func rows(_ line: String, _ filmz: FilmzProcess) async throws -> [JSON] {
    let result = try await filmz.run("--format", "json", "-c", line)
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    return try result.documents.flatMap(\.array)
  }

  /// Each case is a search, the years and number of its results, and the number of requests, which is one for each
  /// year and kind, or one for each page of all years.
  @Test(arguments: [
    ("search beacon --source tmdb --year 1950-1959 --limit 50", 1950...1959, 20, 20),
    ("search beacon --year 1950-1959 --limit 50", 1950...1959, 20, 20),
    ("search beacon year:1950s --type movie --limit 50", 1950...1959, 10, 10),
    ("search beacon --year 1955-1975 --limit 50", 1955...1975, 31, 3),
    ("search beacon --year 1955-1975 --limit 10; next; next; next", 1955...1975, 31, 3),
    ("search beacon --year >1970 --type movie --limit 50", 1971...1979, 9, 2),
    ("search beacon --source tmdb --year 1900-1949", 1900...1949, 0, 3),
    ("search beacon --source tmdb --year 1940-1949", 1940...1949, 0, 20),
  ])
  func resultsOfTMDBAreOfTheseYears(
    line: String, years: ClosedRange<Int>, count: Int, requestCount: Int
  ) async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      let rows = try await Self.rows(line, filmz)
      #expect(rows.count == count && Set(rows.map { $0["id"] }).count == count)
      #expect(rows.map { $0["index"]?.number } == (0..<count).map { Double($0 + 1) })
      for row in rows {
        #expect(row["year"]?.number.map { years.contains(Int($0)) } == true)
      }
      #expect(server.requests.count == requestCount)
    }
  }

  @Test(arguments: [
    ("search lantern --source omdb --year 1950-1959", ["tt9000001"], 10),
    ("search lantern --year 2011-2014 --limit 50", ["tt9000007", "tt9000021", "tt9000022"], 4),
    (
      "search lantern --year 1960-1979 --limit 50",
      ["tt9000002", "tt9000025", "tt9000011", "tt9000012", "tt9000013"], 3
    ),
  ])
  func resultsOfOMDbAreOfTheseYears(line: String, ids: [String], requestCount: Int) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let rows = try await Self.rows(line, filmz)
      #expect(Set(rows.map { $0["id"]?.string }) == Set(ids))
      #expect(server.requests.count == requestCount)
    }
  }

  @Test func pagesOfSingleYearsAreKeptForLaterSearches() async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      _ = try await Self.rows("search beacon --year 1950-1954", filmz)
      let requestCount = server.requests.count
      let rows = try await Self.rows(
        "search beacon --year 1951-1953; search beacon --year 1952", filmz)
      #expect(rows.count == 8 && server.requests.count == requestCount)
      #expect(
        rows.prefix(6).map { $0["id"]?.string } == [
          "tmdb:movie:1002", "tmdb:movie:1003", "tmdb:movie:1004", "tmdb:tv:1002", "tmdb:tv:1003",
          "tmdb:tv:1004",
        ])
    }
  }

  @Test func starterCatalogIsSearchedIfTMDBHasNoFilmOfTheseYears() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      let result = try await filmz.run("search", "beacon", "--year", "1900-1949")
      #expect(result.status == 0)
      let godfather = try await filmz.run("search", "godfather", "--year", "1970-1979")
      #expect(godfather.status == 0 && godfather.stdout.contains("The Godfather"))
      #expect(godfather.stderr.contains("TMDB found nothing"), "\(godfather.stderr)")
    }
  }

  @Test func refusedTokenIsReportedOnce() async throws {
    try await FilmzProcess.withTMDB(FakeTMDB(token: "another").respond) { filmz, _ in
      let result = try await filmz.run(
        "search", "beacon", "--source", "tmdb", "--year", "1950-1959")
      #expect(result.status == 69 && result.errorLines.count == 1, "\(result.stderr)")
    }
  }
}
