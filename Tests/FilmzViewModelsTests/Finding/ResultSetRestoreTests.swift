import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Result sets that are restored by a later session.
struct ResultSetRestoreTests {
  /// Returns the result set of the bench, after saving it to a file and loading it.
  private func savedResultSet(_ bench: ViewModelBench) async throws -> ResultSet {
    let file = JSONFile<ResultSet>(url: bench.paths.session)
    try file.save(try #require(await bench.browsingState.resultSet))
    return try #require(file.load())
  }

  /// Returns the result set of the bench as JSON.
  private func json(_ bench: ViewModelBench) async throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(try #require(await bench.browsingState.resultSet))
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns a browsing state after restoring a result set from JSON.
  private func restoredState(_ json: String) async throws -> BrowsingState {
    let state = BrowsingState()
    await state.restore(try JSONDecoder().decode(ResultSet.self, from: Data(json.utf8)))
    return state
  }

  @Test(arguments: [(1, 10), (2, 10), (3, 7), (2, 15)])
  func searchIsRestoredWithItsPage(page: Int, pageSize: Int) async throws {
    try await ViewModelBench.with { bench in
      let shown = try await bench.searchLanterns(page: page, pageSize: pageSize)
      let laterBench = bench.reopened()
      await laterBench.browsingState.restore(try await savedResultSet(bench))
      #expect(await laterBench.browsingState.searchStatus == .results)
      let requestCount = bench.server.requests.count
      let results = try await laterBench.results()
      #expect(results.ids == shown.ids)
      #expect(results.numbers == shown.numbers)
      #expect(results.items.map(\.film) == shown.items.map(\.film))
      #expect((results.page, results.total, results.pageCount) == (page, 24, shown.pageCount))
      #expect(bench.server.requests.count == requestCount)
    }
  }

  @Test func pagingContinuesAfterRestore() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(page: 2)
      let laterBench = bench.reopened()
      await laterBench.browsingState.restore(try await savedResultSet(bench))
      let third = try await laterBench.nextPage()
      #expect(third.numbers == Array(21...24))
      #expect(try await laterBench.previousPage().numbers.first == 11)
      #expect(bench.requestedPages == ["1", "2", "3"])
      #expect(bench.server.requests.map { $0.query["s"] } == ["lantern", "lantern", "lantern"])
    }
  }

  @Test func searchInEarlierFormatIsNotLoaded() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(page: 2)
      let earlierJSON = try await json(bench).replacing(
        #""filter":"","#, with: #""filters":{"directors":[],"genres":["Drama"]},"#)
      try #require(earlierJSON.contains("filters"))
      _ = try bench.home.write(earlierJSON, to: "state/session.json")
      let file = JSONFile<ResultSet>(url: bench.paths.session)
      #expect(file.load() == nil)
    }
  }

  @Test func restoredSearchEndsIfTheCatalogWasReplaced() async throws {
    let moths = (1...120).map {
      InMemoryCatalog.film("tt800\(1000 + $0)", "Moth \($0)", votes: 1000 - $0)
    }
    let file = ReplaceableCatalog(InMemoryCatalog(moths))
    let catalogs = AvailableCatalogs(builtIn: InMemoryCatalog([])) { try file.source() }
    try await ViewModelBench.with(key: nil, catalogs: catalogs) { bench in
      _ = try await bench.search.search(
        SearchQuery(text: "moth"), from: .auto, page: 1, pageSize: 50, in: .online)
      let savedResultSet = try await savedResultSet(bench)
      file.replace(with: InMemoryCatalog(moths.reversed(), ratingsAsOf: "2026-11-22 08:00"))
      let laterBench = bench.reopened()
      await laterBench.browsingState.restore(savedResultSet)
      let next = try await laterBench.search.nextPage(in: .online)
      #expect(next.warnings.messages == ["the catalog was replaced; search again"])
      #expect(next.value.items.isEmpty && next.value.outOfRange == .pastEnd)
      #expect(next.value.total == 50)
      #expect(try await laterBench.results().numbers == Array(1...50))
    }
  }

  @Test func restoredListHasCurrentEntries() async throws {
    try await ViewModelBench.with { bench in
      let items = try await bench.items("tt0068646", "tt0133093", "tt9000026")
      try await bench.add(items)
      let list = try await bench.search.list(CollectionQuery(), page: 2, pageSize: 2)
      let savedResultSet = try await savedResultSet(bench)
      let rating = Rating(tenths: 80)
      _ = try await bench.collection.rate(items, rating, in: bench.context("rate"))
      let laterBench = bench.reopened()
      await laterBench.browsingState.restore(savedResultSet)
      let results = try await laterBench.results()
      #expect(results.ids == list.ids)
      #expect(results.numbers == [3])
      #expect(results.items.map { $0.entry?.rating } == [rating])
    }
  }

  @Test func numbersReferToTheSameFilmsAfterRestore() async throws {
    try await ViewModelBench.with { bench in
      let shown = try await bench.searchLanterns()
      let laterBench = bench.reopened()
      await laterBench.browsingState.restore(try await savedResultSet(bench))
      let items = try await laterBench.targetResolver.resolve(
        [.numbers(3...4)], scope: .local, in: .offline)
      #expect(items.map(\.id) == shown.items[2...3].map(\.id))
      #expect(items.map(\.number) == [3, 4])
    }
  }

  @Test func newerSearchIsNotReplaced() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(page: 2)
      let oldResultSet = try await savedResultSet(bench)
      try await bench.searchLanterns(page: 3)
      await bench.browsingState.restore(oldResultSet)
      #expect(await bench.browsingState.resultSet?.page == 3)
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
  func invalidSearchIsNotRestored(valid: String, invalid: String) async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns(page: 4, pageSize: 7)
      let json = try await json(bench)
      try #require(json.ranges(of: valid).count == 1)
      #expect(try await restoredState(json).resultSet?.page == 4)
      let state = try await restoredState(json.replacing(valid, with: invalid))
      #expect(await state.resultSet == nil)
      #expect(await state.searchStatus == .initial)
    }
  }

  @Test(arguments: [0, 1, 3, 24]) func listWithWrongTotalIsNotRestored(total: Int) async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tt0068646", "tt0133093"))
      _ = try await bench.search.list(CollectionQuery(), page: 1, pageSize: 10)
      let json = try await json(bench)
      #expect(try await restoredState(json).resultSet != nil)
      let state = try await restoredState(
        json.replacing(#""total":2"#, with: #""total":\#(total)"#))
      #expect(await state.resultSet == nil)
    }
  }
}
