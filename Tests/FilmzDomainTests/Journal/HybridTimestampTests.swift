import FilmzDomain
import Foundation
import Testing

struct HybridTimestampTests {
  private let now = Date(timeIntervalSince1970: 1_700_000_000.25)

  /// Returns the wall time of a timestamp.
  private func date(_ stamp: HybridTimestamp) -> Date {
    Date(timeIntervalSince1970: Double(stamp.rawValue >> 16) / 1000)
  }

  @Test func firstTimestampIsTheWallTime() {
    let first = HybridTimestamp(after: nil, now: now)
    #expect(date(first) == now)
    #expect(first.rawValue & 0xFFFF == 0)
  }

  @Test(
    arguments: [
      0, -0.001, -1, -3600, -86_400 * 365, -1_700_000_000, -2_000_000_000, 0.0001, 0.001, 1, 1e6,
    ] as [TimeInterval])
  func nextTimestampIsLaterForAnyWallTime(seconds: TimeInterval) {
    let first = HybridTimestamp(after: nil, now: now)
    let next = HybridTimestamp(after: first, now: now.addingTimeInterval(seconds))
    #expect(next > first)
    #expect(date(next) >= date(first))
  }

  @Test func timestampsIncreaseIfTheClockIsStopped() {
    var previous = HybridTimestamp(after: nil, now: now)
    for _ in 0..<100_000 {
      let next = HybridTimestamp(after: previous, now: now)
      guard next > previous else {
        Issue.record("\(next) after \(previous)")
        return
      }
      previous = next
    }
    #expect(date(previous).timeIntervalSince(now) < 0.01)
  }

  @Test func wallTimeIsUsedAgainOnceTheClockHasCaughtUp() {
    let later = now.addingTimeInterval(10)
    let first = HybridTimestamp(after: nil, now: later)
    let second = HybridTimestamp(after: first, now: now)
    #expect(date(second) == later)
    let third = HybridTimestamp(after: second, now: later.addingTimeInterval(1))
    #expect(date(third) == later.addingTimeInterval(1))
  }

  @Test(arguments: [7_258_118_400, 1e11, 1e13, .infinity] as [TimeInterval])
  func wallTimeAfterTheYear2200IsIgnored(seconds: TimeInterval) {
    let first = HybridTimestamp(after: nil, now: now)
    let invalidDate = Date(timeIntervalSince1970: seconds)
    #expect(HybridTimestamp(after: first, now: invalidDate).rawValue == first.rawValue + 1)
    #expect(HybridTimestamp(after: nil, now: invalidDate).rawValue == 0)
    #expect(HybridTimestamp(after: first, now: invalidDate) < .limit)
  }

  @Test func wallTimeBeforeTheEpochIsTheEpoch() {
    let first = HybridTimestamp(after: nil, now: Date(timeIntervalSince1970: -5))
    #expect(first.rawValue == 0)
    #expect(HybridTimestamp(after: first, now: Date(timeIntervalSince1970: -5)).rawValue == 1)
  }

  /// Each case has the day of an imported value, and the last millisecond that is not newer.
  @Test(
    arguments: [
      ("2024-05-01", 1_714_521_599_999), ("2024", 1_704_067_199_999), ("1969-12-31", -86_400_001),
    ] as [(String, Int64)])
  func importedValueIsOlderThanItsDay(day: String, milliseconds: Int64) {
    let stamp = HybridTimestamp(importedOn: day)
    #expect(stamp < HybridTimestamp(rawValue: (milliseconds + 1) << 16))
    #expect(stamp >= HybridTimestamp(rawValue: milliseconds << 16))
  }

  @Test(arguments: ["", "2024-02-30", "x"])
  func importedValueWithoutADayIsOlderThanAllOthers(day: String) {
    #expect(HybridTimestamp(importedOn: day) < HybridTimestamp(importedOn: "1870"))
  }
}
