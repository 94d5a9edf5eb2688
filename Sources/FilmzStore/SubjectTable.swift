import FilmzDomain
import GRDB

/// The table that holds the subjects of one kind, for changes that come out of the journal.
struct SubjectTable {
  let name: String
  /// Its columns but for the id; no other name gets into a statement.
  let columns: [String]

  /// The table of a kind of subject, or nothing where this version does not know the kind.
  static func of(_ kind: Change.Subject.Kind) -> SubjectTable? {
    switch kind {
    case .film: entries
    case .viewing: viewings
    default: nil
    }
  }

  private static let entries = SubjectTable(
    name: "entry",
    columns: [
      "title", "year", "addedAt", "rating", "audience", "recommendedBy", "notes", "tags",
    ])

  private static let viewings = SubjectTable(
    name: "viewing", columns: ["film", "position", "date", "rating", "note", "tags"])

  /// The columns of one subject as the journal keeps them, or nothing where it is not there.
  func fields(of id: String, _ db: Database) throws -> [String: FieldValue]? {
    let sql = "SELECT \(columns.joined(separator: ", ")) FROM main.\(name) WHERE id = ?"
    guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) else {
      return nil
    }
    return Dictionary(uniqueKeysWithValues: columns.map { ($0, Self.value(row[$0], of: $0)) })
  }

  private static func value(_ value: DatabaseValue, of column: String) -> FieldValue {
    switch value.storage {
    case .int64(let number): .integer(number)
    case .string(let text): column == "tags" ? .list(CollectionStore.list(text)) : .text(text)
    default: .null
    }
  }
}
