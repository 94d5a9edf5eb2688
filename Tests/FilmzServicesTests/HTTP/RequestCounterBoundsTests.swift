import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Request counts out of range, which another program may have written to the file.
struct RequestCounterBoundsTests {
  private static func file(_ home: ScratchFolder) -> URL {
    Paths(home: home.path, config: nil, environment: [:]).requests
  }

  /// Writes a file with a request count of `stored`.
  private func write(_ stored: Int, in home: ScratchFolder) async throws {
    await RequestCounter(url: Self.file(home)) { Date(timeIntervalSince1970: 1_700_000_000) }.count(
      for: "a")
    let text = try home.read("state/requests.json")
    let range = try #require(text.firstMatch(of: /"requests"\s*:\s*1\b/)).range
    let invalidText = text.replacingCharacters(in: range, with: #""requests":\#(stored)"#)
    try home.write(invalidText, to: "state/requests.json")
  }

  @Test(arguments: [
    (Int.max, 1_000_001, 0), (1_000_000, 1_000_001, 0), (-5, 1, 999), (Int.min, 1, 999),
  ])
  func countingContinuesFromAClampedCount(stored: Int, requests: Int, remaining: Int) async throws {
    try await ScratchFolder.with { home in
      try await write(stored, in: home)
      let counter = RequestCounter(url: Self.file(home)) {
        Date(timeIntervalSince1970: 1_700_000_000)
      }
      #expect(await counter.count(for: "a"))
      #expect(await counter.usage(of: "a").remaining(of: 1000) == remaining)
      await counter.uncount(for: "a")
      await counter.count(for: "a")
      #expect(await counter.usage(of: "a").requests == min(requests, 1_000_000))
    }
  }
}
