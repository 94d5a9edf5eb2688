import FilmzDomain
import FilmzTerminal
import Foundation

extension Rows {
  /// Returns rows of the sizes of files or tables.
  static func usage(_ usage: [DatabaseUsage]) -> Rows { Rows(usage, usageFields) }

  private static let usageFields: [Field<DatabaseUsage>] = [
    Field("file", Column("File")) { .text($0.file) },
    Field("table", Column("Table", hidesWhenEmpty: true)) { .optional($0.table) },
    Field("rows", Column("Rows", alignment: .trailing)) { .integer($0.rows) },
    bytes("Size", \.bytes),
  ]

  /// Returns rows of indexes.
  static func indexes(_ indexes: [DatabaseIndex]) -> Rows {
    Rows(
      indexes,
      [
        Field("name", Column("Index", isFlexible: true, minimumWidth: 12)) { .text($0.name) },
        Field("table", Column("Table")) { .text($0.table) },
        Field(
          "columns", Column("Columns", dropPriority: 1, isFlexible: true, minimumWidth: 12), .dim
        ) { .list($0.columns) },
        bytes("Size", \.bytes),
        Field(
          "rows", Column("Rows", alignment: .trailing), value: { .integer($0.rows) },
          cell: { Cell($0.rows.grouped) }),
      ])
  }

  /// Returns rows of the problems that a check found.
  static func findings(_ findings: [DatabaseFinding]) -> Rows {
    Rows(
      findings,
      [
        Field("file", Column("File")) { .text($0.file) },
        Field("check", Column("Check")) { .text($0.check.rawValue) },
        Field("problem", Column("Problem", isFlexible: true, minimumWidth: 16), .red) {
          .text($0.problem)
        },
        Field("remedy", Column("Remedy", isFlexible: true, minimumWidth: 16)) {
          .text($0.remedy.text)
        },
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
        Field("file", Column("File")) { .text($0.file) },
        bytes("Before", name: "before", { $0.before }), bytes("After", name: "after", { $0.after }),
        bytes("Saved", name: "saved", { $0.saved }),
      ])
  }

  /// Returns a field of a size; the value of an unknown size is `null`.
  private static func bytes<Row>(
    _ heading: String, name: String = "bytes", _ size: @escaping @Sendable (Row) -> Int?
  ) -> Field<Row> {
    Field(
      name, Column(heading, alignment: .trailing), value: { .optional(size($0)) },
      cell: { Cell(size($0).map(ByteCount.text) ?? "", .dim) })
  }
}
