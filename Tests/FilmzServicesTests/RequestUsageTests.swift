import FilmzServices
import Foundation
import Testing

struct RequestUsageTests {
  @Test(arguments: [
    (0, false, 1000), (1, false, 999), (999, false, 1), (1000, false, 0), (1001, false, 0),
    (0, true, 0), (500, true, 0),
  ])
  func whatIsLeftIsThatOfTheAllowance(requests: Int, isLimitReached: Bool, left: Int) {
    let usage = RequestUsage(requests: requests, isLimitReached: isLimitReached)
    #expect(usage.left(of: 1000) == left)
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

  @Test(arguments: [
    (Int.max, 1_000_000, 0), (1_000_001, 1_000_000, 0), (1_000_000, 1_000_000, 0),
    (-1, 0, 1000), (Int.min, 0, 1000),
  ])
  func aCountThatCannotBeIsBroughtWithinBounds(stored: Int, requests: Int, left: Int) throws {
    let text = #"{"requests":\#(stored),"isLimitReached":false}"#
    let usage = try JSONDecoder().decode(RequestUsage.self, from: Data(text.utf8))
    #expect(usage.requests == requests)
    #expect(usage.left(of: 1000) == left)
  }
}
