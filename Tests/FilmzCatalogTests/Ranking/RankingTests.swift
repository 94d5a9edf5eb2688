import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// The quality of the search's ranking.
@Suite struct RankingTests {
  /// Searches as the program does: if the text finds nothing, its last word is read as a year.
  private static func hits(_ text: String, _ source: any FilmCatalog) async throws -> [FilmID] {
    let query = SearchQuery(text: text)
    let page = try await source.search(query, page: 1)
    guard page.total == 0, let queryWithYear = query.readingLastWordAsYear else {
      return page.films.map(\.id)
    }
    return try await source.search(queryWithYear, page: 1).films.map(\.id)
  }

  @Test("The expected film is the first hit", arguments: [false, true])
  func expectedFilmsComeFirst(includesEpisodes: Bool) async throws {
    try await ScratchFolder.with { folder in
      var options = CatalogImport.Options()
      options.includesEpisodes = includesEpisodes
      _ = try await CatalogImport(
        paths: [RankingTable.data.path], options: options, into: folder.catalog, now: { .now }
      ).run { _ in }
      let source = try await folder.source()
      let report = try await RankingTable().measure { try await Self.hits($0, source) }
      let missedFilms =
        report.misses.compactMap(\.firstHit) + report.misses.map(\.query.expectedFilm)
      let films = try await source.films(missedFilms)
      print(report.text { films[$0]?.caption })
      #expect(report.meanReciprocalRank >= 0.97)
      #expect(report.hitAtOne >= 0.95)
    }
  }

  @Test("Starter films are found by title and year")
  func starterFilmsAreFound() async throws {
    let catalog = StarterCatalog()
    var countsByRank: [Int: Int] = [:]
    var misses: [String] = []
    for film in catalog.films {
      let hits = try await Self.hits("\(film.title) \(film.year ?? 0)", catalog)
      let rank = hits.firstIndex(of: film.id).map { $0 + 1 } ?? 0
      countsByRank[rank, default: 0] += 1
      if !(1...3).contains(rank) { misses.append(film.caption) }
    }
    print("ranks of starter films by title and year: \(countsByRank.sorted { $0.key < $1.key })")
    #expect(misses == [])
    #expect(countsByRank[1, default: 0] * 100 >= catalog.films.count * 99)
  }
}
