import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// Searches by a filter and a sort order that find more titles than are sorted.
@Suite struct SortedSearchTests {
  /// The votes, the year and the runtime of 6,000 titles, some of which are unknown.
  private static func facts(_ random: inout SplitMix) -> [FactBlock.Facts] {
    (1...6000).map { id in
      let votes = random.chance(oneIn: 3) ? 0 : UInt32.random(in: 5...40, using: &random)
      return FactBlock.Facts(
        id: UInt32(id), votes: votes, year: UInt16.random(in: 1801...1830, using: &random),
        rating: votes == 0 ? 0 : UInt8.random(in: 10...99, using: &random), type: .movie,
        runtime: random.chance(oneIn: 2) ? 0 : UInt16.random(in: 60...180, using: &random))
    }
  }

  private static func withCatalog(
    _ body: ([FactBlock.Facts], any FilmCatalog) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(7)
      let facts = facts(&random)
      try folder.write(
        .basics,
        facts.map {
          DatasetRow.title(
            Int($0.id), "Zorbal \($0.id)", Int($0.year),
            runtime: $0.runtime == 0 ? nil : Int($0.runtime))
        })
      try folder.write(
        .ratings,
        facts.filter { $0.votes > 0 }.map {
          DatasetRow.rating(Int($0.id), "\($0.rating / 10).\($0.rating % 10)", Int($0.votes))
        })
      try await folder.importCatalog()
      try await body(facts, try await folder.source())
    }
  }

  /// Returns the values by which an order sorts a film; the values of a film that precedes another are smaller.
  private static func values(_ film: Film, _ order: FilmOrder) -> [Int] {
    order.terms.map { term in
      let value =
        switch term.key {
        case .year: film.year
        case .votes: film.imdbVotes
        case .imdb: film.imdbRating?.tenths
        default: film.runtimeMinutes
        }
      return value.map { term.isDescending ? -$0 : $0 } ?? .max
    }
  }

  @Test(arguments: [
    "-year,-votes", "year", "-votes", "votes,year", "-imdb,runtime", "runtime", "-runtime,-year",
  ])
  func firstPagesAreThoseOfAllTitlesSorted(keys: String) async throws {
    try await Self.withCatalog { facts, source in
      var query = SearchQuery(text: "", years: 1801...1829)
      query.order = try FilmOrder(parsing: keys, in: .search)
      let order = try #require(query.order)
      let matches = facts.filter { $0.year < 1830 }
      let expected = matches.map { facts -> [Int] in
        var film = Film(id: FilmID(imdbNumber: Int(facts.id)), title: "x", origin: .catalog)
        film.year = Int(facts.year)
        film.imdbVotes = facts.votes == 0 ? nil : Int(facts.votes)
        film.imdbRating = facts.votes == 0 ? nil : Rating(tenths: Int(facts.rating))
        film.runtimeMinutes = facts.runtime == 0 ? nil : Int(facts.runtime)
        return Self.values(film, order)
      }.sorted { $0.lexicographicallyPrecedes($1) }
      for page in [1, 2, 30, 120] {
        let found = try await source.search(query, page: page)
        let range = ((page - 1) * 20)..<(page * 20)
        #expect(found.films.map { Self.values($0, order) } == Array(expected[range]), "\(page)")
        #expect(found.total == matches.count)
      }
    }
  }
}
