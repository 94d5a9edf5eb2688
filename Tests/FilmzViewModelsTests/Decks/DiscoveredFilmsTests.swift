import FilmzDomain
import Foundation
import Testing

@testable import FilmzViewModels

/// The films to discover that are loaded batch by batch.
struct DiscoveredFilmsTests {
  private static func film(_ number: Int) -> Film {
    Film(id: FilmID(unchecked: "tmdb:movie:\(number)"), title: "Fen \(number)", origin: .tmdb)
  }

  private static func item(_ film: Film) -> FilmItem {
    FilmItem(id: film.id, film: film, entry: nil)
  }

  private static func cursor(_ page: Int, _ origin: Film.Origin = .tmdb) -> DiscoverCursor {
    var cursor = DiscoverCursor(origin)
    cursor.films.page = page
    return cursor
  }

  private static func add(
    _ numbers: [Int], to discovered: inout DiscoveredFilms, next: DiscoverCursor?,
    change: (inout FilmItem) -> Void = { _ in }
  ) {
    let films = discovered.ordered(numbers.map(film))
    let items = films.map { film in
      var item = item(film)
      change(&item)
      return item
    }
    discovered.add(films, items, next: next)
  }

  private static func numbers(_ discovered: DiscoveredFilms) -> [Int] {
    discovered.films.compactMap { Int($0.title.dropFirst(4)) }
  }

  @Test func repeatedFilmsAreDropped() {
    var discovered = DiscoveredFilms(DiscoverRequest(DiscoverQuery(.netflix)))
    Self.add([1, 2, 2, 3], to: &discovered, next: Self.cursor(2))
    Self.add([3, 4, 1], to: &discovered, next: nil)
    #expect(Self.numbers(discovered) == [1, 2, 3, 4])
    #expect(discovered.hasEnded && discovered.total(reported: 900) == 4)
    #expect(discovered.isValid(total: 4))
  }

  @Test func filmsWithOneCanonicalIDAreTheSame() {
    var discovered = DiscoveredFilms(DiscoverRequest(DiscoverQuery(.popular)))
    Self.add([1, 2], to: &discovered, next: Self.cursor(2)) {
      $0.id = FilmID(unchecked: "tt1000001")
    }
    #expect(Self.numbers(discovered) == [1])
  }

  @Test(arguments: [false, true])
  func markedAndUncertainFilmsAreIncludedOnRequest(includesMarked: Bool) {
    var request = DiscoverRequest(DiscoverQuery(.popular))
    request.includesMarked = includesMarked
    var discovered = DiscoveredFilms(request)
    Self.add([1, 2], to: &discovered, next: nil) { item in
      guard item.film?.title == "Fen 1" else { return }
      item.possibleEntry = (FilmID(unchecked: "tt1000001"), .seen)
    }
    #expect(Self.numbers(discovered) == (includesMarked ? [1, 2] : [2]))
    #expect(discovered.markedCount == (includesMarked ? 0 : 1))
  }

  /// The film 1 may be a film of the collection, until the film 3 may be it as well.
  @Test func filmIsAddedWhenItsNamesakeComes() {
    var discovered = DiscoveredFilms(DiscoverRequest(DiscoverQuery(.popular)))
    func add(_ numbers: [Int], next: DiscoverCursor?, isUncertain: Bool) {
      Self.add(numbers, to: &discovered, next: next) { item in
        guard isUncertain, item.film?.title == "Fen 1" else { return }
        item.possibleEntry = (FilmID(unchecked: "tt1000001"), .skipped)
      }
    }
    add([1, 2], next: Self.cursor(2), isUncertain: true)
    add([1, 4], next: Self.cursor(3), isUncertain: true)
    #expect(Self.numbers(discovered) == [2, 4] && discovered.markedCount == 1)
    add([3], next: nil, isUncertain: false)
    #expect(Self.numbers(discovered) == [2, 4, 1, 3] && discovered.markedCount == 0)
    #expect(discovered.isValid(total: 4))
  }

  @Test(arguments: [(Film.Origin.tmdb, true), (.catalog, false), (.starter, false)])
  func fiveBatchesOfAServiceWithoutANewFilmAreTheEnd(origin: Film.Origin, ends: Bool) {
    var discovered = DiscoveredFilms(DiscoverRequest(DiscoverQuery(.popular)))
    Self.add([1], to: &discovered, next: Self.cursor(2, origin))
    for page in 3...6 { Self.add([1], to: &discovered, next: Self.cursor(page, origin)) }
    #expect(!discovered.hasEnded)
    Self.add([2], to: &discovered, next: Self.cursor(7, origin))
    for page in 8...12 { Self.add([], to: &discovered, next: Self.cursor(page, origin)) }
    #expect(discovered.hasEnded == ends)
  }

  @Test func seedDeterminesTheOrderOfEachBatch() {
    func numbers(seed: UInt64?) -> [Int] {
      var request = DiscoverRequest(DiscoverQuery(.popular))
      request.seed = seed
      var discovered = DiscoveredFilms(request)
      Self.add(Array(1...20), to: &discovered, next: Self.cursor(2))
      Self.add(Array(21...40), to: &discovered, next: nil)
      return Self.numbers(discovered)
    }
    #expect(numbers(seed: nil) == Array(1...40))
    let first = numbers(seed: 1)
    #expect(first == numbers(seed: 1) && first != numbers(seed: 2))
    #expect(Set(first.prefix(20)) == Set(1...20))
    #expect(first.prefix(20).map { $0 + 20 } != Array(first.suffix(20)))
  }

  @Test func resultSetIsRestoredWithoutFactsOfTMDB() throws {
    var discovered = DiscoveredFilms(DiscoverRequest(DiscoverQuery(.netflix)))
    var film = Self.film(1)
    film.plot = "A fen."
    discovered.add([film], [Self.item(film)], next: Self.cursor(2))
    let resultSet = ResultSet(films: .discovery(discovered), total: 50, pageSize: 20, page: 1)
    let data = try JSONEncoder().encode(resultSet.storable)
    let restored = try JSONDecoder().decode(ResultSet.self, from: data)
    #expect(restored.isValid && restored.platform == "Netflix")
    #expect(restored.isTotalEstimated && restored.total == 50)
    #expect(restored.loadedFilms(at: 0..<20).map(\.film?.plot) == [nil])
    #expect(restored.number(of: film.id) == 1)
    #expect(restored.hasSameFilms(as: resultSet))
  }

  @Test(arguments: [
    ("\"page\":3", "\"page\":0"), ("\"page\":3", "\"page\":9000000000000000000"),
    ("\"offset\":0", "\"offset\":-1"), ("\"total\":50", "\"total\":0"),
    ("\"batchCount\":1", "\"batchCount\":-1"), ("tmdb:movie:1", "tmdb:movie:01"),
  ])
  func inconsistentValuesAreNotRestored(text: String, replacement: String) throws {
    var discovered = DiscoveredFilms(DiscoverRequest(DiscoverQuery(.netflix)))
    Self.add([1], to: &discovered, next: Self.cursor(3))
    let resultSet = ResultSet(films: .discovery(discovered), total: 50, pageSize: 20, page: 1)
    #expect(resultSet.isValid)
    let stored = String(decoding: try JSONEncoder().encode(resultSet), as: UTF8.self)
    #expect(stored.contains(text))
    let changed = stored.replacing(text, with: replacement)
    let restored = try? JSONDecoder().decode(ResultSet.self, from: Data(changed.utf8))
    #expect(restored?.isValid != true)
  }
}
