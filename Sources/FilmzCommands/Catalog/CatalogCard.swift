import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The card with the contents of the imported catalog or, without one, with a hint on how to import it.
struct CatalogCard {
  /// The contents of the imported catalog; `nil` if no catalog is imported.
  let info: CatalogInfo?
  /// The current time, from which the age of the catalog is computed.
  var now = Date()

  var content: Output.Content { .card(members, card) }

  var members: [JSONValue.Member] {
    let types = info?.types.map { JSONValue.Member($0.type.rawValue, .integer($0.count)) }
    return [
      .init("titles", .integer(info?.titles ?? 0)),
      .init("types", .object(types ?? [])),
      .init("people", .integer(info?.people ?? 0)),
      .init("files", .array(info?.files.map(Self.object) ?? [])),
      .init("bytes", .integer(info?.bytes ?? 0)),
      .init("importedAt", .optional(info?.importedAt)),
    ]
  }

  var card: Card {
    guard let info else {
      return Card(
        title: "No catalog is imported; the starter catalog is used.",
        paragraphs: [
          "`catalog update` downloads and imports IMDb's datasets; `catalog import PATH` imports files that"
            + " you already have."
        ])
    }
    let age = Freshness.age(of: info.importedAt, at: now)
    return Card(
      title: "Your catalog: \(info.titles.grouped("title"))",
      fields: [
        .init("Types", Self.aligned(info.types.map { ($0.type.rawValue, $0.count.grouped) })),
        .init("People", info.people == 0 ? "not imported" : info.people.grouped),
        .init("Files", info.files.map(Self.line).joined(separator: "\n")),
        .init("Size", ByteCount.text(info.bytes)),
        .init("Imported", "\(PartialDate(day: info.importedAt).text), \(age)"),
      ])
  }

  private static func object(_ file: CatalogInfo.File) -> JSONValue {
    .object([
      .init("name", .text(file.name)),
      .init("date", .optional(file.date)),
      .init("rows", .integer(file.rows)),
    ])
  }

  private static func line(_ file: CatalogInfo.File) -> String {
    let malformed = file.malformed == 0 ? "" : ", \(file.malformed.grouped) of them could not be read"
    return "\(file.name) of \(PartialDate(day: file.date).text): \(file.rows.grouped("line"))" + malformed
  }

  /// Returns one line for each count; the names and the numbers are two aligned columns.
  private static func aligned(_ counts: [(name: String, number: String)]) -> String {
    let nameWidth = counts.map { $0.name.count }.max() ?? 0
    let numberWidth = counts.map { $0.number.count }.max() ?? 0
    return counts.map { name, number in
      name.padded(toWidth: nameWidth + 2) + number.padded(toWidth: numberWidth, alignment: .trailing)
    }.joined(separator: "\n")
  }
}

extension Output {
  /// Returns the output of an import: the contents of the catalog as a JSON object, and a summary.
  static func imported(_ result: CatalogViewModel.ImportResult) -> Output {
    let lineCount = result.info.files.reduce(0) { $0 + $1.rows }
    let malformedCount = result.info.files.reduce(0) { $0 + $1.malformed }
    let unreadable = malformedCount == 0 ? "" : "; \(malformedCount.grouped("line")) could not be read"
    let summary =
      "Imported \(result.info.titles.grouped("title")) from \(lineCount.grouped("line")) in "
      + Self.durationText(result.seconds) + unreadable
    return Output(.machineOnly(CatalogCard(info: result.info).members), [.summary(summary)])
  }

  /// Returns a duration as text, such as `0.4 s`, `14 s` or `2 min 05 s`.
  static func durationText(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    if tenths < 100 { return "\(tenths.tenthsText) s" }
    let wholeSeconds = Int(seconds.rounded())
    if wholeSeconds < 120 { return "\(wholeSeconds) s" }
    return "\(wholeSeconds / 60) min \((wholeSeconds % 60).zeroPadded(toLength: 2)) s"
  }
}
