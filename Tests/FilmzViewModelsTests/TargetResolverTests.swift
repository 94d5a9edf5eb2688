import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct TargetResolverTests {
  @Test func numbersMeanFilmsOfTheResultSet() async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns()
      let page = try await bench.nextPage()
      let items = try await bench.resolver.resolve(
        [.numbers(12...13), .numbers(2...2)], scope: .local, in: .withoutNetwork)
      #expect(items.map(\.index) == [12, 13, 2])
      #expect(items.prefix(2).map(\.id.rawValue) == Array(page.ids[1...2]))
    }
  }

  @Test func aFilmThatIsMeantTwiceComesOnce() async throws {
    try await HomeBench.with { bench in
      let first = try await bench.searchLanterns().items[0].id
      let targets = [Target.numbers(1...2), .id(first), .numbers(2...3)]
      #expect(try await bench.ids(targets).count == 3)
    }
  }

  @Test(arguments: [
    (25...25, 25, 24), (0...0, 0, 24), (0...30, 0, 24), (20...30, 30, 24), (11...11, 11, 10),
    (9...12, 11, 10),
  ])
  func aNumberThatIsNotThereIsRefused(
    numbers: ClosedRange<Int>, wrong: Int, count: Int
  ) async throws {
    try await HomeBench.with { bench in
      try await bench.searchLanterns()
      let error = await bench.refusal([.numbers(numbers)])
      #expect(error == .noSuchNumber(wrong, count: count))
    }
  }

  @Test func withoutAResultSetThereAreNoNumbers() async throws {
    try await HomeBench.with { bench in
      let error = await bench.refusal([.numbers(1...1)])
      #expect(error == .noSuchNumber(1, count: 0))
    }
  }

  @Test func theSelectedFilmIsTheOneThatWasShown() async throws {
    try await HomeBench.with { bench in
      let none = await bench.refusal([.selected])
      #expect(none == .nothingSelected)
      _ = try await bench.detail.show(
        try await bench.items("tt0068646")[0], refresh: false, in: .withoutNetwork)
      #expect(try await bench.ids([.selected]) == ["tt0068646"])
    }
  }

  @Test func anIDNeedsNobodyToKnowIt() async throws {
    try await HomeBench.with { bench in
      let items = try await bench.items("tt9999999", "tmdb:movie:603")
      #expect(items.map(\.name) == ["tt9999999", "tmdb:movie:603"])
      #expect(items.allSatisfy { $0.film == nil && $0.entry == nil && $0.index == nil })
      #expect(bench.server.requests.isEmpty)
    }
  }
}
