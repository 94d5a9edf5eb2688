import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Rows {
  /// Returns rows of steps in the journal; with `showsMachines`, they name the machines that made them.
  static func steps(_ steps: [LoggedStep], showsMachines: Bool = false) -> Rows {
    Rows(steps, showsMachines ? stepFields + [machineField] : stepFields)
  }

  /// The maximum size of a command in a table, in bytes of UTF-8.
  private static let maximumCommandSize = 500

  private static let machineField = Field<LoggedStep>("from", Column("From", dropPriority: 3)) {
    .optional($0.from)
  }

  private static let stepFields: [Field<LoggedStep>] = [
    Field("step", Column("Step", alignment: .trailing), .dim) { .integer($0.step.number) },
    Field(
      "time", Column("When", dropPriority: 2), value: { .optional($0.step.madeAt) },
      cell: { Cell($0.step.madeAt.dateAndTimeText, .dim) }),
    Field(
      "command",
      Column("Command", isFlexible: true, minimumWidth: 16, distinguishesCutCells: true),
      value: { .text($0.step.command) },
      cell: { Cell($0.step.command.cut(toSize: maximumCommandSize), $0.emphasis) }),
    Field(
      "films",
      Column(
        "Films", dropPriority: 1, isFlexible: true, minimumWidth: 12, distinguishesCutCells: true),
      value: { .list($0.step.films.map(\.rawValue)) }, cell: { Cell($0.filmsText, $0.emphasis) }),
    Field(
      "undone", Column("", hidesWhenEmpty: true),
      value: { .bool($0.step.isUndone) }, cell: { Cell($0.step.isUndone ? "undone" : "", .yellow) }),
  ]

  /// Returns rows of backups of the collection.
  static func backups(_ backups: [Backup]) -> Rows { Rows(backups, backupFields) }

  private static let backupFields: [Field<Backup>] = [
    Field("name", Column("Name", isFlexible: true, minimumWidth: 26)) { .text($0.name) },
    Field(
      "time", Column("Made", dropPriority: 2), value: { .optional($0.time) },
      cell: { Cell($0.time.dateAndTimeText, .dim) }),
    Field(
      "bytes", Column("Size", alignment: .trailing, dropPriority: 3),
      value: { .integer($0.bytes) }, cell: { Cell(ByteCount.text($0.bytes), .dim) }),
    Field(
      "films", Column("Films", alignment: .trailing),
      value: { .optional($0.films) },
      cell: { Cell($0.films.map(String.init) ?? "unreadable", $0.films == nil ? .red : .plain) }),
  ]
}

extension LoggedStep {
  fileprivate var emphasis: Emphasis { step.isUndone ? .dim : .plain }

  /// The names of the first few films, followed by the number of other films if there are any.
  fileprivate var filmsText: String {
    guard hidden == 0 || !filmNames.isEmpty else { return hidden.counted("hidden film") }
    let unnamedCount = step.films.count - filmNames.count + hidden
    return filmNames.joined(separator: ", ") + (unnamedCount > 0 ? " and \(unnamedCount) more" : "")
  }
}

extension Backup {
  /// The number of films, such as `3 films`; `films` if the backup cannot be read.
  var content: String { films.map { $0.counted("film") } ?? "films" }
}

extension Date {
  /// The date and time in the user's time zone, such as `2024-05-01 14:05`.
  var dateAndTimeText: String {
    let time = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: self)
    let parts = [time.hour ?? 0, time.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return PartialDate(day: self).text + " " + parts.joined(separator: ":")
  }
}
