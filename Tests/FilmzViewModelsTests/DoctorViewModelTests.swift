import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// What `doctor` says of sources and settings.
struct DoctorViewModelTests {
  @Test func onAFreshHomeWithAKeyAllIsWell() async throws {
    try await HomeBench.with { bench in
      let report = try await bench.examine()
      #expect(
        report.names == [
          "settings", "omdb.apiKey", "OMDb", "requests", "catalog", "collection", "backups",
          "film cache", "state", "disk",
        ])
      #expect(report.checks.allSatisfy { $0.state == .ok && $0.remedy == nil })
      #expect(report["omdb.apiKey"].detail == "accepted")
      #expect(report["requests"].detail == "1 of 1000 used today (UTC), 999 left")
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func withoutAKeyNobodyIsAskedAndTheWayToOneIsTold() async throws {
    try await HomeBench.with(key: nil) { bench in
      let report = try await bench.examine()
      let key = report["omdb.apiKey"]
      #expect(key.state == .warn)
      #expect(key.remedy?.contains("config set omdb.apiKey -") == true)
      #expect(!report.names.contains("OMDb"))
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func aKeyThatIsNotAcceptedFails() async throws {
    try await HomeBench.with(OMDbReplay(key: "another").answer) { bench in
      let report = try await bench.examine()
      #expect(report["omdb.apiKey"].state == .fail)
      #expect(report["omdb.apiKey"].remedy != nil)
      #expect(report["OMDb"].state == .ok)
      #expect(bench.server.requests.count == 1)
      let text = "\(report.checks)"
      #expect(!text.contains("another") && !text.contains("\"key\""))
    }
  }

  @Test func whereTheLimitIsReachedNobodyIsAsked() async throws {
    try await HomeBench.with { bench in
      let counter = RequestCounter(url: bench.paths.requests) { [clock = bench.clock] in clock.now }
      let account = ServiceAccount(service: .omdb, baseURL: bench.server.baseURL, key: "key")
      await counter.reachLimit(of: account.mark)
      let report = try await bench.examine()
      #expect(report["requests"].state == .warn)
      #expect(report["requests"].remedy?.contains("midnight UTC") == true)
      #expect(report["omdb.apiKey"].state == .ok)
      #expect(bench.server.requests.isEmpty)
      bench.clock.advance(days: 1)
      #expect(try await bench.examine()["requests"].state == .ok)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func theLimitThatTheQuestionItselfMetIsTold() async throws {
    let refusal = #"{"Response":"False","Error":"Request limit reached!"}"#
    try await HomeBench.with(answer: .json(refusal, status: 401)) { bench in
      for _ in 1...2 {
        let report = try await bench.examine()
        #expect(report["requests"].state == .warn)
        #expect(report["OMDb"].state == .ok)
      }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test(arguments: [(948, HealthCheck.State.ok), (949, .warn), (1005, .warn)])
  func fewRequestsThatAreLeftAreAWarning(used: Int, state: HealthCheck.State) async throws {
    try await HomeBench.with { bench in
      let counter = RequestCounter(url: bench.paths.requests) { [clock = bench.clock] in clock.now }
      let account = ServiceAccount(service: .omdb, baseURL: bench.server.baseURL, key: "key")
      for _ in 1...used { await counter.count(for: account.mark) }
      let report = try await bench.examine()
      #expect(report["requests"].state == state)
      #expect(report["requests"].detail.contains("\(used + 1) of 1000"))
      #expect(report["requests"].detail.contains("\(max(0, 999 - used)) left"))
    }
  }

  @Test func aServerThatIsGoneFailsAndTheRestIsLookedAt() async throws {
    try await HomeBench.with { bench in
      bench.server.stop()
      let report = try await bench.examine()
      #expect(report["OMDb"].state == .fail)
      #expect(report["OMDb"].detail.contains("127.0.0.1 could not be reached"))
      #expect(report["OMDb"].remedy?.contains("--offline") == true)
      #expect(report["omdb.apiKey"].state == .ok)
      #expect(report["disk"].state == .ok)
    }
  }

  @Test func aServerThatHasAFaultFails() async throws {
    try await HomeBench.with(answer: .text("", status: 500)) { bench in
      let report = try await bench.examine()
      #expect(report["OMDb"].state == .fail)
    }
  }

  @Test(arguments: ["key", nil]) func offlineNobodyIsAsked(key: String?) async throws {
    try await HomeBench.with(key: key) { bench in
      let report = try await bench.examine(offline: true)
      #expect(report["omdb.apiKey"].state == (key == nil ? .warn : .ok))
      #expect(report.checks.allSatisfy { $0.state != .fail })
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func problemsOfTheSettingsAreTold() async throws {
    try await HomeBench.with { bench in
      let report = try await bench.examine(
        offline: true, problems: ["line 2 is odd", "line 3 too"])
      let settings = report["settings"]
      #expect(settings.state == .warn)
      #expect(settings.detail == "line 2 is odd; line 3 too")
      #expect(settings.remedy != nil)
    }
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (4249, "4.2 kB"), (4250, "4.3 kB"),
    (999_949, "999.9 kB"), (999_950, "1.0 MB"), (1_300_000_000, "1.3 GB"),
    (2_500_000_000_000, "2.5 TB"), (2_500_000_000_000_000, "2500.0 TB"),
  ])
  func bytesAreToldAsPeopleReadThem(bytes: Int, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }

  @Test(.timeLimit(.minutes(1))) func whoIsCancelledWhileOMDbIsAskedSaysSo() async throws {
    try await HomeBench.with(answer: .stall) { bench in
      let task = Task { try await bench.examine() }
      try await bench.server.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
