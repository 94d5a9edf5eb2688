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
    (self.file, self.table, self.rows, self.bytes) = (file, table, rows, bytes)
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
    (self.name, self.table, self.columns, self.bytes) = (name, table, columns, bytes)
    self.rows = rows
  }
}

/// A problem that a check of the database files found.
package struct DatabaseFinding: Sendable, Hashable {
  /// A check of a database.
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
    (self.file, self.check, self.problem, self.remedy) = (file, check, problem, remedy)
  }
}

/// The name of a part of the derived data that was rebuilt, and the number of its rows.
package typealias RebuiltIndex = (name: String, rows: Int)

/// The size of a file in bytes, before and after it was compacted.
package struct Compaction: Sendable, Equatable {
  /// The name of the file, such as `collection.sqlite`.
  package let file: String
  package let before: Int
  package let after: Int

  package init(file: String, before: Int, after: Int) { (self.file, self.before, self.after) = (file, before, after) }

  package var saved: Int { max(0, before - after) }
}

/// A value in a row of a query's result; the cases are SQLite's storage classes.
package enum QueryValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// The result of a query.
package struct QueryResult: Sendable, Equatable {
  /// The names of the columns, which are not empty and differ from each other.
  package let columns: [String]
  package let rows: [[QueryValue]]
  /// `true` if the query has more rows than the limit.
  package let hasMoreRows: Bool

  /// Creates a result with distinct names of columns.
  ///
  /// A column without a name is named after its position. A number is added to a name that an earlier column has:
  /// `title_2`.
  package init(columns: [String], rows: [[QueryValue]], hasMoreRows: Bool) {
    self.columns = Self.distinct(columns)
    self.rows = rows
    self.hasMoreRows = hasMoreRows
  }

  private static func distinct(_ names: [String]) -> [String] {
    var used = Set(names)
    var seen: Set<String> = []
    return names.enumerated().map { index, name in
      let name = name.isEmpty ? "column_\(index + 1)" : name
      if seen.insert(name).inserted { return name }
      var number = 2
      while used.contains("\(name)_\(number)") { number += 1 }
      let distinctName = "\(name)_\(number)"
      used.insert(distinctName)
      seen.insert(distinctName)
      return distinctName
    }
  }
}

/// A view that queries can read; the type of a column describes its values, such as `text` or `0 or 1`.
package typealias QueryViewDescription = (name: String, summary: String, columns: [(name: String, type: String)])
