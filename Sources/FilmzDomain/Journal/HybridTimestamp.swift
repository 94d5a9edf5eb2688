package import Foundation

/// A time stamp of a hybrid logical clock: wall time that never goes backwards and never repeats.
///
/// The upper 48 bits hold milliseconds since 1970, the lower 16 a counter (Kulkarni et al., "Logical
/// Physical Clocks", 2014). The time stamps of one installation increase strictly.
package struct HybridTimestamp: Sendable, Hashable, Comparable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The first invalid time stamp, the start of the year 2200 in UTC; changes from then on are stored
  /// but have no effect (contract, "What is synced").
  package static let limit = HybridTimestamp(rawValue: 7_258_118_400_000 << 16)

  /// Creates the time stamp of a new event, from the newest known time stamp and the wall clock.
  ///
  /// A wall clock at or beyond ``limit`` is ignored.
  package init(after newest: HybridTimestamp?, now: Date) {
    let milliseconds = max(0, now.timeIntervalSince1970) * 1000
    let wall = milliseconds < Double(Self.limit.rawValue >> 16) ? Int64(milliseconds) << 16 : 0
    rawValue = max(wall, (newest?.rawValue ?? -1) &+ 1)
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
