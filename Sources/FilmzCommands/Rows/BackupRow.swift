import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// A backup of the collection as a row.
struct BackupRow: OutputRow {
  let backup: Backup

  static let names = ["name", "time", "bytes", "films"]

  static let columns = [
    Column("Name", isFlexible: true, minimumWidth: 26), Column("Made", priority: 2),
    Column("Size", alignment: .trailing, priority: 3), Column("Films", alignment: .trailing),
  ]

  var values: [JSONValue] {
    [
      .text(backup.name), .text(backup.time.formatted(.iso8601)), .integer(backup.bytes),
      .optional(backup.films),
    ]
  }

  var cells: [Cell] {
    [
      Cell(backup.name), Cell(moment, .dim), Cell(ByteCount.text(backup.bytes), .dim),
      Cell(backup.films.map(String.init) ?? "unreadable", backup.films == nil ? .red : .plain),
    ]
  }

  /// Day and time by the user's clock.
  private var moment: String {
    let clock = Calendar(identifier: .gregorian).dateComponents(
      [.hour, .minute], from: backup.time)
    let parts = [clock.hour ?? 0, clock.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return PartialDate(day: backup.time).text + " " + parts.joined(separator: ":")
  }
}

extension Backup {
  /// What it holds, in words.
  var content: String { films.map { $0.counted("film") } ?? "films" }
}
