import FilmzTerminal

/// A verb with one line about it, for `help`.
struct VerbRow: OutputRow {
  let group: String
  let name: String
  let summary: String

  static let names = ["group", "verb", "summary"]

  static let columns = [
    Column("Verb"), Column("What it does", isFlexible: true, minimumWidth: 10),
  ]

  var values: [JSONValue] { [.text(group), .text(name), .text(summary)] }
  var cells: [Cell] { [Cell(name), Cell(summary)] }
}
