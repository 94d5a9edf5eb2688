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

  /// Creates a result; a column without a name is named after its position, and the number of its
  /// occurrence is added to a name that occurs several times.
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

/// A view that queries can read.
package struct QueryViewDescription: Sendable, Equatable {
  package struct Column: Sendable, Hashable {
    package let name: String
    /// What the values are, such as `text` or `0 or 1`.
    package let type: String

    package init(name: String, type: String) {
      self.name = name
      self.type = type
    }
  }

  package let name: String
  package let summary: String
  package let columns: [Column]

  package init(name: String, summary: String, columns: [Column]) {
    self.name = name
    self.summary = summary
    self.columns = columns
  }
}
