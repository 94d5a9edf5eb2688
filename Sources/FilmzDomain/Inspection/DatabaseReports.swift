/// The size of a database file, or of one of its tables.
package struct DatabaseUsage: Sendable, Equatable {
  /// The name of the file, such as `collection.sqlite`.
  package let file: String
  /// The name of the table; `nil` for the whole file.
  package let table: String?
  package let rows: Int
  /// The size, including indexes for a table and the write-ahead log for a file; `nil` if it is unknown.
  package let bytes: Int?

  package init(file: String, table: String?, rows: Int, bytes: Int?) {
    self.file = file
    self.table = table
    self.rows = rows
    self.bytes = bytes
  }
}

/// An index of a table.
package struct DatabaseIndex: Sendable, Equatable {
  package let name: String
  package let table: String
  /// The names of the columns; the name of an indexed expression is `(expression)`.
  package let columns: [String]
  /// The size; `nil` if it is unknown.
  package let bytes: Int?
  /// The number of rows of the table that the index contains.
  package let rows: Int

  package init(name: String, table: String, columns: [String], bytes: Int?, rows: Int) {
    self.name = name
    self.table = table
    self.columns = columns
    self.bytes = bytes
    self.rows = rows
  }
}

/// A problem that a check of the database files found.
package struct DatabaseFinding: Sendable, Hashable {
  /// What was checked.
  package enum Check: String, Sendable, CaseIterable {
    case integrity
    case schema
    case facts
    case journal
    case lists
    case aliases
    case index
  }

  /// The name of the file, such as `collection.sqlite`.
  package let file: String
  package let check: Check
  package let problem: String
  package let remedy: Remedy

  package init(_ file: String, _ check: Check, _ problem: String, _ remedy: Remedy) {
    self.file = file
    self.check = check
    self.problem = problem
    self.remedy = remedy
  }
}

/// Something derived from other data that was recreated.
package struct RebuiltIndex: Sendable, Equatable {
  package let name: String
  package let rows: Int

  package init(name: String, rows: Int) {
    self.name = name
    self.rows = rows
  }
}

/// The size of a file before and after it was compacted.
package struct Compaction: Sendable, Equatable {
  /// The name of the file, such as `collection.sqlite`.
  package let file: String
  package let before: Int
  package let after: Int

  package init(file: String, before: Int, after: Int) {
    self.file = file
    self.before = before
    self.after = after
  }

  package var saved: Int { max(0, before - after) }
}
