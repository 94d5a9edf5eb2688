import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Result sets that a later shell takes up.
struct ResultSetRestoreTests {
  /// The bench's result set as it comes back from a file.
  private func kept(_ bench: HomeBench) async throws -> ResultSet {
    let file = JSONFile<ResultSet>(url: bench.paths.session)
    try file.save(try #require(await bench.state.resultSet))
    return try #require(file.load())
  }

  /// The bench's result set as JSON, with some of its text replaced.
  private func text(_ bench: HomeBench) async throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(try #require(await bench.state.resultSet))
    return String(decoding: data, as: UTF8.self)
  }

  private func restored(_ text: String) async throws -> BrowsingState {
    let state = BrowsingState()
    await state.restore(try JSONDecoder().decode(ResultSet.self, from: Data(text.utf8)))
    return state
  }

  @Test(arguments: [(1, 10), (2, 10), (3, 7), (2, 15)])
  func aSearchComesBackOnItsPage(page: Int, pageSize: Int) async throws {
    try await HomeBench.with { bench in
      let shown = try await bench.searchLanterns(page: page, pageSize: pageSize)
      let shell = bench.reopened()
      await shell.state.restore(try await kept(bench))
      #expect(await shell.state.phase == .results)
      let asked = bench.server.requests.count
      let again = try await shell.results()
      #expect(again.ids == shown.ids)
      #expect(again.numbers == shown.numbers)
      #expect(again.items.map(\.film) == shown.items.map(\.film))
      #expect((again.page, again.total, again.pageCount) == (page, 24, shown.pageCount))
      #expect(bench.server.requests.count == asked)
    }
  }

  @Test func searchingGoesOnWhereItStood() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns(page: 2)
      let shell = bench.reopened()
      await shell.state.restore(try await kept(bench))
      let third = try await shell.nextPage()
      #expect(third.numbers == Array(21...24))
      #expect(try await shell.previousPage().numbers.first == 11)
      #expect(bench.askedPages == ["1", "2", "3"])
      #expect(bench.server.requests.map { $0.query["s"] } == ["lantern", "lantern", "lantern"])
    }
  }

  @Test func aSearchOfTheTimeBeforeFiltersWereTextIsDropped() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns(page: 2)
      let earlier = try await text(bench).replacing(
        #""filter":"","#, with: #""filters":{"directors":[],"genres":["Drama"]},"#)
      try #require(earlier.contains("filters"))
      _ = try bench.home.write(earlier, to: "state/session.json")
      let file = JSONFile<ResultSet>(url: bench.paths.session)
      #expect(file.load() == nil)
    }
  }

  @Test func aSearchOfACatalogThatWasReplacedEndsWhereItStood() async throws {
    let moths = (1...120).map {
      GivenCatalog.film("tt800\(1000 + $0)", "Moth \($0)", votes: 1000 - $0)
    }
    let file = CatalogFile(GivenCatalog(moths))
    let catalogs = GivenCatalogs(builtIn: GivenCatalog([])) { try file.source() }
    try await HomeBench.with(key: nil, catalogs: catalogs) { bench in
      _ = try await bench.search.search(
        SearchQuery(text: "moth"), from: .auto, page: 1, pageSize: 50, in: .online)
      let kept = try await kept(bench)
      file.replace(with: GivenCatalog(moths.reversed(), ratingsAsOf: "2026-11-22 08:00"))
      let shell = bench.reopened()
      await shell.state.restore(kept)
      let next = try await shell.search.nextPage(in: .online)
      #expect(next.warnings.texts == ["the catalog was replaced; search again"])
      #expect(next.value.items.isEmpty && next.value.edge == .pastEnd)
      #expect(next.value.total == 50)
      #expect(try await shell.results().numbers == Array(1...50))
    }
  }

  @Test func aListComesBackWithFreshMarks() async throws {
    try await HomeBench.with { bench in
      let items = try await bench.items("tt0068646", "tt0133093", "tt9000026")
      try await bench.add(items)
      let list = try await bench.search.list(CollectionQuery(), page: 2, pageSize: 2)
      let kept = try await kept(bench)
      let rating = Rating(tenths: 80)
      _ = try await bench.collection.rate(items, rating, in: bench.context("rate"))
      let shell = bench.reopened()
      await shell.state.restore(kept)
      let again = try await shell.results()
      #expect(again.ids == list.ids)
      #expect(again.numbers == [3])
      #expect(again.items.map { $0.entry?.rating } == [rating])
    }
  }

  @Test func numbersMeanTheFilmsTheyMeant() async throws {
    try await HomeBench.with { bench in
      let shown = try await bench.searchLanterns()
      let shell = bench.reopened()
      await shell.state.restore(try await kept(bench))
      let meant = try await shell.resolver.resolve(
        [.numbers(3...4)], scope: .local, in: .withoutNetwork)
      #expect(meant.map(\.id) == shown.items[2...3].map(\.id))
      #expect(meant.map(\.index) == [3, 4])
    }
  }

  @Test func whatWasSearchedMeanwhileIsNotReplaced() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns(page: 2)
      let old = try await kept(bench)
      try await bench.searchLanterns(page: 3)
      await bench.state.restore(old)
      #expect(await bench.state.resultSet?.page == 3)
    }
  }

  @Test(arguments: [
    (#""pageSize":7,"#, #""pageSize":0,"#), (#""pageSize":7,"#, #""pageSize":-7,"#),
    (#""pageSize":7,"#, #""pageSize":1000000001,"#), (#""page":4,"#, #""page":5,"#),
    (#""page":4,"#, #""page":0,"#), (#""page":4,"#, #""page":-1,"#),
    (#""page":4,"#, #""page":9223372036854775807,"#), (#""total":24"#, #""total":-1"#),
    (#""total":24"#, #""total":21"#), (#""total":24"#, #""total":9223372036854775807"#),
    (#""pageSize":10,"#, #""pageSize":0,"#), (#""pageSize":10,"#, #""pageSize":1001,"#),
  ])
  func aSearchThatCannotBeIsRefused(sound: String, unsound: String) async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns(page: 4, pageSize: 7)
      let text = try await text(bench)
      try #require(text.ranges(of: sound).count == 1)
      #expect(try await restored(text).resultSet?.page == 4)
      let state = try await restored(text.replacing(sound, with: unsound))
      #expect(await state.resultSet == nil)
      #expect(await state.phase == .initial)
    }
  }

  @Test(arguments: [0, 1, 3, 24]) func aListOfAnotherCountIsRefused(total: Int) async throws {
    try await HomeBench.with { bench in
      try await bench.add(try await bench.items("tt0068646", "tt0133093"))
      _ = try await bench.search.list(CollectionQuery(), page: 1, pageSize: 10)
      let text = try await text(bench)
      #expect(try await restored(text).resultSet != nil)
      let state = try await restored(text.replacing(#""total":2"#, with: #""total":\#(total)"#))
      #expect(await state.resultSet == nil)
    }
  }
}
