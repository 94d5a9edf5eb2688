import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

struct CollectionListTests {
  private let godfather = "tt0068646"
  private let matrix = "tt0133093"
  private let heat = "tt0113277"

  /// Without a collection, a list of a single call does not even open one in memory.
  @Test func listOfNothingOpensNoCollection() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      for page in 1...2 {
        let list = try await bench.search.list(
          CollectionQuery(), page: page, pageSize: 10, replacesResultSet: false)
        #expect(list.isEmpty && list.total == 0 && list.pageCount == 1)
        #expect(list.outOfRange == (page == 1 ? .none : .noSuchPage(2)))
      }
      #expect(try await bench.collection.listCounts().total == 0)
      #expect(try await bench.database.isKnownToBeEmpty())
      try await bench.add(try await bench.items(heat))
      #expect(try await !bench.database.isKnownToBeEmpty())
      let list = try await bench.search.list(CollectionQuery(), page: 1, pageSize: 10, replacesResultSet: false)
      #expect(list.ids == [heat])
    }
  }

  @Test func listKeepsItsFilmsWhileTheirEntriesAreUpdated() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await addThreeFilms(bench)
      var query = CollectionQuery()
      query.filter.isWatched = false
      query.order = FilmOrder(.name)
      let list = try await bench.search.list(query, page: 1, pageSize: nil)
      #expect(list.ids == [heat, godfather, matrix])
      #expect(list.numbers == [1, 2, 3])

      _ = try await bench.collection.markWatched(
        try await bench.items(godfather), on: nil, rating: nil, note: nil, tags: [],
        in: bench.context("watched"))
      _ = try await bench.collection.remove(try await bench.items(matrix), in: bench.context("rm"))
      let results = try await bench.results()
      #expect(results.ids == list.ids)
      #expect(results.items.map { $0.entry?.isWatched } == [false, true, nil])
      #expect(results.items.map(\.name) == ["Heat", "The Godfather", "The Matrix"])

      let newList = try await bench.search.list(query, page: 1, pageSize: nil)
      #expect(newList.ids == [heat])
    }
  }

  @Test func newestFilmIsFirstByDefault() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await addThreeFilms(bench)
      let list = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
      #expect(list.ids == [heat, matrix, godfather])
    }
  }

  @Test(arguments: [(1, [1, 2]), (2, [3])])
  func listHasPages(page: Int, numbers: [Int]) async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await addThreeFilms(bench)
      let list = try await bench.search.list(CollectionQuery(), page: page, pageSize: 2)
      #expect(list.numbers == numbers)
      #expect(list.total == 3)
      #expect(list.pageCount == 2)
    }
  }

  @Test func listOfEmptyCollectionCreatesNoFiles() async throws {
    try await ViewModelBench.with { bench in
      let list = try await bench.search.list(CollectionQuery(), page: 1, pageSize: nil)
      #expect(list.items.isEmpty)
      #expect(list.total == 0)
      #expect(list.outOfRange == .none)
      #expect(try bench.home.files() == [])
    }
  }

  @Test func deletedCacheIsRefilledFromTheCatalog() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items(godfather))
      for file in try bench.home.files() where file.contains("films.sqlite") {
        try bench.home.remove(file)
      }
      var query = CollectionQuery()
      query.filter.genres = [["Crime"]]
      let list = try await bench.search.list(query, page: 1, pageSize: nil)
      #expect(list.items.map(\.film?.runtimeMinutes) == [175])
      #expect(bench.server.requests.isEmpty)
    }
  }

  private func addThreeFilms(_ bench: ViewModelBench) async throws {
    for id in [godfather, matrix, heat] {
      try await bench.add(try await bench.items(id))
      bench.clock.advance(days: 1)
    }
  }
}

extension ScratchFolder {
  fileprivate func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url(of: name))
  }
}
