import Foundation
import Testing

@testable import FilmzServices

struct RequestUsageTests {
  @Test(arguments: [
    (0, false, 1000), (1, false, 999), (999, false, 1), (1000, false, 0), (1001, false, 0),
    (0, true, 0), (500, true, 0),
  ])
  func remainingRequestsAreThoseOfTheDailyLimit(
    requests: Int, isLimitReached: Bool, remaining: Int
  ) {
    let usage = RequestUsage(requests: requests, isLimitReached: isLimitReached)
    #expect(usage.remaining(of: 1000) == remaining)
  }

  @Test func newUsageIsZero() {
    #expect(RequestUsage().requests == 0)
    #expect(!RequestUsage().isLimitReached)
  }

  @Test func usageIsCodable() throws {
    let usage = RequestUsage(requests: 12, isLimitReached: true)
    let data = try JSONEncoder().encode(usage)
    #expect(try JSONDecoder().decode(RequestUsage.self, from: data) == usage)
  }

  @Test(arguments: [
    (Int.max, 1_000_000, 0), (1_000_001, 1_000_000, 0), (1_000_000, 1_000_000, 0),
    (-1, 0, 1000), (Int.min, 0, 1000),
  ])
  func decodedCountsAreClamped(stored: Int, requests: Int, remaining: Int) throws {
    let text = #"{"requests":\#(stored),"isLimitReached":false}"#
    let usage = try JSONDecoder().decode(RequestUsage.self, from: Data(text.utf8))
    #expect(usage.requests == requests)
    #expect(usage.remaining(of: 1000) == remaining)
  }
}
