import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Testing

struct CollectionUserDataTests {
  private let godfather = "tt0068646"
  private let matrix = "tt0133093"

  @Test func audienceCanBeSetChangedAndRemoved() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await bench.add(try await bench.items(matrix))
      let both = try await bench.items(godfather, matrix)
      let first = try await setAudience(.me, both, bench)
      #expect(first.added == [FilmID(unchecked: godfather)])
      let second = try await setAudience(.family, both, bench)
      #expect(second.added.isEmpty)
      #expect(second.before.values.map(\.audience) == [.me, .me])
      #expect(second.items.map(\.entry?.audience) == [.family, .family])
      _ = try await setAudience(nil, both, bench)
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.audience == nil)
    }
  }

  @Test func recommenderCanBeSetAndRemoved() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let items = try await bench.items(godfather)
      let outcome = try await bench.collection.setRecommender(
        items, "Ines", in: bench.context("from"))
      #expect(outcome.added.count == 1)
      #expect(try await bench.entry(godfather)?.recommendedBy == "Ines")
      _ = try await bench.collection.setRecommender(items, nil, in: bench.context("from"))
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.recommendedBy == nil)
    }
  }

  @Test func viewingsAreNumberedByDateAndRemovedByNumber() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      for date in ["2024-05-01", nil, "2020", "2024-05-01"] { try await watch(date, bench) }
      let item = try #require(try await bench.items(godfather).first)
      let dates = try bench.collection.viewings(of: item).map(\.date?.text)
      #expect(dates == ["2020", "2024-05-01", "2024-05-01", nil])
      let outcome = try await bench.collection.removeViewing(
        1, of: item, in: bench.context("viewings rm"))
      #expect(outcome.before.values.map(\.viewings.count) == [4])
      let entry = try #require(try await bench.entry(godfather))
      #expect(entry.viewings.map(\.date?.text) == ["2024-05-01", nil, "2024-05-01"])
      #expect(entry.rating?.tenths == 80)
    }
  }

  @Test(arguments: [0, 2, -1, Int.max])
  func numberWithoutViewingIsRefused(number: Int) async throws {
    try await ViewModelBench.with(key: nil) { bench in
      try await watch("2020", bench)
      let item = try #require(try await bench.items(godfather).first)
      let error = ViewModelError.noSuchViewing(number, count: 1, title: "The Godfather")
      await #expect(throws: error) {
        try await bench.collection.removeViewing(number, of: item, in: bench.context("viewings rm"))
      }
      #expect(try await bench.entry(godfather)?.viewings.count == 1)
    }
  }

  @Test func filmOutsideTheCollectionHasNoViewings() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let item = try #require(try await bench.items(godfather).first)
      let refusal = StoreError.notInCollection(title: "The Godfather")
      #expect(throws: refusal) { try bench.collection.viewings(of: item) }
      let outcome = try await bench.collection.removeViewing(
        1, of: item, in: bench.context("viewings rm"))
      #expect(outcome.refusals == [item.id: refusal.message])
    }
  }

  private func setAudience(
    _ audience: Audience?, _ items: [FilmItem], _ bench: ViewModelBench
  ) async throws -> ChangeOutcome {
    try await bench.collection.setAudience(items, audience, in: bench.context("audience"))
  }

  private func watch(_ date: String?, _ bench: ViewModelBench) async throws {
    _ = try await bench.collection.markWatched(
      try await bench.items(godfather), on: date.flatMap(PartialDate.init),
      rating: Rating(tenths: 80), note: nil, tags: [], in: bench.context("watched"))
  }
}
