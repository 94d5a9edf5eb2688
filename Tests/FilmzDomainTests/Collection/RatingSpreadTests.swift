import FilmzDomain
import Testing

struct RatingSpreadTests {
  private func ratingSpread(_ tenths: [Int]) -> RatingSpread? {
    RatingSpread(
      count: tenths.count, sum: tenths.reduce(0, +),
      sumOfSquares: tenths.reduce(0) { $0 + $1 * $1 })
  }

  @Test(
    arguments: [
      ([80], 8, 0), ([0, 100], 5, 5), ([20, 40, 40, 40, 50, 50, 70, 90], 5, 2),
      ([0, 0], 0, 0), ([71, 71, 71], 7.1, 0),
    ] as [([Int], Double, Double)])
  func meanAndStandardDeviationAreInPoints(tenths: [Int], mean: Double, deviation: Double) throws {
    let spread = try #require(ratingSpread(tenths))
    #expect(spread.count == tenths.count)
    #expect(abs(spread.mean - mean) < 1e-9)
    #expect(abs(spread.deviation - deviation) < 1e-9)
  }

  @Test func emptySpreadIsNil() {
    #expect(ratingSpread([]) == nil)
  }
}
