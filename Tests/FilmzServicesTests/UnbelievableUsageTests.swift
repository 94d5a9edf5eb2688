import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Counts of requests that cannot be, as any program may have written them.
struct UnbelievableUsageTests {
  private static func file(_ home: ScratchFolder) -> URL {
    Paths(home: home.path, config: nil, environment: [:]).requests
  }

  /// The file of a home after one more request than `stored`.
  private func write(_ stored: Int, in home: ScratchFolder) async throws {
    await RequestCounter(url: Self.file(home)) { Date(timeIntervalSince1970: 1_700_000_000) }.count(
      for: "a")
    let text = try home.read("state/requests.json")
    let number = try #require(text.firstMatch(of: /"requests"\s*:\s*1\b/)).range
    let bad = text.replacingCharacters(in: number, with: #""requests":\#(stored)"#)
    try home.write(bad, to: "state/requests.json")
  }

  @Test(arguments: [
    (Int.max, 1_000_001, 0), (1_000_000, 1_000_001, 0), (-5, 1, 999), (Int.min, 1, 999),
  ])
  func countingGoesOn(stored: Int, requests: Int, left: Int) async throws {
    try await ScratchFolder.with { home in
      try await write(stored, in: home)
      let counter = RequestCounter(url: Self.file(home)) {
        Date(timeIntervalSince1970: 1_700_000_000)
      }
      #expect(await counter.count(for: "a"))
      #expect(await counter.usage(of: "a").left(of: 1000) == left)
      await counter.takeBack(for: "a")
      await counter.count(for: "a")
      #expect(await counter.usage(of: "a").requests == min(requests, 1_000_000))
    }
  }
}
