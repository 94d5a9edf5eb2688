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
        let messages = try String.fetchAll(db, sql: sql).flatMap {
          $0.split(whereSeparator: \.isNewline)
        }
        return messages.map(String.init).filter { $0 != "ok" && !$0.hasPrefix("***") }
      }
    } catch let error as DatabaseError where error.isCorruption {
      return [error.message ?? "it cannot be read"]
    } catch let error as DatabaseError {
      throw Self.map(error, path: url.path(percentEncoded: false))
    }
  }
}

/// Checks references between the tables of the collection with SQL.
struct ReferenceCheck {
  /// A condition that no row satisfies.
  private struct Rule: Sendable {
    let check: DatabaseFinding.Check
    /// The SQL that counts the rows which satisfy the condition.
    let count: String
    /// The problem, after the number.
    let problem: @Sendable (Int) -> String
  }

  let file: String
  let remedy: Remedy

  /// Returns a finding for each kind of reference that is wrong.
  func findings(_ db: Database) throws -> [DatabaseFinding] {
    let findings = try Self.rules.cancellableMap { rule -> DatabaseFinding? in
      guard let count = try Int.fetchOne(db, sql: rule.count), count > 0 else { return nil }
      // All but the journal itself results from the journal.
      return DatabaseFinding(
        file, rule.check, rule.problem(count), rule.check == .journal ? remedy : .rebuild)
    }
    return try findings.compactMap(\.self) + invalidValues(db)
  }

  private static let rules = [
    Rule(
      check: .journal,
      count: "SELECT count(*) FROM main.change WHERE step NOT IN (SELECT id FROM main.step)"
    ) {
      "\($0.counted("change")) without a step"
    },
    Rule(check: .integrity, count: missing("viewing", "film", in: "entry")) {
      "\($0.counted("viewing")) of a film that is not in the collection"
    },
    Rule(check: .lists, count: missing("listItem", "list", in: "list")) {
      "\($0.counted("place")) in a list that does not exist"
    },
    Rule(check: .lists, count: missing("listItem", "film", in: "entry")) {
      "\($0.counted("place")) of a film that is not in the collection"
    },
    Rule(check: .lists, count: duplicates("list, film")) {
      "\($0.counted("film")) with several places in one list"
    },
    Rule(
      check: .aliases,
      count: "SELECT count(*) FROM main.alias JOIN main.alias AS target ON target.id = alias.film"
    ) { "\($0.counted("alternative id")) of an id that is an alternative id itself" },
    Rule(check: .aliases, count: aliasesInUse) {
      "\($0.counted("alternative id")) with data of a film"
    },
  ]

  private static func missing(_ table: String, _ column: String, in parent: String) -> String {
    "SELECT count(*) FROM main.\(table) WHERE \(column) NOT IN (SELECT id FROM main.\(parent))"
  }

  private static func duplicates(_ columns: String) -> String {
    """
    SELECT count(*) FROM (SELECT 1 FROM main.listItem GROUP BY \(columns) HAVING count(*) > 1)
    """
  }

  /// The number of aliases for which a table has rows, although data is stored under canonical ids.
  private static let aliasesInUse = """
    SELECT count(*) FROM main.alias WHERE id IN (
      SELECT id FROM main.entry UNION SELECT id FROM main.skip UNION SELECT id FROM main.ratingSkip
      UNION SELECT id FROM main.record UNION SELECT id FROM main.importedRecord
      UNION SELECT film FROM main.viewing UNION SELECT film FROM main.listItem)
    """

  // MARK: - Values

  /// Returns findings for aliases of invalid ids, and for positions in lists that are no positions.
  private func invalidValues(_ db: Database) throws -> [DatabaseFinding] {
    let aliases = try Row.fetchAll(db, sql: "SELECT id, film FROM main.alias").cancellableMap {
      (id: FilmID(unchecked: try $0.value("id")), film: FilmID(unchecked: try $0.value("film")))
    }
    let invalid = aliases.count {
      !$0.film.isCanonical || !$0.id.ranksBelow($0.film)
    }
    let positions = try String.fetchAll(db, sql: "SELECT position FROM main.listItem")
    let unreadable = positions.count { ListPosition($0) == nil }
    return [
      invalid == 0
        ? nil
        : DatabaseFinding(
          file, .aliases, "\(invalid.counted("alternative id")) of an id that is no film's",
          .rebuild),
      unreadable == 0
        ? nil
        : DatabaseFinding(
          file, .lists, "\(unreadable.counted("place")) without a valid position", .rebuild),
    ].compactMap(\.self)
  }
}
