import FilmzDomain
package import FilmzTerminal

/// A field of a row: a JSON member, a cell in a table column, or both.
package struct Field<Row>: Sendable {
  /// The JSON name and value; `nil` if the field is for tables only.
  let json: (name: String, value: @Sendable (Row) -> JSONValue)?
  /// The column and the cell of a row; `nil` if the field is not shown in tables.
  let table: (column: Column, cell: @Sendable (Row) -> Cell)?

  /// Creates a field for JSON and, if there is a column, for tables; the cell contains the JSON value
  /// as text.
  package init(
    _ name: String, _ column: Column? = nil, _ emphasis: Emphasis = .plain,
    value: @escaping @Sendable (Row) -> JSONValue
  ) {
    json = (name, value)
    table = column.map { ($0, { Cell(value($0).field, emphasis) }) }
  }

  /// Creates a field for JSON and tables.
  package init(
    _ name: String, _ column: Column, value: @escaping @Sendable (Row) -> JSONValue,
    cell: @escaping @Sendable (Row) -> Cell
  ) {
    json = (name, value)
    table = (column, cell)
  }

  /// Creates a field for tables only.
  package init(_ column: Column, cell: @escaping @Sendable (Row) -> Cell) {
    json = nil
    table = (column, cell)
  }
}

extension Array {
  /// Returns the JSON members of a row with these fields.
  func members<Row>(of row: Row) -> [JSONValue.Member] where Element == Field<Row> {
    compactMap(\.json).map { .init(name: $0.name, value: $0.value(row)) }
  }
}

/// The rows of a result with their fields; members and cells are created on demand.
package struct Rows: Sendable {
  /// The number of rows above which rendering may take so long that it has to be cancellable.
  private static let slowRenderingThreshold = 1000

  let count: Int
  /// The noun for one row.
  let noun: String
  /// The JSON names, in order.
  let names: [String]
  private(set) var columns: [Column]
  /// Returns the members of a row's JSON object, in the order of ``names``.
  let members: @Sendable (_ index: Int) -> [JSONValue.Member]
  /// Returns the cells of a row, in the order of ``columns``.
  private(set) var cells: @Sendable (_ index: Int) -> [Cell]

  package init<Row: Sendable>(_ rows: [Row], _ fields: [Field<Row>], noun: String = "row") {
    self.noun = noun
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

  /// Returns the rows without the columns with some titles; the JSON objects still have their fields.
  func withoutColumns(titled titles: Set<String>) -> Rows {
    let indices = columns.indices.filter { !titles.contains(columns[$0].title) }
    guard indices.count < columns.count else { return self }
    var rows = self
    rows.columns = indices.map { columns[$0] }
    rows.cells = { [cells] row in
      let allCells = cells(row)
      return indices.map { allCells[$0] }
    }
    return rows
  }

  /// `true` if rendering may take so long that it has to be cancellable.
  var isSlowToRender: Bool { count > Self.slowRenderingThreshold }

  /// Returns the transformed indices of all rows.
  ///
  /// Returns an empty array if rendering may be slow (``isSlowToRender``) and the task is
  /// cancelled.
  func map<Result>(_ transform: (_ index: Int) -> Result) -> [Result] {
    guard isSlowToRender else { return (0..<count).map(transform) }
    return (try? (0..<count).cancellableMap(transform)) ?? []
  }

  /// Returns the JSON object of a row on one line.
  func line(_ index: Int) -> String { JSONValue.object(members(index)).line }
}

extension String {
  /// Returns the text on one line, with a single space for each run of whitespace.
  ///
  /// A longer line is cut so that it has `maximumLength` characters, of which `…` is the last.
  func onOneLine(maximumLength: Int = 40) -> String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > maximumLength ? line.prefix(maximumLength - 1) + "…" : line
  }
}
