import FilmzDomain
import GRDB
import Testing

@testable import FilmzStore

/// The number of database pages that simple conditions on the views read.
///
/// A condition on 100,000 films takes at most 200 ms, which suffices to scan a table, but not to look up a page for each
/// of its rows.
struct QueryReadsTests {
  private static let filmCount = 3000

  /// Each case is a view, a condition, and the number of rows that satisfy it.
  @Test(arguments: [
    (QueryView.entries, "year = 1984", 1), (QueryView.entries, "myRating >= 9", 1),
    (QueryView.entries, "platform = 'netflix' AND notes IS NOT NULL", 1),
    (QueryView.entries, "id = 'tt1002999'", 1), (QueryView.viewings, "date > '2024'", 1),
    (QueryView.changes, "kind = 'delete'", 0),
  ])
  func simpleConditionReadsFewerPagesThanThereAreFilms(
    view: QueryView, condition: String, count: Int
  ) async throws {
    let store = try await Self.filledStore()
    let before = try await store.pageLookups()
    let rows = try await store.read { db in
      let facts: QueryFacts = (try FactView(db), usesListIndex: true)
      let sql = "SELECT id FROM (\(view.select(facts))) WHERE \(condition)"
      return try Row.fetchAll(db, sql: sql).count
    }
    #expect(rows == count)
    let pages = try await store.pageLookups() - before
    #expect(pages < Self.filmCount / 2, "\(pages) pages")
  }

  /// Returns a collection with an index of its films, of which the last one satisfies each condition.
  private static func filledStore() async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    let last = filmCount - 1
    try await store.insert(
      (0...last).map { number in
        .sample("tt\(1_000_000 + number)", "Film \(number)", year: number == last ? 1984 : 1999) {
          let date = number == last ? "2024-05-01" : "2023-05-01"
          $0.viewings = [.sample(film: $0.id, date: date)]
          guard number == last else { return }
          $0.rating = Rating(tenths: 90)
          $0.platform = "netflix"
          $0.notes = "last"
        }
      })
    _ = try await store.find(CollectionQuery(), page: 0..<1)
    return store
  }
}
