import FilmzDomain
import Foundation
import Testing

struct RequestUsageTests {
  @Test(arguments: [
    (0, false, 1000), (1, false, 999), (999, false, 1), (1000, false, 0), (1001, false, 0),
    (0, true, 0), (500, true, 0),
  ])
  func whatIsLeftIsThatOfTheFreeKeysAllowance(requests: Int, isLimitReached: Bool, left: Int) {
    let usage = RequestUsage(requests: requests, isLimitReached: isLimitReached)
    #expect(usage.left == left)
  }

  @Test func atFirstNothingIsUsed() {
    #expect(RequestUsage().requests == 0)
    #expect(!RequestUsage().isLimitReached)
  }

  @Test func aCountComesBackFromItsFile() throws {
    let usage = RequestUsage(requests: 12, isLimitReached: true)
    let data = try JSONEncoder().encode(usage)
    #expect(try JSONDecoder().decode(RequestUsage.self, from: data) == usage)
  }
}
