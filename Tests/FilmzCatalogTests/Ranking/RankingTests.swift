import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// How well the search ranks what people look for.
@Suite struct RankingTests {
  /// What a search in an imported catalog answers, as the rest of the program asks it: as typed, and
  /// where that finds nothing with the last word as a year.
  private static func hits(_ text: String, _ source: any FilmCatalog) async throws -> [FilmID] {
    let query = SearchQuery(text: text)
    let page = try await source.search(query, page: 1)
    guard page.total == 0, let other = query.readingLastWordAsYear else {
      return page.films.map(\.id)
    }
    return try await source.search(other, page: 1).films.map(\.id)
  }

  @Test("The film meant stands first", arguments: [false, true])
  func filmsMeantStandFirst(includesEpisodes: Bool) async throws {
    try await ScratchFolder.with { folder in
      var options = CatalogImport.Options()
      options.includesEpisodes = includesEpisodes
      _ = try await CatalogImport(
        paths: [RankingTable.data.path], options: options, into: folder.catalog, now: { .now }
      ).run { _ in }
      let source = try await folder.source()
      let report = try await RankingTable().measure { try await Self.hits($0, source) }
      let misses = report.misses.compactMap(\.first) + report.misses.map(\.query.meant)
      let films = try await source.films(misses)
      print(report.text { films[$0]?.caption })
      #expect(report.meanReciprocalRank >= 0.97)
      #expect(report.hitAtOne >= 0.95)
    }
  }

  @Test("Every film of the starter catalog is found by its title and year")
  func starterFilmsAreFound() async throws {
    let catalog = StarterCatalog()
    var places: [Int: Int] = [:]
    var misses: [String] = []
    for film in catalog.films {
      let hits = try await Self.hits("\(film.title) \(film.year ?? 0)", catalog)
      let place = hits.firstIndex(of: film.id).map { $0 + 1 } ?? 0
      places[place, default: 0] += 1
      if !(1...3).contains(place) { misses.append(film.caption) }
    }
    print("places of starter films by title and year: \(places.sorted { $0.key < $1.key })")
    #expect(misses == [])
    #expect(places[1, default: 0] * 100 >= catalog.films.count * 99)
  }
}
