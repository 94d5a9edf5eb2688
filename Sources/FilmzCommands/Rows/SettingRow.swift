import FilmzDomain
import FilmzTerminal

/// A setting as a row; secrets are masked.
struct SettingRow: OutputRow {
  let entry: Settings.Entry

  static let names = ["key", "value", "origin"]

  static let columns = [
    Column("Key"), Column("Value", isFlexible: true, minimumWidth: 8), Column("From", priority: 1),
  ]

  var values: [JSONValue] {
    [.text(entry.key.rawValue), .optional(entry.shownValue), .text(entry.origin.rawValue)]
  }

  var cells: [Cell] {
    [
      Cell(entry.key.rawValue),
      Cell(entry.shownValue ?? "not set", entry.value == nil ? .dim : .plain),
      Cell(entry.origin.rawValue, .dim),
    ]
  }
}

extension Output.Content {
  /// One setting: an object for machines, and for people the text.
  static func setting(_ entry: Settings.Entry, text: String = "") -> Self {
    let row = SettingRow(entry: entry)
    return .text(text, zip(SettingRow.names, row.values).map { .init(name: $0, value: $1) })
  }
}
