import FilmzDomain
import Foundation
import GRDB

extension DatabaseFile {
  /// The maximum number of problems that SQLite reports.
  private static let maximumProblems = 10

  /// Returns the problems that one of SQLite's checks finds: `integrity_check`, or `quick_check`, which does
  /// not compare indexes with their tables.
  func problems(of check: String) async throws -> [String] {
    do {
      return try await connection.performOnCallingThread { db in
        let sql = "PRAGMA \(schema).\(check)(\(Self.maximumProblems))"
        let messages = try String.fetchAll(db, sql: sql).flatMap { $0.split(whereSeparator: \.isNewline) }
        return messages.map(String.init).filter { $0 != "ok" && !$0.hasPrefix("***") }
      }
    } catch let error as DatabaseError where error.isCorruption {
      return [error.message ?? "it cannot be read"]
    } catch let error as DatabaseError {
      throw Self.map(error, path: url.path(percentEncoded: false))
    }
  }
}

// References between the tables of the collection.
extension DatabaseFile {
  /// Returns a finding for each kind of reference that is wrong.
  func referenceFindings(_ remedy: Remedy, _ db: Database) throws -> [DatabaseFinding] {
    let findings = try Self.rules.cancellableMap { rule -> DatabaseFinding? in
      guard let count = try Int.fetchOne(db, sql: rule.count), count > 0 else { return nil }
      // The tables can be recreated from the journal.
      return DatabaseFinding(name, rule.check, rule.problem(count), rule.check == .journal ? remedy : .rebuild)
    }
    return try findings.compactMap(\.self) + invalidValues(db)
  }

  /// The rules of references: for each, the SQL that counts the rows that violate it, and the problem to report for
  /// them.
  private static let rules: [(check: DatabaseFinding.Check, count: String, problem: @Sendable (Int) -> String)] = [
    (
      .journal,
      "SELECT count(*) FROM main.change WHERE step NOT IN (SELECT id FROM main.step)",
      { "\($0.counted("change")) without a step" }
    ),
    (
      .integrity, missing("viewing", "film", in: "entry"),
      { "\($0.counted("viewing")) of a film that is not in the collection" }
    ),
    (
      .lists, missing("listItem", "list", in: "list"),
      { "\($0.counted("place")) in a list that does not exist" }
    ),
    (
      .lists, missing("listItem", "film", in: "entry"),
      { "\($0.counted("place")) of a film that is not in the collection" }
    ),
    (
      .lists,
      "SELECT count(*) FROM (SELECT 1 FROM main.listItem GROUP BY list, film HAVING count(*) > 1)",
      { "\($0.counted("film")) with several places in one list" }
    ),
    (
      .aliases,
      "SELECT count(*) FROM main.alias JOIN main.alias AS target ON target.id = alias.film",
      { "\($0.counted("alternative id")) of an id that is an alternative id itself" }
    ),
    (.aliases, aliasesInUse, { "\($0.counted("alternative id")) with data of a film" }),
  ]

  /// Returns the SQL that counts the rows of a table whose parent does not exist.
  private static func missing(_ table: String, _ column: String, in parent: String) -> String {
    "SELECT count(*) FROM main.\(table) WHERE \(column) NOT IN (SELECT id FROM main.\(parent))"
  }

  /// The SQL that counts the aliases for which a table has rows, although data is stored under canonical ids.
  private static let aliasesInUse = """
    SELECT count(*) FROM main.alias WHERE id IN (
      SELECT id FROM main.entry UNION SELECT id FROM main.skip UNION SELECT id FROM main.ratingSkip
      UNION SELECT id FROM main.record UNION SELECT id FROM main.importedRecord
      UNION SELECT film FROM main.viewing UNION SELECT film FROM main.listItem)
    """

  // MARK: - Values

  /// Returns findings for invalid aliases, and for invalid positions in lists.
  private func invalidValues(_ db: Database) throws -> [DatabaseFinding] {
    let aliases = try Row.fetchAll(db, sql: "SELECT id, film FROM main.alias").cancellableMap {
      (id: FilmID(unchecked: try $0.value("id")), film: FilmID(unchecked: try $0.value("film")))
    }
    let invalid = aliases.count { !$0.film.isCanonical || !$0.id.ranksBelow($0.film) }
    let positions = try String.fetchAll(db, sql: "SELECT position FROM main.listItem")
    let unreadable = positions.count { ListPosition($0) == nil }
    let problems: [(check: DatabaseFinding.Check, count: Int, text: String)] = [
      (.aliases, invalid, "\(invalid.counted("alternative id")) of an id that is not a film's"),
      (.lists, unreadable, "\(unreadable.counted("place")) without a valid position"),
    ]
    return problems.filter { $0.count > 0 }.map { DatabaseFinding(name, $0.check, $0.text, .rebuild) }
  }
}
