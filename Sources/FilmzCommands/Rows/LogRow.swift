import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// A step of the journal, as a row.
struct LogRow: OutputRow {
  let logged: LoggedStep

  static let names = ["step", "time", "command", "films", "undone"]

  static let columns = [
    Column("Step", alignment: .trailing), Column("When", priority: 2),
    Column("Command", isFlexible: true, minimumWidth: 16),
    Column("Films", priority: 1, isFlexible: true, minimumWidth: 12),
    Column("", hidesWhenEmpty: true),
  ]

  private var step: JournalStep { logged.step }

  var values: [JSONValue] {
    [
      .integer(step.number), .text(step.madeAt.formatted(.iso8601)), .text(step.command),
      .list(step.films.map(\.rawValue)), .bool(step.isUndone),
    ]
  }

  var cells: [Cell] {
    let emphasis: Emphasis = step.isUndone ? .dim : .plain
    return [
      Cell(String(step.number), .dim), Cell(Self.moment(step.madeAt), .dim),
      Cell(step.command, emphasis), Cell(films, emphasis),
      Cell(step.isUndone ? "undone" : "", .yellow),
    ]
  }

  /// The first few films by name, and how many there are besides.
  private var films: String {
    let rest = step.films.count - logged.names.count
    return logged.names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Day and minute by the user's clock.
  private static func moment(_ date: Date) -> String {
    let parts = Calendar.current.dateComponents([.hour, .minute], from: date)
    let time = [parts.hour ?? 0, parts.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return PartialDate(day: date).text + " " + time.joined(separator: ":")
  }
}
