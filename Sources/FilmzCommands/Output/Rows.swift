import FilmzDomain
package import FilmzTerminal

/// A field of a row: a JSON member, a cell in a table column, or both.
package struct Field<Row>: Sendable {
  /// The JSON name and value; `nil` if the field is for tables only.
  let json: (name: String, value: @Sendable (Row) -> JSONValue)?
  /// The column and the cell of a row; `nil` if the field is not shown in tables.
  let table: (column: Column, cell: @Sendable (Row, RatingScale) -> Cell)?

  /// Creates a field for JSON and, if there is a column, for tables; the cell contains the JSON value
  /// as text.
  package init(
    _ name: String, _ column: Column? = nil, _ emphasis: Emphasis = .plain,
    value: @escaping @Sendable (Row) -> JSONValue
  ) {
    json = (name, value)
    table = column.map { ($0, { row, _ in Cell(value(row).field, emphasis) }) }
  }

  /// Creates a field for JSON and tables.
  package init(
    _ name: String, _ column: Column, value: @escaping @Sendable (Row) -> JSONValue,
    cell: @escaping @Sendable (Row) -> Cell
  ) {
    json = (name, value)
    table = (column, { row, _ in cell(row) })
  }

  /// Creates a field for a rating of a user, which tables show on the scale of the setting.
  init(_ name: String, _ column: Column, rating: @escaping @Sendable (Row) -> Rating?) {
    json = (name, { .optional(rating($0)) })
    table = (column, { row, scale in Cell(rating(row).map(scale.cellText) ?? "", .yellow) })
  }

  /// Creates a field for a text that may contain ratings of the user, which tables show on the scale of the setting.
  init(
    _ name: String, _ column: Column, _ emphasis: Emphasis = .plain,
    text: @escaping @Sendable (Row, RatingScale) -> String
  ) {
    json = (name, { .text(text($0, .points)) })
    table = (column, { Cell(text($0, $1), emphasis) })
  }

  /// Creates a field for tables only.
  package init(_ column: Column, cell: @escaping @Sendable (Row) -> Cell) {
    json = nil
    table = (column, { row, _ in cell(row) })
  }
}

extension Array {
  /// Returns the JSON members of a row with these fields.
  func members<Row>(of row: Row) -> [JSONValue.Member] where Element == Field<Row> {
    compactMap(\.json).map { .init($0.name, $0.value(row)) }
  }
}

/// The rows of a result with their fields; members and cells are created on demand.
package struct Rows: Sendable {
  /// The number of rows above which rendering may take so long that it has to be cancellable.
  private static let slowRenderingThreshold = 1000

  let count: Int
  /// The noun for one row.
  let noun: String
  /// The names of the members of a row's JSON object, in order.
  let names: [String]
  private(set) var columns: [Column]
  /// `true` if the rows are a page of a result set with several pages, whose tables have the same columns.
  var isPage = false
  /// Returns the members of a row's JSON object, in the order of ``names``.
  let members: @Sendable (_ index: Int) -> [JSONValue.Member]
  /// The scale of the user's ratings in cells.
  private var ratingScale = RatingScale.points
  private var scaledCells: @Sendable (_ index: Int, _ scale: RatingScale) -> [Cell]

  package init<Row: Sendable>(_ rows: [Row], _ fields: [Field<Row>], noun: String = "row") {
    self.noun = noun
    let json = fields.compactMap(\.json)
    let table = fields.compactMap(\.table)
    count = rows.count
    names = json.map(\.name)
    columns = table.map(\.column)
    members = { index in
      let row = rows[index]
      return json.map { .init($0.name, $0.value(row)) }
    }
    scaledCells = { index, scale in
      let row = rows[index]
      return table.map { $0.cell(row, scale) }
    }
  }

  /// Returns the cells of a row, in the order of ``columns``.
  func cells(_ index: Int) -> [Cell] { scaledCells(index, ratingScale) }

  /// Returns the rows with the user's ratings on a scale in their cells.
  func showingRatings(on scale: RatingScale) -> Rows {
    var rows = self
    rows.ratingScale = scale
    return rows
  }

  /// Returns the rows without the columns with some titles; the JSON objects still have their fields.
  func withoutColumns(titled titles: Set<String>) -> Rows {
    let indices = columns.indices.filter { !titles.contains(columns[$0].title) }
    guard indices.count < columns.count else { return self }
    var rows = self
    rows.columns = indices.map { columns[$0] }
    rows.scaledCells = { [scaledCells] row, scale in
      let allCells = scaledCells(row, scale)
      return indices.map { allCells[$0] }
    }
    return rows
  }

  /// Returns the rows with tables that drop the columns with some titles before all others.
  func droppingFirst(columnsTitled titles: Set<String>) -> Rows {
    var rows = self
    rows.columns = columns.map { titles.contains($0.title) ? $0.droppedFirst : $0 }
    return rows
  }

  /// `true` if rendering may take so long that it has to be cancellable.
  var isSlowToRender: Bool { count > Self.slowRenderingThreshold }

  /// Returns the results of calling `transform` for the indices of all rows.
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
  /// A line of more than `maximumLength` characters is cut to this length, with `…` as the last character.
  func onOneLine(maximumLength: Int = 40) -> String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > maximumLength ? line.prefix(maximumLength - 1) + "…" : line
  }
}
