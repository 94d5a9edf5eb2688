import FilmzDomain
import Foundation

/// The names of backups: `2026-11-21`, `manual-20261121T140501Z`, `replaced-20261121T140501Z`.
enum BackupName {
  /// The name of a day's automatic backup, by the user's calendar.
  static func automatic(_ now: Date) -> String { PartialDate(day: now).text }

  /// A name with a moment in it, in UTC.
  static func stamped(_ prefix: String, _ now: Date) -> String {
    let digits: String = now.formatted(.iso8601).filter { $0.isLetter || $0.isNumber }
    return "\(prefix)-\(digits)"
  }

  /// The day that an automatic backup is named by.
  static func day(of name: String) -> PartialDate? {
    name.utf8.count == 10 ? PartialDate(name) : nil
  }

  /// When a backup of a name was made: the file's time is believed where the name does not say
  /// something else, because copying changes it.
  static func time(of name: String, file time: Date) -> Date {
    if let day = day(of: name) {
      return PartialDate(day: time) == day ? time : start(of: day) ?? time
    }
    return moment(in: name) ?? time
  }

  private static func start(of day: PartialDate) -> Date? {
    let parts = day.text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    let components = DateComponents(year: parts[0], month: parts[1], day: parts[2])
    return Calendar(identifier: .gregorian).date(from: components)
  }

  private static func moment(in name: String) -> Date? {
    let pattern = /[a-z]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?/
    guard let match = name.wholeMatch(of: pattern)?.output else { return nil }
    let text = "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z"
    return try? Date(text, strategy: .iso8601)
  }
}
