import FilmzDomain
import Foundation

/// The names of backups: `2026-11-21`, `manual-20261121T140501Z`, `replaced-20261121T140501Z`.
enum BackupName {
  /// Returns the name of a day's automatic backup, in the user's time zone.
  static func automatic(_ now: Date) -> String { PartialDate(day: now).text }

  /// Returns a name with a prefix and a time in UTC.
  static func timestamped(_ prefix: String, _ now: Date) -> String {
    let digits: String = now.formatted(.iso8601).filter { $0.isLetter || $0.isNumber }
    return "\(prefix)-\(digits)"
  }

  /// Returns the day in the name of an automatic backup, or `nil` for other backups.
  static func day(of name: String) -> PartialDate? {
    name.utf8.count == 10 ? PartialDate(name) : nil
  }

  /// Returns the time at which a backup was made, from its name and the modification time of its file.
  ///
  /// The name takes precedence, because copying a file changes its modification time. If the name is a
  /// day, the result is the modification time if that is on the day, and the start of the day if it is
  /// not. If the name contains neither a day nor a time, the result is the modification time.
  static func time(of name: String, modificationTime: Date) -> Date {
    if let day = day(of: name) {
      return PartialDate(day: modificationTime) == day
        ? modificationTime : day.startOfDay
    }
    return timestamp(in: name) ?? modificationTime
  }

  private static func timestamp(in name: String) -> Date? {
    let pattern = /[a-z]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?/
    guard let match = name.wholeMatch(of: pattern)?.output else { return nil }
    let text = "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z"
    return try? Date(text, strategy: .iso8601)
  }
}
