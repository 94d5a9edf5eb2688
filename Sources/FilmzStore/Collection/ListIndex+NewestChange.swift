import FilmzDomain
import GRDB

// The newest change of the journal that is in the index.
extension ListIndex {
  /// The row number and the id of a change in the journal; for an empty journal, 0 and an empty string.
  struct NumberedChange: Equatable {
    let number: Int64
    let id: String
  }

  private static let hasWrongRows = """
    (EXISTS (SELECT 1 FROM cache.listIndex WHERE isStale = 1)
      OR (SELECT count(*) FROM cache.listIndex) <> (SELECT count(*) FROM main.entry))
    """

  /// The SQL that selects a row if the index in the film cache has the current facts, in any collation.
  static let rowsIfCurrent = """
    SELECT 1 FROM cache.listIndexState
    WHERE (number, change) = (SELECT number, id FROM main.change ORDER BY number DESC LIMIT 1)
      AND NOT \(hasWrongRows)
    """

  func isCurrent() throws -> Bool {
    let sql = "SELECT \(Self.hasWrongRows)"
    guard let change = try newestIndexedChange(), try change == newestChange() else { return false }
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) == false
  }

  /// The number of changes and stale rows up to which an update takes some milliseconds.
  private static let maximumQuickChanges = 1_000

  /// Returns whether the index is updated in some milliseconds, because little has changed since.
  func isQuicklyUpdated() throws -> Bool {
    let changes = try newestChange().number - (try resumableNumber() ?? 0)
    let sql = "SELECT count(*) FROM (SELECT 1 FROM cache.listIndex WHERE isStale = 1 LIMIT ?)"
    let staleRows = try Int64.fetchOne(
      db.cachedStatement(sql: sql), arguments: [Self.maximumQuickChanges + 1])
    return changes + (staleRows ?? 0) <= Self.maximumQuickChanges
  }

  /// Returns the row number of the newest change in the index, or `nil` if the index has to be rebuilt.
  ///
  /// The index has to be rebuilt if there is none, if it was built with another collation, if it
  /// was built from an empty journal, or if this collection's journal does not contain the newest
  /// change in the index.
  func resumableNumber() throws -> Int64? {
    guard let change = try newestIndexedChange() else { return nil }
    let id = try String.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM main.change WHERE number = ?"),
      arguments: [change.number])
    return change.number > 0 && id == change.id ? change.number : nil
  }

  /// Returns the newest change in the index, or `nil` if there is no index or it was built with another
  /// collation.
  private func newestIndexedChange() throws -> NumberedChange? {
    let sql = "SELECT number, change FROM cache.listIndexState WHERE collation = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [collation.name]).map {
      NumberedChange(number: try $0.value("number"), id: try $0.value("change"))
    }
  }

  /// Returns the newest change in the journal.
  func newestChange() throws -> NumberedChange {
    let sql = "SELECT number, id FROM main.change ORDER BY number DESC LIMIT 1"
    return try Row.fetchOne(db.cachedStatement(sql: sql)).map {
      NumberedChange(number: try $0.value("number"), id: try $0.value("id"))
    } ?? NumberedChange(number: 0, id: "")
  }
}
