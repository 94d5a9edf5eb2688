import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Synchronization
import Testing

@testable import FilmzViewModels

/// The number of titles that are matched after an import with films that are known by title and year only.
struct NamedFilmMatchingTests {
  /// Imports a file, and returns its report and the number of titles that were matched.
  private static func imported(_ text: String, _ bench: ViewModelBench) async throws -> (ImportReport, matched: Int) {
    try bench.home.write(text, to: "films.csv")
    let count = Mutex(0)
    let request = ImportRequest(paths: [bench.home.path(of: "films.csv")])
    let report = try await bench.viewModels.imports.run(request, in: .online.offline) { progress in
      if case .matching = progress { count.withLock { $0 += 1 } }
    }
    return (report, count.withLock { $0 })
  }

  @Test func onlyTitlesThatTheImportConcernsAreMatched() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let (named, matched) = try await Self.imported("Title,Year\nPlover Road,1995\nPlugh Way,\nXyzzy,1996\n", bench)
      #expect(named.byTitle == 3 && matched == 3 && named.left == 3)
      for (table, identified, matched) in [
        ("imdbID,Title,Year\ntt9500001,Quince,1995\n", 0, 0), ("imdbID,Title,Year\ntt9500002,Plover Road,1980\n", 0, 1),
        ("imdbID,Title,Year\ntt9500003,Plugh Way,1990\n", 1, 1), ("imdbID,Title,Year\ntt9500004,Quince,1996\n", 0, 0),
      ] {
        let (report, count) = try await Self.imported(table, bench)
        #expect(report.identified == identified && count == matched, "\(table)")
        #expect(report.left == (table.contains("9500001") || table.contains("9500002") ? 3 : 2), "\(table)")
      }
      let result = try await bench.viewModels.identification.identifyByTitle(in: .online.offline)
      #expect(result == (0, 2))
    }
  }

  /// Undoing may bring films back, whose titles are not in the changes.
  @Test func allTitlesAreMatchedAfterAnUndo() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      _ = try await Self.imported("Title,Year\nPlover Road,1995\nPlugh Way,\n", bench)
      _ = try await Self.imported("imdbID,Title,Year\ntt9500001,Quince,1995\n", bench)
      let collection = try await bench.database.openForReading().collection
      let number = try await collection.newestChangeNumber()
      #expect(try await collection.titledFilms(after: number) == [])
      _ = try await bench.journal.undo(1, force: false, in: .online)
      #expect(try await collection.titledFilms(after: number) == nil)
      #expect(try await collection.titledFilms(after: 0) == nil)
    }
  }
}
