import FilmzDomain
import FilmzTerminal
import Foundation

extension Rows {
  /// Returns rows of lists.
  static func lists(_ lists: [FilmList]) -> Rows { Rows(lists, listFields, noun: "list") }

  private static let listFields: [Field<FilmList>] = [
    Field("id") { .text($0.id.uuidString) },
    Field(
      "name", Column("Name", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)
    ) { .text($0.name) },
    Field(
      "description",
      Column(
        "Description", dropPriority: 2, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true),
      .dim
    ) { .optional($0.description) },
    Field("films", Column("Films", alignment: .trailing)) { .integer($0.filmCount) },
    Field("seen", Column("Seen", alignment: .trailing, dropPriority: 1), .green) {
      .integer($0.seenCount)
    },
    Field("createdAt") { .optional($0.createdAt) },
    Field(
      "changedAt", Column("Changed", dropPriority: 3), value: { .optional($0.changedAt) },
      cell: { Cell(PartialDate(day: $0.changedAt).text, .dim) }),
    Field(
      "published", Column("Published", dropPriority: 4, hidesWhenEmpty: true),
      value: { .bool($0.isPublished) }, cell: { Cell($0.isPublished ? "yes" : "", .dim) }),
  ]
}
