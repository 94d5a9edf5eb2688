package import Foundation

/// A hybrid logical clock: wall time that never runs backwards and never repeats.
///
/// Milliseconds since 1970 stand in the upper 48 bits, a counter in the lower 16 (Kulkarni et al.,
/// "Logical Physical Clocks", 2014). Numbers of one installation only grow.
package struct HybridTimestamp: Sendable, Hashable, Comparable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The next time stamp after the last one, at a moment of the wall clock.
  package init(after last: HybridTimestamp?, now: Date) {
    let wall = Int64(max(0, now.timeIntervalSince1970) * 1000) << 16
    rawValue = max(wall, (last?.rawValue ?? -1) &+ 1)
  }

  /// The wall time inside it.
  package var date: Date { Date(timeIntervalSince1970: Double(rawValue >> 16) / 1000) }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
