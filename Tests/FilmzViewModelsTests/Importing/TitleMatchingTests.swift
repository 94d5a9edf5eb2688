import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Synchronization
import Testing

@testable import FilmzViewModels

struct TitleMatchingTests {
  @Test(arguments: [CommandContext.online, .online.offline])
  func progressNeverJumpsBack(context: CommandContext) async throws {
    try await ViewModelBench.with { bench in
      let reports = Mutex<[Int]>([])
      let matching = TitleMatching(viewModels: bench.viewModels, context: context) { done in
        reports.withLock { $0.append(done) }
      }
      let titles = ["Xyzzy", "The Godfather", "Plover", "Plugh", "Xyzzy Plugh", "Plugh Plover"]
      let films = titles.map { NamedFilm(title: $0, year: $0 == "The Godfather" ? 1972 : 2001) }
      let outcomes = try await matching.match(films).outcomes
      let matched = outcomes.compactMap { if case .matched(let id, _) = $0.match { id } else { nil } }
      #expect(matched == [FilmID(unchecked: "tt0068646")])
      let done = reports.withLock { $0 }
      #expect(done == done.sorted() && done.last == films.count, "\(done)")
    }
  }
}
