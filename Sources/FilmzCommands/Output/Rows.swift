import FilmzDomain
package import FilmzTerminal

/// A field of a row: a JSON value under a name, a cell in a column of a table, or both.
package struct Field<Row>: Sendable {
  /// The JSON name and value; `nil` if the field is for tables only.
  let json: (name: String, value: @Sendable (Row) -> JSONValue)?
  /// The column and its cell; `nil` if the field is not shown in tables.
  let table: (column: Column, cell: @Sendable (Row) -> Cell)?

  /// A field for JSON and, if there is a column, for tables; the cell has the text of the value.
  package init(
    _ name: String, _ column: Column? = nil, _ emphasis: Emphasis = .plain,
    value: @escaping @Sendable (Row) -> JSONValue
  ) {
    json = (name, value)
    table = column.map { ($0, { Cell(value($0).field, emphasis) }) }
  }

  /// A field for JSON and tables.
  package init(
    _ name: String, _ column: Column, cell: @escaping @Sendable (Row) -> Cell,
    value: @escaping @Sendable (Row) -> JSONValue
  ) {
    json = (name, value)
    table = (column, cell)
  }

  /// A field for tables only.
  package init(_ column: Column, cell: @escaping @Sendable (Row) -> Cell) {
    json = nil
    table = (column, cell)
  }
}

extension Array {
  /// The JSON members of one row with these fields.
  func members<Row>(of row: Row) -> [JSONValue.Member] where Element == Field<Row> {
    compactMap(\.json).map { .init(name: $0.name, value: $0.value(row)) }
  }
}

/// Rows of one type with its fields; members and cells are made when they are asked for.
package struct Rows: Sendable {
  /// The count above which rendering takes noticeable time and can be cancelled.
  private static let longCount = 1000

  let count: Int
  /// The JSON names, in order.
  let names: [String]
  let columns: [Column]
  /// Returns the members of a row's JSON object, in the order of the names.
  let members: @Sendable (_ index: Int) -> [JSONValue.Member]
  /// Returns the cells of a row, in the order of the columns.
  let cells: @Sendable (_ index: Int) -> [Cell]

  package init<Row: Sendable>(_ rows: [Row], _ fields: [Field<Row>]) {
    let json = fields.compactMap(\.json)
    let table = fields.compactMap(\.table)
    count = rows.count
    names = json.map(\.name)
    columns = table.map(\.column)
    members = { index in
      let row = rows[index]
      return json.map { .init(name: $0.name, value: $0.value(row)) }
    }
    cells = { index in
      let row = rows[index]
      return table.map { $0.cell(row) }
    }
  }

  var isLong: Bool { count > Self.longCount }

  /// Returns a result for each index; none if the rows are many and the task is cancelled.
  func map<Result>(_ transform: (_ index: Int) -> Result) -> [Result] {
    guard isLong else { return (0..<count).map(transform) }
    return (try? (0..<count).cancellableMap(transform)) ?? []
  }

  /// Returns the JSON object of a row on one line.
  func line(_ index: Int) -> String { JSONValue.object(members(index)).line }
}
