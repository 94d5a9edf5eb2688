package import Foundation

/// A time stamp of a hybrid logical clock, which follows the wall clock but never goes backwards.
///
/// The upper 48 bits hold milliseconds since 1970, the lower 16 bits a counter. The time stamps of one
/// installation increase strictly. Source: Kulkarni et al., "Logical Physical Clocks", 2014.
package struct HybridTimestamp: Sendable, Hashable, Comparable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The first invalid time stamp, which is the start of the year 2200 in UTC.
  ///
  /// Changes with invalid time stamps are stored but have no effect. Source: contract, What is synced.
  package static let limit = HybridTimestamp(rawValue: 7_258_118_400_000 << 16)

  /// Creates the time stamp of a new event, from the newest known time stamp and the wall clock.
  ///
  /// The wall clock is ignored if its time is not before ``limit`` or not after the newest time stamp.
  package init(after newest: HybridTimestamp?, now: Date) {
    let milliseconds = max(0, now.timeIntervalSince1970) * 1000
    let wall = milliseconds < Double(Self.limit.rawValue >> 16) ? Int64(milliseconds) << 16 : 0
    rawValue = max(wall, (newest?.rawValue ?? -1) &+ 1)
  }

  /// Creates the time stamp of an imported value, which is before all of the beginning of its day in UTC.
  ///
  /// A value without a day, for which `day` is not the text of a date, is older than all others. Source: contract, Import.
  package init(importedOn day: String) {
    rawValue =
      PartialDate(day).map { day in
        let milliseconds = Int64(day.startInUTC.timeIntervalSince1970) * 1000
        return min(milliseconds, Self.limit.rawValue >> 16) << 16 - 1
      } ?? .min
  }

  /// The time on the wall clock, in milliseconds; later than it if the clock was set back.
  package var date: Date { Date(timeIntervalSince1970: Double(rawValue >> 16) / 1000) }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
