import FilmzDomain

/// The source of facts of the views of queries.
///
/// If `usesListIndex` is `true`, the ``ListIndex`` has the current facts of the collection's films, and is read instead
/// of the slower `view`.
typealias QueryFacts = (view: FactView, usesListIndex: Bool)

/// A view for queries of the user; its columns have the names of the members in the program's JSON.
struct QueryView: Sendable {
  struct Column: Sendable {
    let name: String
    /// The form of the values, for users.
    let type: String
    let expression: @Sendable (QueryFacts) -> String

    /// Creates a column; without an expression, its value is that of the table's column with the same name.
    init(_ name: String, _ type: String = "text", _ expression: String? = nil) {
      self.init(name, type) { _ in expression ?? name }
    }

    init(_ name: String, _ type: String, expression: @escaping @Sendable (QueryFacts) -> String) {
      (self.name, self.type, self.expression) = (name, type, expression)
    }
  }

  let name: String
  let summary: String
  let columns: [Column]
  /// The SQL after `FROM`.
  let source: @Sendable (QueryFacts) -> String

  init(_ name: String, _ summary: String, from source: String, _ columns: [Column]) {
    self.init(name, summary, from: { _ in source }, columns)
  }

  init(
    _ name: String, _ summary: String, from source: @escaping @Sendable (QueryFacts) -> String, _ columns: [Column]
  ) {
    (self.name, self.summary, self.source, self.columns) = (name, summary, source, columns)
  }

  var description: QueryViewDescription { (name, summary, columns.map { ($0.name, $0.type) }) }

  /// Returns the SQL that selects the rows of the view.
  func select(_ facts: QueryFacts) -> String {
    let columns = columns.map { "\($0.expression(facts)) AS \($0.name)" }.joined(separator: ",\n  ")
    return "SELECT \(columns)\nFROM \(source(facts))"
  }
}

extension QueryView {
  /// All views.
  static let all = [films, entries, viewings, lists, listFilms, comments, skips, records, steps, changes]

  /// The descriptions of all views.
  static let descriptions = all.map(\.description)

  // MARK: - Forms of values

  static let number = "integer"
  static let rating = "0 to 10"
  static let boolean = "0 or 1"
  static let list = "JSON array"
  static let time = "ISO 8601 time"
  static let date = "ISO 8601 date"

  /// Returns an expression for the ISO 8601 form of a time in microseconds since 1970.
  static func time(_ microseconds: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%SZ', \(microseconds) / 1000000, 'unixepoch')"
  }

  /// Returns an expression for IMDb's id of a film; `NULL` if it is not known.
  static func imdbID(_ id: String) -> String { "iif(\(id) GLOB 'tt[0-9]*', \(id), NULL)" }
}
