import FilmzTestSupport
import Testing

/// Films that OMDb does not have, and `show --refresh`.
struct MissingFilmVerbTests {
  /// T74: an id that no source has, and one of a removed own film, are "not found", and no crash.
  @Test(arguments: [
    ["show", "tt9999998"], ["show", "own:00000000-0000-4000-8000-000000000000"],
    ["show", "tmdb:movie:999999999"], ["--format", "json", "show", "tt9999998"],
  ])
  func idThatIsNotKnownIsNotFound(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == 1 && result.stdout == "", "\(result)")
      #expect(result.errorLines.count == 1 && result.stderr.contains(call.last ?? ""), "\(result)")
    }
  }

  @Test func missingFilmIsRequestedOnce() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      for _ in 1...2 {
        let result = try await filmz.run("show", "tt9999999")
        #expect(result.status == 1 && result.stdout == "")
        #expect(result.errorLines.count == 1 && result.stderr.contains("tt9999999"))
      }
      #expect(server.requests.map { $0.query["i"] } == ["tt9999999"])
    }
  }

  /// A command that adds films refuses an id that the source does not have.
  @Test(arguments: [
    "add tt9999998", "seen tt9999998", "watchlist add tt9999998",
    "list add Noir tt9999998 --create",
    "add tt9000026 tt9999998", "rate tt9999998 8", "watched tt9999998", "note tt9999998 Fine",
  ])
  func missingFilmIsNotAdded(line: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run(line.split(separator: " ").map(String.init))
      #expect(result.status == 1 && result.stdout == "" && result.errorLines.count == 1)
      #expect(
        result.stderr.contains(
          "OMDb has no film tt9999998; check the id, or `add tt9999998 --force`"),
        "\(result)")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.run("add", "tt9999998", "--force").status == 0)
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9999998"])
      // What is in the collection can be changed.
      #expect(try await filmz.run("seen", "tt9999998").status == 0)
    }
  }

  @Test(arguments: [["add", "tt9999998"], ["--offline", "add", "tt9999998"]])
  func filmIsAddedWithAWarningWithoutASource(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(call)
      #expect(result.status == 0 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains("nothing is known about tt9999998 yet"))
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9999998"])
    }
  }

  @Test func filmIsAddedWithAWarningIfTheSourceFails() async throws {
    try await FilmzProcess.withOMDb(answering: .json("{}", status: 500)) { filmz, _ in
      let result = try await filmz.run("add", "tt9999998")
      #expect(result.status == 0 && result.stderr.contains("nothing is known about tt9999998 yet"))
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9999998"])
    }
  }

  @Test func refreshRequestsItAgain() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("show", "tt9999999")
      _ = try await filmz.run("show", "tt9999999", "--refresh")
      #expect(server.requests.count == 2)
    }
  }

  @Test func refreshingWithoutAKeyIsAWarning() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("show", "tt0068646", "--refresh")
      #expect(result.status == 0 && result.stdout.hasPrefix("The Godfather (1972)\n"))
      #expect(result.errorLines.count == 1 && result.stderr.contains("OMDb needs a key"))
    }
  }
}
