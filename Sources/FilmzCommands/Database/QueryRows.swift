import FilmzDomain
import FilmzTerminal

extension Rows {
  /// Returns the rows of a query's result.
  static func result(_ result: QueryResult) -> Rows {
    let fields = result.columns.enumerated().map { index, name in
      let isNumeric = result.rows.allSatisfy { $0[index].isNumberOrNull }
      return Field<[QueryValue]>(
        name,
        Column(
          name, alignment: isNumeric ? .trailing : .leading, isFlexible: !isNumeric,
          minimumWidth: isNumeric ? 1 : 8)
      ) { $0[index].json }
    }
    return Rows(result.rows, fields)
  }

  /// Returns rows of the columns of views.
  static func views(_ views: [QueryViewDescription]) -> Rows {
    let rows = views.flatMap { view in view.columns.map { (view: view, column: $0) } }
    return Rows(
      rows,
      [
        Field("view", Column("View")) { .text($0.view.name) },
        Field("column", Column("Column")) { .text($0.column.name) },
        Field("type", Column("Type"), .dim) { .text($0.column.type) },
      ], noun: "column")
  }
}

extension QueryValue {
  fileprivate var isNumberOrNull: Bool {
    switch self {
    case .null, .integer, .real: true
    case .text, .blob: false
    }
  }

  /// The value for the output; bytes are hexadecimal digits, and infinite numbers are texts.
  fileprivate var json: JSONValue {
    switch self {
    case .null: .null
    case .integer(let number): .integer(Int(number))
    case .real(let number):
      number.isFinite ? .decimal("\(number)") : .text(number < 0 ? "-Infinity" : "Infinity")
    case .text(let text): .text(text)
    case .blob(let bytes): .text(bytes.hexadecimal)
    }
  }
}
