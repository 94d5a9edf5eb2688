package import Foundation

/// A hybrid logical clock: wall time that never runs backwards and never repeats.
///
/// Milliseconds since 1970 stand in the upper 48 bits, a counter in the lower 16 (Kulkarni et al.,
/// "Logical Physical Clocks", 2014). Time stamps of one installation only grow.
package struct HybridTimestamp: Sendable, Hashable, Comparable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The first time stamp that is set aside: the year 2200 in UTC (contract, "What is synced").
  package static let limit = HybridTimestamp(rawValue: 7_258_118_400_000 << 16)

  /// The next time stamp after the newest that is known, at a moment of the wall clock.
  ///
  /// A wall clock at or beyond ``limit`` is not believed.
  package init(after newest: HybridTimestamp?, now: Date) {
    let milliseconds = max(0, now.timeIntervalSince1970) * 1000
    let wall = milliseconds < Double(Self.limit.rawValue >> 16) ? Int64(milliseconds) << 16 : 0
    rawValue = max(wall, (newest?.rawValue ?? -1) &+ 1)
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
