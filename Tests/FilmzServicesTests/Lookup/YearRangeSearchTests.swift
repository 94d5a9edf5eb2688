import FilmzDomain
import FilmzTestSupport
import Synchronization
import Testing

@testable import FilmzServices

/// Searches for films of several years in services that can filter by one year only.
struct YearRangeSearchTests {
  /// A service with films in an order, which counts its pages that are requested.
  private final class Service: Sendable {
    let films: [Film]
    private let requests = Mutex<[String]>([])

    init(_ years: [Int?]) {
      films = years.enumerated().map { index, year in
        Film(id: FilmID(tmdb: .movie, index + 1), title: "Fen \(index)", year: year, origin: .tmdb)
      }
    }

    var requestedPages: [String] { requests.withLock { $0 } }

    func page(_ query: SearchQuery, _ number: Int) -> SourceResult<SearchPage> {
      requests.withLock { $0.append("\(query.filter.text) \(number)") }
      let years = query.filter.years
      let matches = films.filter { film in
        years.map { film.year.map($0.contains) ?? false } ?? true
      }
      return SourceResult(
        value: SearchPage(
          films: Array(matches.dropFirst((number - 1) * pageSize).prefix(pageSize)),
          total: matches.count))
    }
  }

  private static let pageSize = 5

  /// Returns all films of a search, page by page, and checks the numbers that the pages report.
  private static func films(_ years: ClosedRange<Int>, in service: Service) async throws -> [Film] {
    let search = try #require(
      YearRangeSearch(SearchQuery(text: "fen", years: years), pageSize: pageSize) {
        service.page($0, $1)
      })
    let first = try await search.page(1).value
    var films = first.films
    let pageCount = first.pageCount ?? 1
    for number in 1..<max(1, pageCount) {
      films += try await search.page(number + 1).value.films
    }
    #expect(pageCount > 1 || first.total == films.count)
    #expect(first.total > 0 || films.isEmpty)
    return films
  }

  @Test(arguments: Seeds.of(1...30))
  func pagesHaveAllFilmsOfTheYearsOnce(seed: UInt64) async throws {
    var random = SplitMix(seed)
    let count = Int.random(in: 0...45, using: &random)
    let service = Service(
      (0..<count).map { _ in
        Bool.random(using: &random) ? Int.random(in: 1990...2015, using: &random) : nil
      })
    let first = Int.random(in: 1985...2010, using: &random)
    let years = first...first + Int.random(in: 1...25, using: &random)
    let films = try await Self.films(years, in: service)
    let expected = service.films.filter { $0.year.map(years.contains) ?? false }
    #expect(Set(films.map(\.id)) == Set(expected.map(\.id)) && films.count == expected.count)
    if years.count > 10 { #expect(films.map(\.id) == expected.map(\.id)) }
  }

  @Test(arguments: [nil, 1999...1999])
  func queryForAtMostOneYearIsNoRange(years: ClosedRange<Int>?) {
    let search = YearRangeSearch(SearchQuery(text: "fen", years: years), pageSize: Self.pageSize) {
      _, _ in SourceResult(value: .empty)
    }
    #expect(search == nil)
  }

  @Test func yearsTakeTurns() async throws {
    let service = Service([2001, 2001, 2000, 2000, 2000, 2002, 1999])
    let films = try await Self.films(2000...2002, in: service)
    #expect(films.map(\.year) == [2000, 2001, 2002, 2000, 2001, 2000])
  }

  /// After the first page, only years with further films are searched.
  @Test func furtherPagesAreThoseOfYearsWithFurtherFilms() async throws {
    let service = Service(Array(repeating: 2001, count: 12) + [2000, 2002])
    #expect(try await Self.films(2000...2002, in: service).count == 14)
    let further = service.requestedPages.filter { !$0.hasSuffix(" 1") }
    #expect(further == ["year:2001 2", "year:2001 3"])
  }

  @Test(arguments: [(60, 10, 0), (45, 9, 0), (60, 11, 1)])
  func searchEndsAfterTenPagesWithoutAFilm(others: Int, requests: Int, found: Int) async throws {
    var years: [Int?] = Array(repeating: 1980, count: others)
    if found > 0 { years[49] = 2000 }
    let service = Service(years)
    let films = try await Self.films(1990...2010, in: service)
    #expect(films.count == found)
    #expect(service.requestedPages.count >= min(requests, 10))
    if found == 0 { #expect(service.requestedPages.count == requests) }
  }
}
