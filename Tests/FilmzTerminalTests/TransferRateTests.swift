import FilmzTerminal
import Testing

struct TransferRateTests {
  @Test(arguments: [
    (0.0, "0/s"), (1, "1/s"), (950.4, "950/s"), (999.4, "999/s"), (999.6, "1.0 k/s"),
    (1234, "1.2 k/s"), (9940, "9.9 k/s"), (9960, "10 k/s"), (812_000, "812 k/s"),
    (999_499, "999 k/s"), (999_501, "1.0 M/s"), (3_140_000, "3.1 M/s"), (31_400_000, "31 M/s"),
  ])
  func ratesAreFormattedWithUnits(perSecond: Double, text: String) {
    #expect(TransferRate.rate(perSecond) == text)
  }

  @Test(arguments: [
    (0.0, "1 s left"), (0.2, "1 s left"), (1.1, "2 s left"), (12, "12 s left"), (99, "99 s left"),
    (99.5, "2 min left"), (150, "3 min left"), (3569, "59 min left"), (3570, "1 h 00 min left"),
    (3900, "1 h 05 min left"), (7200, "2 h 00 min left"), (40_000, "11 h 07 min left"),
    (.infinity, "277 h 47 min left"),
  ])
  func remainingTimeIsRounded(seconds: Double, text: String) {
    #expect(TransferRate.left(seconds) == text)
  }

  @Test(arguments: [
    (50, 100, 10.0, 0.5, 5.0, 10.0), (100, 100, 10, 1, 10, 0), (120, 100, 10, 1, 12, 0),
    (25, 100, 1, 0.25, 25, 3),
  ])
  func remainingTimeFollowsFromTheRate(
    done: Int, total: Int, seconds: Double, fraction: Double, perSecond: Double, left: Double
  ) {
    let transfer = TransferRate(done: done, of: total, seconds: seconds)
    #expect(transfer.fraction == fraction)
    #expect(transfer.perSecond == perSecond)
    #expect(transfer.secondsLeft == left)
  }

  @Test(arguments: [
    TransferRate(done: 50, of: nil, seconds: 10), TransferRate(done: 50, of: 0, seconds: 10),
    TransferRate(done: 50, of: 100, seconds: 0.9), TransferRate(done: 0, of: 100, seconds: 10),
    TransferRate(done: 9, of: 1000, seconds: 10),
  ])
  func remainingTimeIsUnknownWithTooLittleData(transfer: TransferRate) {
    #expect(transfer.secondsLeft == nil)
  }

  @Test func rateIsUnknownDuringTheFirstHalfSecond() {
    #expect(TransferRate(done: 10, of: nil, seconds: 0.4).perSecond == nil)
    #expect(TransferRate(done: 0, of: nil, seconds: 4).perSecond == nil)
    #expect(TransferRate(done: 10, of: nil, seconds: 0.5).perSecond == 20)
  }
}
