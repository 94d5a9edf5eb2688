import FilmzTestSupport
import Testing

struct DoctorVerbTests {
  @Test func theChecksHaveTheDocumentedFields() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run("--format", "jsonl", "doctor")
      #expect(result.status == 0 && result.stderr == "")
      let pattern =
        /\{"check":"[^"]+","state":"(ok|warn|fail)","detail":"[^"]+","remedy":(null|"[^"]+")\}/
      for line in result.stdout.split(separator: "\n") {
        #expect(line.wholeMatch(of: pattern) != nil, "\(line)")
      }
      let document = try await filmz.run("--format", "json", "doctor").stdout
      #expect(document.hasPrefix("[\n") && document.hasSuffix("]\n"))
      let names = try await filmz.doctor("--offline").checks.each("check")
      for name in ["omdb.apiKey", "OMDb", "requests", "collection", "disk", "locale", "terminal"] {
        #expect(names.contains(.string(name)), "\(name)")
      }
    }
  }

  @Test func problemsHaveRemediesAndAreShownInACard() async throws {
    try await FilmzProcess.with { filmz in
      let (status, checks) = try await filmz.doctor()
      #expect(status == 0)
      let problems = checks.array.filter { $0["state"] != "ok" }
      #expect(problems.map { $0["state"] } == ["warn"])
      #expect(problems.first?["check"] == "omdb.apiKey")
      #expect(problems.first?["remedy"]?.string?.contains("config set omdb.apiKey -") == true)
      let card = try await filmz.run("doctor")
      #expect(card.status == 0 && card.stderr == "")
      #expect(card.stdout.hasPrefix("One thing to look at.\n"))
      #expect(card.stdout.contains(/\nomdb\.apiKey +WARN · no key is set/))
    }
  }

  @Test func anInvalidKeyIsAFailureAndTheChecksArePrinted() async throws {
    try await FilmzProcess.withOMDb(FakeOMDb(key: "another").respond) { filmz, server in
      let (status, checks) = try await filmz.doctor()
      #expect(status == 1)
      let failures = checks.array.filter { $0["state"] == "fail" }
      #expect(failures.map { $0["check"] } == ["omdb.apiKey"])
      #expect(server.requests.count == 1)
      let table = try await filmz.run("doctor")
      #expect(table.status == 1 && table.stdout.contains("FAIL · OMDb does not accept it"))
      #expect(table.stderr == "")
    }
  }

  @Test func anUnreachableSourceIsAFailureAndTheChecksArePrinted() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      server.stop()
      let (status, checks) = try await filmz.doctor()
      #expect(status == 1)
      #expect(checks.array.filter { $0["state"] == "fail" }.map { $0["check"] } == ["OMDb"])
      let script = try await filmz.run("-c", "doctor; version")
      #expect(script.status == 1 && script.stdout.contains("filmz 0."))
      #expect(try await filmz.doctor("--offline").status == 0)
    }
  }

  @Test func oneRequestIsSentWithAKeyAndNoneOffline() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.doctor("--offline")
      #expect(server.requests.count == 0)
      let checks = try await filmz.doctor().checks
      #expect(server.requests.count == 1)
      let requests = checks.array.first { $0["check"] == "requests" }
      #expect(requests?["detail"]?.string?.hasPrefix("1 of 1000 used today") == true)
    }
  }

  @Test func afterTheDailyLimitNoRequestIsSentAndDoctorAndConfigReportIt() async throws {
    let limit = OMDbResponse.error("Request limit reached!")
    try await FilmzProcess.withOMDb(answering: limit) { filmz, server in
      #expect(try await filmz.run("search", "lantern", "--source", "omdb").status == 69)
      #expect(server.requests.count == 1)
      let (status, checks) = try await filmz.doctor()
      #expect(status == 0)
      let requests = checks.array.first { $0["check"] == "requests" }
      #expect(requests?["state"] == "warn")
      #expect(requests?["detail"]?.string?.contains("limit is reached") == true)
      let config = try await filmz.run("--format", "json", "config")
      #expect(config.status == 0)
      #expect(config.errorLines.count == 1 && config.stderr.contains("daily limit is reached"))
      #expect(server.requests.count == 1)
    }
  }

  @Test func theKeyIsNeverPrinted() async throws {
    for handler in [
      FakeOMDb(key: FilmzProcess.key).respond, FakeOMDb(key: "another").respond,
      { _ in OMDbResponse.error("s3cr3tkey is odd") },
    ] as [LoopbackServer.Handler] {
      try await FilmzProcess.withOMDb(handler) { filmz, _ in
        _ = try await filmz.run("config", "set", "omdb.apiKey", FilmzProcess.key)
        for format in ["table", "json"] {
          let result = try await filmz.run("--verbose", "--format", format, "doctor")
          #expect(!(result.stdout + result.stderr).contains(FilmzProcess.key))
        }
      }
    }
  }
}

extension FilmzProcess {
  /// Runs `doctor`, and returns its exit status and its checks.
  func doctor(_ option: String...) async throws -> (status: Int32, checks: JSON) {
    let result = try await run(["--format", "json", "doctor"] + option)
    #expect(result.stderr == "")
    return (result.status, try result.json)
  }
}
