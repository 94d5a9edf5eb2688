import FilmzDomain
import FilmzStore
import FilmzTerminal
import FilmzViewModels

extension Command {
  /// The `db` command, which groups the commands for the database files.
  static let database = Command(
    "db", "Show, check and compact the database files.",
    details: """
      The files are the collection, the film cache and, after an import, the catalog; see also `sql`.
      """, examples: ["db", "db check", "db compact"],
    subcommands: [DatabaseUsageCommand.command, .databaseIndexes, .databaseCheck, .databaseRebuild, .databaseCompact])

  /// The `db check` command, which looks for damage in the database files.
  static let databaseCheck = Command(
    "db check", "Look for damage in the database files.",
    details: """
      Checks the files themselves, compares your films, lists and other data with what results from the \
      journal of all changes, and checks lists and alternative ids. Nothing is changed. With findings, the \
      command fails.

      The newest backup and the catalog are checked as well, but not their indexes.
      """, examples: ["db check", "db check --format json"]
  ) { session in
    let findings = try await session.viewModels.database.check()
    guard !findings.isEmpty else { return Output(.list(.findings([])), notice: "The database files are sound.") }
    return Output(
      .list(.findings(findings)), notice: "Found \(findings.count.counted("problem")).", ending: .foundProblems)
  }

  /// The `db rebuild` command, which recreates the data that is derived from other data.
  static let databaseRebuild = Command(
    "db rebuild", "Recreate the tables and indexes derived from other data.",
    details: """
      Recreates the indexes of lists and records, and the tables of the collection if they differ from its journal; \
      a backup keeps the previous tables. Use it if `db check` says so, or if `ls` or `search` misses films that \
      `show` knows, or sorts them wrongly.
      """, examples: ["db rebuild", "db rebuild --format json"]
  ) { session in
    let indexes = try await session.viewModels.databases.rebuild()
    return Output(
      .changes(.rebuilt(indexes)), indexes.map { .notice("Rebuilt the \($0.name) with \($0.rows.counted("film"))") })
  }

  /// The `db compact` command, which removes unused space from the database files.
  static let databaseCompact = Command(
    "db compact", "Make the database files smaller.",
    details: """
      Deleted data leaves unused space in a file; this removes it. No data is lost. The catalog never has unused \
      space. While another filmz writes to a file, the command fails and can be repeated.
      """, examples: ["db compact", "db compact --format json"]
  ) { session in
    let compactions = try await session.viewModels.database.compact()
    let savedBytes = compactions.map(\.saved).reduce(0, +)
    return Output(
      .list(.compactions(compactions)),
      notice: compactions.isEmpty ? "There are no database files yet." : "Saved \(ByteCount.text(savedBytes)).")
  }

  /// The `db indexes` command, which lists the indexes of the database files.
  static let databaseIndexes = Command(
    "db indexes", "List the indexes of the database files.", examples: ["db indexes", "db indexes --format csv"]
  ) { session in
    let indexes = try await session.viewModels.database.indexes()
    return Output(.list(.indexes(indexes)), notice: "\(indexes.count) \(indexes.count == 1 ? "index" : "indexes")")
  }
}

/// The `db usage` command, which shows the sizes of the database files.
struct DatabaseUsageCommand: ShellCommand {
  static let command = Command(
    of: DatabaseUsageCommand.self, "db usage", "Show the rows and sizes of the database files.",
    examples: ["db usage", "db usage --tables"])

  static let arguments: [Argument<Self>] = [.flag("--tables", \.tables, "Show each table, with its indexes.")]

  var tables = false

  func run(in session: Session) async throws -> Output {
    let usage = try await session.viewModels.database.usage(byTable: tables)
    return Output(.list(.usage(usage)), notice: usage.isEmpty ? "There are no database files yet." : nil)
  }
}

extension Rows {
  /// Returns rows of the sizes of files or tables.
  static func usage(_ usage: [DatabaseUsage]) -> Rows { Rows(usage, usageFields) }

  private static let usageFields: [Field<DatabaseUsage>] = [
    Field("file", Column("File")) { .text($0.file) },
    Field("table", Column("Table", hidesWhenEmpty: true)) { .optional($0.table) },
    Field("rows", Column("Rows", alignment: .trailing)) { .integer($0.rows) }, bytes("Size", \.bytes),
  ]

  /// Returns rows of indexes.
  static func indexes(_ indexes: [DatabaseIndex]) -> Rows {
    Rows(
      indexes,
      [
        Field("name", Column("Index", isFlexible: true, minimumWidth: 12)) { .text($0.name) },
        Field("table", Column("Table")) { .text($0.table) },
        Field("columns", Column("Columns", dropPriority: 1, isFlexible: true, minimumWidth: 12), .dim) {
          .list($0.columns)
        }, bytes("Size", \.bytes),
        Field(
          "rows", Column("Rows", alignment: .trailing), value: { .integer($0.rows) }, cell: { Cell($0.rows.grouped) }),
      ])
  }

  /// Returns rows of the problems that a check found.
  static func findings(_ findings: [DatabaseFinding]) -> Rows {
    Rows(
      findings,
      [
        Field("file", Column("File")) { .text($0.file) }, Field("check", Column("Check")) { .text($0.check.rawValue) },
        Field("problem", Column("Problem", isFlexible: true, minimumWidth: 16), .red) { .text($0.problem) },
        Field("remedy", Column("Remedy", isFlexible: true, minimumWidth: 16)) { .text($0.remedy.text) },
      ], noun: "problem")
  }

  /// Returns rows of recreated indexes.
  static func rebuilt(_ indexes: [RebuiltIndex]) -> Rows {
    Rows(
      indexes,
      [
        Field("name", Column("Index")) { .text($0.name) },
        Field("rows", Column("Rows", alignment: .trailing)) { .integer($0.rows) },
      ])
  }

  /// Returns rows of the sizes of files before and after they were compacted.
  static func compactions(_ compactions: [Compaction]) -> Rows {
    Rows(
      compactions,
      [
        Field("file", Column("File")) { .text($0.file) }, bytes("Before", name: "before", { $0.before }),
        bytes("After", name: "after", { $0.after }), bytes("Saved", name: "saved", { $0.saved }),
      ])
  }

  /// Returns a field with a size in bytes, which is `null` if it is unknown.
  private static func bytes<Row>(
    _ heading: String, name: String = "bytes", _ size: @escaping @Sendable (Row) -> Int?
  ) -> Field<Row> {
    Field(
      name, Column(heading, alignment: .trailing), value: { .optional(size($0)) },
      cell: { Cell(size($0).map(ByteCount.text) ?? "", .dim) })
  }
}
