import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

@testable import FilmzServices

/// The checks of sources and settings by `doctor`.
struct DoctorViewModelTests {
  @Test func allChecksSucceedInNewHomeWithKey() async throws {
    try await ViewModelBench.with { bench in
      let report = try await bench.runDoctor()
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

  @Test func missingKeyIsAWarningAndNothingIsRequested() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let report = try await bench.runDoctor()
      let key = report["omdb.apiKey"]
      #expect(key.state == .warn)
      #expect(
        key.remedy
          == .getKey(.omdbAPIKey, address: "https://www.omdbapi.com/apikey.aspx"))
      #expect(!report.names.contains("OMDb"))
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func rejectedKeyFails() async throws {
    try await ViewModelBench.with(FakeOMDb(key: "another").respond) { bench in
      let report = try await bench.runDoctor()
      #expect(report["omdb.apiKey"].state == .fail)
      #expect(report["omdb.apiKey"].remedy == .checkKey(.omdbAPIKey))
      #expect(report["OMDb"].state == .ok)
      #expect(bench.server.requests.count == 1)
      let text = "\(report.checks)"
      #expect(!text.contains("another") && !text.contains("\"key\""))
    }
  }

  @Test func nothingIsRequestedAfterTheDailyLimit() async throws {
    try await ViewModelBench.with { bench in
      let counter = RequestCounter(url: bench.paths.requests) { [clock = bench.clock] in clock.now }
      let account = ServiceAccount(service: .omdb, baseURL: bench.server.baseURL, key: "k3y")
      await counter.reachLimit(of: account.fingerprint)
      let report = try await bench.runDoctor()
      #expect(report["requests"].state == .warn)
      #expect(report["requests"].remedy == .waitForAllowance)
      #expect(report["omdb.apiKey"].state == .ok)
      #expect(bench.server.requests.isEmpty)
      bench.clock.advance(days: 1)
      #expect(try await bench.runDoctor()["requests"].state == .ok)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func limitReachedByTheCheckItselfIsReported() async throws {
    let limitResponse = #"{"Response":"False","Error":"Request limit reached!"}"#
    try await ViewModelBench.with(response: .json(limitResponse, status: 401)) { bench in
      for _ in 1...2 {
        let report = try await bench.runDoctor()
        #expect(report["requests"].state == .warn)
        #expect(report["OMDb"].state == .ok)
      }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test(arguments: [(948, HealthCheck.State.ok), (949, .warn), (1005, .warn)])
  func fewRemainingRequestsAreAWarning(used: Int, state: HealthCheck.State) async throws {
    try await ViewModelBench.with { bench in
      let counter = RequestCounter(url: bench.paths.requests) { [clock = bench.clock] in clock.now }
      let account = ServiceAccount(service: .omdb, baseURL: bench.server.baseURL, key: "k3y")
      for _ in 1...used { await counter.count(for: account.fingerprint) }
      let report = try await bench.runDoctor()
      #expect(report["requests"].state == state)
      #expect(report["requests"].detail.contains("\(used + 1) of 1000"))
      #expect(report["requests"].detail.contains("\(max(0, 999 - used)) left"))
    }
  }

  @Test func unreachableServerFailsAndOtherChecksRun() async throws {
    try await ViewModelBench.with { bench in
      bench.server.stop()
      let report = try await bench.runDoctor()
      #expect(report["OMDb"].state == .fail)
      #expect(report["OMDb"].detail.contains("127.0.0.1 could not be reached"))
      #expect(report["OMDb"].remedy == .workOffline)
      #expect(report["omdb.apiKey"].state == .ok)
      #expect(report["disk"].state == .ok)
    }
  }

  @Test func serverErrorFails() async throws {
    try await ViewModelBench.with(response: .text("", status: 500)) { bench in
      let report = try await bench.runDoctor()
      #expect(report["OMDb"].state == .fail)
    }
  }

  @Test(arguments: ["k3y", nil]) func nothingIsRequestedOffline(key: String?) async throws {
    try await ViewModelBench.with(key: key) { bench in
      let report = try await bench.runDoctor(offline: true)
      #expect(report["omdb.apiKey"].state == (key == nil ? .warn : .ok))
      #expect(report.checks.allSatisfy { $0.state != .fail })
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func settingsProblemsAreReported() async throws {
    try await ViewModelBench.with { bench in
      let report = try await bench.runDoctor(
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
  func byteCountsAreRoundedToTheirUnit(bytes: Int, text: String) {
    #expect(ByteCount.text(bytes) == text)
  }

  @Test(.timeLimit(.minutes(10))) func cancellationDuringTheRequestIsThrown() async throws {
    try await ViewModelBench.with(response: .stall) { bench in
      let task = Task { try await bench.runDoctor() }
      try await bench.server.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
