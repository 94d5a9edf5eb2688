import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Rows {
  /// Steps of the journal.
  static func steps(_ steps: [LoggedStep]) -> Rows { Rows(steps, stepFields) }

  private static let stepFields: [Field<LoggedStep>] = [
    Field("step", Column("Step", alignment: .trailing), .dim) { .integer($0.step.number) },
    Field("time", Column("When", priority: 2), cell: { Cell($0.step.madeAt.dayAndMinute, .dim) }) {
      .optional($0.step.madeAt)
    },
    Field(
      "command", Column("Command", isFlexible: true, minimumWidth: 16),
      cell: { Cell($0.step.command, $0.emphasis) }
    ) { .text($0.step.command) },
    Field(
      "films", Column("Films", priority: 1, isFlexible: true, minimumWidth: 12),
      cell: { Cell($0.filmsInWords, $0.emphasis) }
    ) { .list($0.step.films.map(\.rawValue)) },
    Field(
      "undone", Column("", hidesWhenEmpty: true),
      cell: { Cell($0.step.isUndone ? "undone" : "", .yellow) }
    ) { .bool($0.step.isUndone) },
  ]

  /// Backups of the collection.
  static func backups(_ backups: [Backup]) -> Rows { Rows(backups, backupFields) }

  private static let backupFields: [Field<Backup>] = [
    Field("name", Column("Name", isFlexible: true, minimumWidth: 26)) { .text($0.name) },
    Field("time", Column("Made", priority: 2), cell: { Cell($0.time.dayAndMinute, .dim) }) {
      .optional($0.time)
    },
    Field(
      "bytes", Column("Size", alignment: .trailing, priority: 3),
      cell: { Cell(ByteCount.text($0.bytes), .dim) }
    ) { .integer($0.bytes) },
    Field(
      "films", Column("Films", alignment: .trailing),
      cell: { Cell($0.films.map(String.init) ?? "unreadable", $0.films == nil ? .red : .plain) }
    ) { .optional($0.films) },
  ]
}

extension LoggedStep {
  fileprivate var emphasis: Emphasis { step.isUndone ? .dim : .plain }

  /// The first few films by name, and how many there are besides.
  fileprivate var filmsInWords: String {
    let rest = step.films.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Backup {
  /// The number of its films in words; `films` if it cannot be read.
  var content: String { films.map { $0.counted("film") } ?? "films" }
}

extension Date {
  /// Day and minute in the user's time zone, `2024-05-01 14:05`.
  fileprivate var dayAndMinute: String {
    let time = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: self)
    let parts = [time.hour ?? 0, time.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return PartialDate(day: self).text + " " + parts.joined(separator: ":")
  }
}
