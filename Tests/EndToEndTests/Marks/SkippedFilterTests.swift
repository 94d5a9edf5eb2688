import FilmzTestSupport
import Testing

/// Filters for skipped films.
struct SkippedFilterTests {
  private static let godfather = "tt0068646"
  private static let heat = "tt0113277"
  private static let matrix = "tt0133093"

  /// Runs `body` with The Matrix, Heat and The Godfather skipped, in this order.
  private static func withSkips(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "skip \(matrix); skip \(heat); skip \(godfather); add tt0078748")
      try await body(filmz)
    }
  }

  @Test(arguments: [
    ("ls --skipped", [godfather, heat, matrix]), ("ls is:skipped", [godfather, heat, matrix]),
    ("find is:skipped", [godfather, heat, matrix]), ("ls --skipped --year 1990s", [heat, matrix]),
    ("ls --skipped genre:crime", [godfather, heat]),
    ("ls --skipped --genre +Crime,+Action", [heat]),
    ("ls --skipped --type movie year:1972", [godfather]),
    ("ls --skipped --type series", []), ("ls --skipped --imdb 8.6-8.8", [matrix]),
    ("ls --skipped --votes 2.1M", [matrix]), ("ls --skipped --runtime <140", [matrix]),
    ("ls --skipped --person pacino", [godfather, heat]), ("ls --skipped --director pacino", []),
    ("ls --skipped --director mann", [heat]),
    ("ls --skipped --actor \"al pac\"", [godfather, heat]),
    ("ls --skipped pacino mann", [heat]), ("find --skipped godfather", [godfather]),
    ("ls --skipped 1999", [matrix]), ("ls --skipped --recent 1", [godfather, heat, matrix]),
    ("ls --skipped --platform netflix", []),
    ("ls --skipped --sort year", [godfather, heat, matrix]),
    ("ls --skipped --sort -year", [matrix, heat, godfather]),
    ("ls --skipped --sort name", [heat, godfather, matrix]),
    ("ls --skipped --sort added", [matrix, heat, godfather]),
    ("ls --skipped --sort -imdb,name", [godfather, matrix, heat]),
    ("ls --skipped --sort runtime --limit 2", [matrix, heat]),
    ("ls @recent is:skipped", [godfather, heat, matrix]),
  ])
  func skippedFilmsAreFilteredAndSorted(line: String, ids: [String]) async throws {
    try await Self.withSkips { filmz in
      let rows = try await filmz.answer(to: line)
      #expect(rows.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test func sortedAtRandomAllAreListed() async throws {
    try await Self.withSkips { filmz in
      let rows = try await filmz.answer(to: "ls --skipped --sort random").each("id")
      #expect(rows.compactMap { $0?.string }.sorted() == [Self.godfather, Self.heat, Self.matrix])
    }
  }

  @Test(arguments: [
    ("ls --skipped --stars 4", "skipped films have no ratings, viewings, audience, tags or lists"),
    ("ls --skipped is:watched", "leave is:watched or is:skipped out"),
    ("ls --skipped --tag noir", "leave tag:noir"), ("ls --skipped @favorites", "leave mine:>=8"),
    ("ls --skipped --audience me", "leave audience:me"), ("ls --skipped --list x", "leave list:x"),
    ("ls --skipped --sort -watched", "use name, year, added, imdb, votes, runtime or random"),
    ("ls --skipped --sort rating", "\"mine\" is not a sort key"),
    ("ls --skipped --genre dramma", "did you mean Drama?"),
    ("ls --skipped --actor pacinno", "did you mean Al Pacino"),
    ("watchlist --skipped", "is:unwatched"),
    ("rate --skipped", "skipped films cannot be rated in a session"),
  ])
  func otherConditionsAreErrors(line: String, text: String) async throws {
    try await Self.withSkips { filmz in
      let result = try await filmz.run(["--offline"] + line.split(separator: " ").map(String.init))
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains(text), "\(result.stderr)")
    }
  }

  @Test func numbersReferToTheFilteredList() async throws {
    try await Self.withSkips { filmz in
      _ = try await filmz.answer(to: "ls --skipped year:1990s; unskip 2")
      #expect(
        try await filmz.answer(to: "ls --skipped").each("id") == [
          .string(Self.godfather), .string(Self.heat),
        ])
      let empty = try await filmz.run("--offline", "--verbose", "ls", "--skipped", "year:1950s")
      #expect(empty.status == 0)
      #expect(
        empty.errorLines == [
          "No film that you have skipped matches. `ls --skipped` lists all of them."
        ])
    }
  }
}
