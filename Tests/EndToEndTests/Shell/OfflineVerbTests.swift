import FilmzTestSupport
import Foundation
import Testing

/// The command `offline`, and reports about sources that cannot be asked.
struct OfflineVerbTests {
  @Test func offlineStopsRequestsUntilOfflineOff() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c",
        "offline; offline on; search lantern --source omdb; offline; offline off; offline; "
          + "search lantern --source omdb")
      #expect(result.status == 1)
      #expect(
        result.errorLines == [
          "command 3: OMDb cannot be queried while offline; leave --offline out, or use `offline off`"
        ])
      let documents = try result.documents
      try #require(documents.count == 6)
      #expect(documents[0...4].map { $0["offline"] } == ["off", "on", "on", "off", "off"])
      #expect(documents[5].array.count == 10)
      #expect(server.requests.count == 1)
    }
  }

  @Test func stateAndItsEndAreSaid() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run(
        "--verbose", "-c", "offline; offline on; offline; offline off; offline")
      #expect(
        result.stdout == """
          The network is used
          The network is not used until `offline off`
          The network is used

          """)
      #expect(
        result.errorLines == ["The network is not used until `offline off`", "The network is used"])
      let started = try await filmz.run("--offline", "offline")
      #expect(started.stdout == "The network is not used because of --offline\n")
    }
  }

  @Test func theOptionWins() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(
        "--offline", "-c", "offline off; search lantern --source omdb; offline on; offline")
      #expect(
        result.errorLines.first
          == "command 1: filmz was started with --offline; start it without that option to use "
          + "the network")
      #expect(result.errorLines.count == 2 && server.requests.isEmpty)
      let command = try await filmz.run(
        "-c", "offline off; search lantern --source omdb --offline")
      #expect(command.status == 1 && server.requests.isEmpty)
    }
  }

  @Test(arguments: ["on", "off"]) func singleCommandCannotSwitch(state: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("offline", state)
      #expect(result.status == 64)
      #expect(
        result.errorLines == [
          "filmz: offline on and off are for the shell and scripts; use --offline; see `help offline`"
        ])
    }
  }

  @Test func doctorReportsTheState() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--format", "json", "-c", "offline on; doctor")
      let check = try result.json.array.first { $0["check"] == "OMDb" }
      #expect(check?["detail"] == "not asked while offline")
      #expect(server.requests.isEmpty)
    }
  }

  // MARK: - Reports

  @Test func dailyLimitIsReportedOncePerSessionWithItsEnd() async throws {
    let limit = OMDbResponse.error("Request limit reached!")
    try await FilmzProcess.withOMDb(answering: limit) { filmz, server in
      let firstDay = Self.day
      for _ in 1...2 {
        let result = try await filmz.run(
          "-c",
          "search godfather; search heat; show tt0068646; config ls; search lantern --source omdb")
        let pattern =
          /Daily API limit exceeded. Please try again tomorrow: OMDb's limit ends at 00:00 UTC \(in \d+/
        #expect(result.errorLines.count == 2, "\(result.stderr)")
        #expect(result.errorLines.allSatisfy { $0.contains(pattern) })
        #expect(result.errorLines.first?.hasPrefix("command 1: ") == true)
        #expect(result.errorLines.first?.contains("these results are from the starter") == true)
        #expect(result.errorLines.last?.hasPrefix("command 5: ") == true)
      }
      // The limit ends at midnight.
      #expect(server.requests.count == 1 || Self.day != firstDay)
    }
  }

  /// The number of days since 1970 (UTC).
  private static var day: Int { Int(Date().timeIntervalSince1970 / 86_400) }

  @Test func unreachableSourceIsReportedOncePerSession() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      server.stop()
      let result = try await filmz.run(
        "-c", "search godfather; search heat; search xyzzy; show tt0068646 --refresh")
      #expect(
        result.errorLines.first?.hasPrefix(
          "command 1: Network error: 127.0.0.1 could not be reached (OMDb); check the connection; "
            + "these results are from the starter catalog") == true)
      #expect(
        result.errorLines.map { $0.prefix(10) } == ["command 1:", "command 3:", "command 4:"],
        "\(result.stderr)")
    }
  }

  @Test func staleCopiesAreReportedOncePerSession() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("-c", "search lantern; search quince")
      _ = try await filmz.run("config", "set", "cache.days", "0")
      let result = try await filmz.run("-c", "offline on; search lantern; search quince")
      #expect(result.status == 0)
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.errorLines.first?.hasPrefix("command 2: offline: ") == true)
    }
  }

  @Test(.timeLimit(.minutes(10))) func silentSourceIsAskedOnceAndAgainByRetry() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let result = try await filmz.run(
        "-c", "search godfather; search heat; search lantern --source omdb; search heat; retry")
      let pattern =
        /Network error: 127.0.0.1 did not respond within 10 s \(OMDb\); the service is asked again in \d+ s/
      #expect(result.errorLines.count == 3, "\(result.stderr)")
      #expect(result.errorLines.allSatisfy { $0.contains(pattern) })
      #expect(
        result.errorLines.map { $0.prefix(10) } == ["command 1:", "command 3:", "command 5:"])
      #expect(server.requests.count == 2)
    }
  }

  @Test(.timeLimit(.minutes(10))) func silentSourceOfASingleCommand() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let result = try await filmz.run("search", "lantern", "--source", "omdb")
      #expect(result.status == 69)
      #expect(
        result.errorLines == [
          "filmz: Network error: 127.0.0.1 did not respond within 10 s (OMDb); check the connection"
        ])
    }
  }
}
