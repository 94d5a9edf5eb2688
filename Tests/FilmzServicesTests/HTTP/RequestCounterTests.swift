import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzServices

struct RequestCounterTests {
  private static func file(_ home: ScratchFolder) -> URL {
    Paths(home: home.path, config: nil, environment: [:]).requests
  }

  /// A clock that changes only when it is advanced.
  private final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(seconds: Double) { time.withLock { $0 += seconds } }
  }

  private static func counter(_ home: ScratchFolder, _ clock: Clock = Clock()) -> RequestCounter {
    RequestCounter(url: Self.file(home)) { clock.now }
  }

  @Test func requestsAreCountedPerAccount() async throws {
    try await ScratchFolder.with { home in
      let counter = Self.counter(home)
      #expect(await counter.usage(of: "a") == RequestUsage())
      for account in ["a", "b", "a", "a"] { await counter.count(for: account) }
      await counter.reachLimit(of: "b")
      #expect(await counter.usage(of: "a") == RequestUsage(requests: 3))
      #expect(await counter.usage(of: "b") == RequestUsage(requests: 1, isLimitReached: true))
      #expect(await counter.usage(of: "c") == RequestUsage())
    }
  }

  @Test func requestsInTheBackgroundHaveALimitOfTheirOwnEachDay() async throws {
    try await ScratchFolder.with { home in
      let clock = Clock()
      for _ in 1...2 {
        let counter = Self.counter(home, clock)
        var allowed: [Bool] = []
        for account in ["a", "a", "a", "b"] { allowed.append(await counter.countInBackground(for: account, limit: 2)) }
        #expect(allowed == [true, true, false, true])
        // The request itself is counted when it is sent.
        #expect(await counter.usage(of: "a") == RequestUsage())
        clock.advance(seconds: 86_400)
      }
    }
  }

  @Test func countContinuesInTheNextProcess() async throws {
    try await ScratchFolder.with { home in
      for _ in 1...2 { await Self.counter(home).count(for: "a") }
      await Self.counter(home).reachLimit(of: "a")
      #expect(
        await Self.counter(home).usage(of: "a")
          == RequestUsage(requests: 2, isLimitReached: true))
    }
  }

  @Test func requestAfterTheLimitIsRefusedAndNotCounted() async throws {
    try await ScratchFolder.with { home in
      #expect(await Self.counter(home).count(for: "a"))
      await Self.counter(home).reachLimit(of: "a")
      #expect(await !Self.counter(home).count(for: "a"))
      #expect(await Self.counter(home).usage(of: "a").requests == 1)
      #expect(await Self.counter(home).count(for: "b"))
    }
  }

  @Test(arguments: [(0.0, 2), (6399, 2), (6400, 0), (86_400, 0), (-90_000, 0)])
  func countRestartsAtMidnightUTC(seconds: Double, requests: Int) async throws {
    // 22:13:20 UTC is 6400 seconds before midnight.
    try await ScratchFolder.with { home in
      let clock = Clock()
      let counter = Self.counter(home, clock)
      for _ in 1...2 { await counter.count(for: "a") }
      await counter.reachLimit(of: "b")
      clock.advance(seconds: seconds)
      #expect(await counter.usage(of: "a").requests == requests)
      #expect(await counter.usage(of: "b").isLimitReached == (requests > 0))
      await counter.count(for: "a")
      #expect(await Self.counter(home, clock).usage(of: "a").requests == requests + 1)
      #expect(await Self.counter(home, clock).usage(of: "b").isLimitReached == (requests > 0))
    }
  }

  @Test(arguments: ["", "x", "[]", "{", #"{"day":3}"#, #"{"day":"2023-11-14","accounts":{"a":7}}"#])
  func damagedFileCountsAsEmpty(text: String) async throws {
    try await ScratchFolder.with { home in
      try home.write(text, to: "state/requests.json")
      let counter = Self.counter(home)
      #expect(await counter.usage(of: "a") == RequestUsage())
      await counter.count(for: "a")
      #expect(await Self.counter(home).usage(of: "a").requests == 1)
    }
  }

  @Test func concurrentCountersLoseNothing() async throws {
    try await ScratchFolder.with { home in
      await withTaskGroup(of: Void.self) { group in
        for index in 1...8 {
          group.addTask {
            let counter = Self.counter(home)
            for _ in 1...25 { await counter.count(for: index.isMultiple(of: 2) ? "a" : "b") }
          }
        }
      }
      #expect(await Self.counter(home).usage(of: "a").requests == 100)
      #expect(await Self.counter(home).usage(of: "b").requests == 100)
      let files = try home.files()
      #expect(files == ["state/requests.json"])
    }
  }

  @Test func countIsKeptInMemoryIfTheFolderCannotBeCreated() async throws {
    try await ScratchFolder.with { home in
      try home.write("in the way", to: "state")
      let clock = Clock()
      let counter = Self.counter(home, clock)
      for _ in 1...3 { await counter.count(for: "a") }
      await counter.reachLimit(of: "b")
      #expect(await !counter.count(for: "b"))
      #expect(await counter.usage(of: "a").requests == 3)
      #expect(await counter.usage(of: "b").isLimitReached)
      #expect(await Self.counter(home).usage(of: "a").requests == 0)
      #expect(try home.read("state") == "in the way")
      clock.advance(seconds: 86_400)
      #expect(await counter.usage(of: "a").requests == 0)
    }
  }

  @Test func countInMemoryIsNotLostWhenTheFileBecomesWritable() async throws {
    try await ScratchFolder.with { home in
      let counter = Self.counter(home)
      try home.write("in the way", to: "state")
      await counter.count(for: "a")
      try FileManager.default.removeItem(at: home.url(of: "state"))
      await counter.count(for: "a")
      #expect(await counter.usage(of: "a").requests == 2)
    }
  }

  @Test func fileIsPrivateAndHasTheDayAndFingerprint() async throws {
    try await ScratchFolder.with { home in
      await Self.counter(home).count(for: "1a2b")
      #expect(try home.mode(of: "state/requests.json") == 0o600)
      #expect(try home.mode(of: "state") == 0o700)
      let document = try #require(
        try JSON.documents(in: home.read("state/requests.json")).first)
      let usage: JSON = ["requests": 1, "isLimitReached": false]
      #expect(document == ["day": "2023-11-14", "accounts": ["1a2b": usage]])
    }
  }
}
