import FilmzDomain
import FilmzStore
import FilmzTerminal
import FilmzViewModels

/// The `sql` command, which runs a read-only query.
struct QueryCommand: ShellCommand {
  private static let defaultLimit = 200

  static let command = Command(
    of: QueryCommand.self, "sql", "Run a read-only SQL query over your data.",
    usage: """
      sql <query> [--limit <n>]
      sql
      sql --schema
      """,
    details: """
      Queries are those of SQLite. They read the views \
      films, entries, viewings, lists, list_films, comments, skips, records, steps and changes, whose columns \
      have the names of the JSON output; `sql --schema` lists them. Lists are JSON arrays, for `json_each`. The \
      function `fold` removes case and accents. Nothing can be changed. A query is stopped after 30 seconds, or \
      with Ctrl-C.

      A query without quotes ends at the end of the command, with `>` and `|` as operators of SQL. To \
      redirect the result, put the whole query in quotes. Without a query, in a terminal, the last one is \
      opened in $EDITOR.

      The view `films` has the films of the collection, the film cache and your own records, but not those of \
      the catalog. The kids filter does not apply to queries: they show all films.
      """,
    examples: [
      "sql select title, myRating from entries where myRating >= 8 order by 2 desc",
      "sql select value, count(*) from films, json_each(genres) group by 1",
      #"sql "select date, count(*) as viewings from viewings group by 1" --format csv"#,
      "sql select step, time, command from steps order by step desc --limit 20",
    ])

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "query", kind: .query, "A query that begins with SELECT, VALUES or WITH."),
    .option("--limit", \.limit, as: "n", "How many rows to show, \(defaultLimit) by default."),
    .flag("--schema", \.schema, "List the views and their columns."),
  ]

  var words: [Word] = []
  var limit: Int?
  var schema = false

  func run(in session: Session) async throws -> Output {
    guard !schema else { return try views(in: session) }
    guard words.isEmpty else { return try await result(of: words.map(\.text).joined(separator: " "), in: session) }
    guard let edit = session.host.edit else { throw Self.missingArgument("a query") }
    session.progress?.stop()
    return try await edit(session.viewModels.databases.lastQuery ?? "").use { text in
      guard text.nonBlank != nil else { return Output(.nothing, notice: "The query is empty; nothing was run") }
      return try await result(of: text, in: session)
    }
  }

  private func views(in session: Session) throws -> Output {
    guard words.isEmpty else { throw Self.wrongUsage("--schema takes no query") }
    return Output(.list(.views(CollectionDatabase.queryViews)))
  }

  private func result(of query: String, in session: Session) async throws -> Output {
    let start = ContinuousClock.now
    let limit = limit ?? Self.defaultLimit
    let result = try await session.viewModels.databases.run(query, limit: limit)
    let milliseconds = start.duration(to: .now).microseconds / 1000
    let amount = result.rows.count.counted("row")
    let moreRowsNote = result.hasMoreRows ? " There are more; `--limit N` shows them." : ""
    let isKidsFilterOn = await session.settings.all().isKidsFilterOn
    let kidsNote = isKidsFilterOn ? " The kids filter does not apply to queries." : ""
    return Output(.list(.result(result)), notice: "\(amount) in \(milliseconds) ms.\(moreRowsNote)\(kidsNote)")
  }
}

extension Rows {
  /// Returns the rows of a query's result.
  static func result(_ result: QueryResult) -> Rows {
    let fields = result.columns.enumerated().map { index, name in
      let isNumeric = result.rows.allSatisfy { $0[index].isNumberOrNull }
      return Field<[QueryValue]>(
        name,
        Column(
          name, alignment: isNumeric ? .trailing : .leading, isFlexible: !isNumeric, minimumWidth: isNumeric ? 1 : 8)
      ) { $0[index].json }
    }
    return Rows(result.rows, fields)
  }

  /// Returns one row for each column of the views.
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
    case .real(let number): number.isFinite ? .decimal("\(number)") : .text(number < 0 ? "-Infinity" : "Infinity")
    case .text(let text): .text(text)
    case .blob(let bytes): .text(bytes.hexadecimal)
    }
  }
}
