import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct TargetResolverTests {
  @Test func numbersReferToTheResultSet() async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      let page = try await bench.nextPage()
      let items = try await bench.targetResolver.resolve(
        [.numbers(12...13), .numbers(2...2)], scope: .local, in: .offline)
      #expect(items.map(\.number) == [12, 13, 2])
      #expect(items.prefix(2).map(\.id.rawValue) == Array(page.ids[1...2]))
    }
  }

  @Test func duplicatesAreRemoved() async throws {
    try await ViewModelBench.with { bench in
      let first = try await bench.searchLanterns().items[0].id
      let targets = [Target.numbers(1...2), .id(first), .numbers(2...3)]
      #expect(try await bench.resolvedIDs(targets).count == 3)
    }
  }

  @Test(arguments: [
    (25...25, 25, 24), (0...0, 0, 24), (0...30, 0, 24), (20...30, 30, 24), (11...11, 11, 10),
    (9...12, 11, 10),
  ])
  func numberOutsideTheResultSetIsRefused(
    numbers: ClosedRange<Int>, invalidNumber: Int, count: Int
  ) async throws {
    try await ViewModelBench.with { bench in
      try await bench.searchLanterns()
      let error = await bench.resolutionError([.numbers(numbers)])
      #expect(error == .noSuchNumber(invalidNumber, count: count))
    }
  }

  @Test func largeNumberMayBeATitle() async throws {
    try await ViewModelBench.with { bench in
      let error = await bench.resolutionError([.numbers(1917...1917)])
      #expect(error == .noSuchNumber(1917, count: 0, mayBeTitle: true))
    }
  }

  @Test func numbersNeedAResultSet() async throws {
    try await ViewModelBench.with { bench in
      let error = await bench.resolutionError([.numbers(1...1)])
      #expect(error == .noSuchNumber(1, count: 0))
    }
  }

  @Test func selectedFilmIsTheOneShownLast() async throws {
    try await ViewModelBench.with { bench in
      let error = await bench.resolutionError([.selected])
      #expect(error == .nothingSelected)
      _ = try await bench.filmDetail.show(
        try await bench.items("tt0068646")[0], refresh: false, in: .offline)
      #expect(try await bench.resolvedIDs([.selected]) == ["tt0068646"])
    }
  }

  @Test func unknownIDIsResolvedWithoutRequests() async throws {
    try await ViewModelBench.with { bench in
      let items = try await bench.items("tt9999999", "tmdb:movie:603")
      #expect(items.map(\.name) == ["tt9999999", "tmdb:movie:603"])
      #expect(items.allSatisfy { $0.film == nil && $0.entry == nil && $0.number == nil })
      #expect(bench.server.requests.isEmpty)
    }
  }
}
