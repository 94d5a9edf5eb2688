import FilmzDomain
import GRDB
import Testing

@testable import FilmzStore

/// How SQLite reads the views for simple conditions.
struct QueryPlanTests {
  /// Each case is a view, a condition, and the steps of the plan.
  @Test(arguments: [
    (
      QueryView.entries, "year = 1984",
      ["SCAN listed", "SEARCH entry USING COVERING INDEX sqlite_autoindex_entry_1 (id=?)"]
    ),
    (QueryView.entries, "myRating >= 9", ["SCAN entry"]),
    (QueryView.entries, "platform = 'netflix' AND notes IS NOT NULL", ["SCAN entry"]),
    (
      QueryView.entries, "id = 'tt1'",
      ["SEARCH entry USING COVERING INDEX sqlite_autoindex_entry_1 (id=?)"]
    ),
    (QueryView.viewings, "date > '2024'", ["SCAN viewing"]),
    (QueryView.changes, "kind = 'insert'", ["SCAN change"]),
  ])
  func simpleConditionReadsOneTable(view: QueryView, condition: String, plan: [String]) async throws
  {
    let store = try await Stores.inMemory().collection
    let details = try await store.read { db in
      let facts = QueryFacts(view: try FactView(db), usesListIndex: true)
      let sql =
        "EXPLAIN QUERY PLAN SELECT id FROM (\(view.select(facts))) WHERE \(condition)"
      return try Row.fetchAll(db, sql: sql).map { try $0.value("detail", String.self) }
    }
    #expect(details == plan)
  }
}
