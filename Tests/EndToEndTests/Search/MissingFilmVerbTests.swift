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
    "add tt9999998", "seen tt9999998", "list add Noir tt9999998 --create", "tag tt9999998 noir",
    "rate tt9999998 8", "watched tt9999998", "note tt9999998 Fine",
  ])
  func missingFilmIsNotAdded(line: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run(line.split(separator: " ").map(String.init))
      #expect(result.status == 1 && result.stdout == "" && result.errorLines.count == 1)
      #expect(
        result.stderr.contains(
          "Movie not found: OMDb has no film tt9999998; check the id, or `add tt9999998 --force`"),
        "\(result)")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.run("add", "tt9999998", "--force").status == 0)
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9999998"])
      // What is in the collection can be changed.
      #expect(try await filmz.run("seen", "tt9999998").status == 0)
    }
  }

  @Test(arguments: [
    ("skip tt9999998", "ls --skipped"), ("watchlist add tt9999998", "ls"),
    ("identify tt9000026 tt9999998", "ls"), ("identify tt9999998 tt9000026", "ls"),
  ])
  func missingFilmIsAcceptedByTheSameCommandWithForce(line: String, list: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.answer(to: line.hasPrefix("identify") ? "add tt9000026" : "ls")
      let words = line.split(separator: " ").map(String.init)
      let refused = try await filmz.run(words)
      #expect(refused.status == 1 && refused.stdout == "")
      #expect(
        refused.stderr
          == "filmz: Movie not found: OMDb has no film tt9999998; check the id, or repeat the command with --force\n"
      )
      #expect(try await filmz.run(words + ["--force"]).status == 0)
      #expect(try await filmz.answer(to: list).array.count == 1)
    }
  }

  /// The films that the source has are changed; the others are named.
  @Test(arguments: [
    "add tt9000026 tt9999998", "rate tt9999998 tt9000026 8", "seen tt9000026 tt9999998",
    "list add Noir tt9999998 tt9000026 --create",
  ])
  func missingFilmDoesNotPreventOthers(line: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run(line.split(separator: " ").map(String.init))
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains("Movie not found: OMDb has no film tt9999998"), "\(result)")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt9000026"])
    }
  }

  @Test func allMissingFilmsAreNamed() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run("list", "add", "Noir", "tt9999997", "tt9999998", "--create")
      #expect(result.status == 1 && result.stdout == "")
      #expect(result.stderr.contains("OMDb has no film tt9999997 or tt9999998; check the ids"))
      #expect(try await filmz.answer(to: "list") == [])
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

  /// An own id exists only with its record, so no force makes one.
  @Test(arguments: [
    "add %", "add % --force", "seen %", "watched %", "skip %", "skip % --force", "watchlist add %",
    "watchlist add % --force", "rate % 8", "note % fun", "tag % noir", "audience % family", "from % Ann",
    "list add Noir % --create", "identify % tt0113277",
  ])
  func ownIDWithoutARecordIsRefused(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let id = "own:00000000-0000-4000-8000-000000000000"
      let words = line.split(separator: " ").map { $0 == "%" ? id : String($0) }
      let result = try await filmz.run(["--offline"] + words)
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains("there is no record \(id)"), "\(result)")
      for list in ["ls", "ls --skipped", "list", "log"] {
        #expect(try await filmz.answer(to: list) == [], "\(list)")
      }
    }
  }

  @Test(
    arguments: ["tmdb:person:5", "tmdb:movie:", "tmdb:movie:0", "TMDB:movie:x", "own:5"],
    ["watchlist add", "seen", "show", "add", "identify tt0113277"])
  func wordThatIsNoIDOfAFilmIsNamed(word: String, verb: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + verb.split(separator: " ").map(String.init) + [word])
      #expect(result.status != 0 && result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.contains("\"\(word)\" is not "), "\(result)")
      #expect(result.stderr.contains("use tt0133093, tmdb:movie:603 or own:UUID"), "\(result)")
    }
  }

  @Test func identifyingIDsOfWhichNothingIsKnownIsAWarning() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "identify", "tmdb:movie:9999998", "tt9999998")
      #expect(result.status == 0 && result.errorLines.count == 2, "\(result)")
      for id in ["tmdb:movie:9999998", "tt9999998"] {
        #expect(result.stderr.contains("nothing is known about \(id) yet"), "\(result)")
      }
    }
  }

  /// The starter catalog has both.
  @Test func filmAndSeriesAreIdentifiedOnlyWithForce() async throws {
    try await FilmzProcess.with { filmz in
      let words = ["--offline", "identify", "tt0113277", "tt0944947"]
      let refused = try await filmz.run(words)
      #expect(refused.status == 1 && refused.stdout == "", "\(refused)")
      #expect(
        refused.stderr.contains("Heat (1995) tt0113277 is a film and Game of Thrones (2011) tt0944947 is a series")
      )
      #expect(try await filmz.answer(to: "log") == [])
      #expect(try await filmz.run(words + ["--force"]).status == 0)
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
