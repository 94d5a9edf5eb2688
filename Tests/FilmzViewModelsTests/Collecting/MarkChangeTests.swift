import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Marks as the deck sets them: with a rating and a streaming service.
struct MarkChangeTests {
  private static let heat = "tt0113277"
  private static let ids = ["tt0113277", "tt0078748", "tt0068646"]

  private func mark(
    _ bench: ViewModelBench, _ mark: Mark, on platform: String? = nil, isForced: Bool = false,
    _ ids: String...
  ) async throws -> ChangeOutcome {
    var change = MarkChange(mark)
    change.platform = platform
    change.isForced = isForced
    var items: [FilmItem] = []
    for id in ids.isEmpty ? [Self.heat] : ids { items += try await bench.items(id) }
    return try await bench.collection.mark(items, change, in: bench.context(mark.command))
  }

  private func platform(_ bench: ViewModelBench) async throws -> String? {
    let item = try await bench.items(Self.heat)[0]
    return item.entry?.platform ?? item.skip?.platform
  }

  /// Each case has a current mark, a new mark, whether it is forced, and the mark after it.
  @Test(
    arguments: [nil] + Mark.allCases, Mark.allCases)
  func markAfterAChangeFollowsThePolicy(before: Mark?, new: Mark) async throws {
    for isForced in [false, true] {
      try await ViewModelBench.with(key: nil) { bench in
        if let before { _ = try await mark(bench, before) }
        let outcome = try await mark(bench, new, isForced: isForced)
        let expected = new.replaces(before, isForced: isForced) ? new : before
        #expect(outcome.items.map(\.mark) == [expected])
        #expect(try await bench.items(Self.heat).map(\.mark) == [expected])
        #expect(outcome.marksBefore[FilmID(unchecked: Self.heat)] == before)
        // A mark that changes nothing is a step too.
        #expect(outcome.step != nil)
        _ = try await bench.journal.undo(nil, force: false, in: bench.context("undo"))
        #expect(try await bench.items(Self.heat).map(\.mark) == [before])
      }
    }
  }

  /// T60: the service is that of the deck in which the mark was set.
  @Test(arguments: Mark.allCases)
  func serviceIsRecordedWithTheMark(new: Mark) async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await mark(bench, new, on: "Netflix")
      #expect(try await platform(bench) == "Netflix")
      _ = try await mark(bench, new, on: "Max")
      #expect(try await platform(bench) == "Netflix", "a mark that is there changes nothing")
    }
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await mark(bench, new)
      #expect(try await platform(bench) == nil)
    }
  }

  /// S6: the service is replaced only by a mark that is set in the deck of a service.
  @Test func otherMarkKeepsOrReplacesTheService() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await mark(bench, .wanted, on: "Netflix")
      _ = try await mark(bench, .seen)
      #expect(try await platform(bench) == "Netflix")
      _ = try await mark(bench, .wanted, on: "Max", isForced: true)
      #expect(try await platform(bench) == "Max")
      _ = try await mark(bench, .seen, on: "Hulu")
      #expect(try await platform(bench) == "Hulu")
    }
  }

  @Test func ratingAndMarkAreOneStep() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      var change = MarkChange(.seen)
      change.rating = Rating(tenths: 80)
      let items = try await bench.items(Self.heat)
      let outcome = try await bench.collection.mark(items, change, in: bench.context("seen"))
      #expect(outcome.items[0].entry?.rating == Rating(tenths: 80))
      #expect(outcome.items[0].entry?.viewings.map(\.rating) == [nil])
      #expect(outcome.items[0].entry?.dateWatched == nil)
      #expect(try await bench.journal.log(limit: nil).count == 1)
      _ = try await bench.journal.undo(nil, force: false, in: bench.context("undo"))
      #expect(try await bench.entry(Self.heat) == nil)
    }
  }

  @Test func filmsOfOneChangeAreOneStep() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await mark(bench, .seen, Self.ids[1])
      let outcome = try await mark(bench, .wanted, Self.ids[0], Self.ids[1], Self.ids[2])
      #expect(outcome.items.map(\.mark) == [.wanted, .seen, .wanted])
      #expect(outcome.added == [FilmID(unchecked: Self.ids[0]), FilmID(unchecked: Self.ids[2])])
      #expect(try await bench.journal.log(limit: nil).count == 2)
    }
  }

  @Test func skipKeepsTitleAndYear() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await mark(bench, .skipped)
      let skips = try await bench.database.openForReading().collection.skippedFilms()
      #expect(skips.map(\.caption) == [Caption(title: "Heat", year: 1995)])
      #expect(skips.map(\.skippedAt) == [bench.clock.now])
    }
  }
}

extension Mark {
  fileprivate var command: String {
    switch self {
    case .seen: "seen"
    case .wanted: "watchlist add"
    case .skipped: "skip"
    }
  }
}
