import FilmzTestSupport
import Testing

struct CacheVerbTests {
  private static let names = ["id", "title", "year", "fetchedAt", "stale", "bytes"]

  @Test func theListIsJSONWithTheNamesOfTheContractByTitle() async throws {
    try await filled { filmz in
      let lines = try await filmz.run("--offline", "--format", "jsonl", "cache", "ls").stdout
        .split(separator: "\n")
      #expect(lines.count == 2)
      let last = try #require(lines.last)
      let start = "{\"id\":\"tt9000026\",\"title\":\"Quince\",\"year\":2021,\"fetchedAt\":\""
      #expect(last.hasPrefix(start))
      let rest = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","stale":false,"bytes":\d+\}/
      #expect(last.dropFirst(start.count).wholeMatch(of: rest) != nil)
      let list = try await filmz.answer(to: "cache ls")
      #expect(list.each("title") == ["Lantern", "Quince"])
      #expect(list.array.allSatisfy { $0["bytes"]?.number ?? 0 > 100 })
      #expect(try await filmz.answer(to: "cache") == list)
    }
  }

  @Test func whatOnlyASearchToldHasNoMomentOfFetching() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("search", "zinnober", "--source", "omdb")
      let list = try await filmz.answer(to: "cache ls")
      #expect(list.each("title") == ["Zinnober"])
      #expect(list.each("fetchedAt") == [.null] && list.each("stale") == [false])
    }
  }

  @Test func theListIsATableAndSeparatedValuesToo() async throws {
    try await filled { filmz in
      let table = try await filmz.run("--offline", "cache", "ls").stdout
      let lines = table.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].contains(/^Id +Title +Year +Fetched +Stale +Bytes$/))
      #expect(lines[2].contains(/^tt9000026 +Quince +2021 +\d{4}-\d\d-\d\d +\d+$/))
      let csv = try await filmz.run("--offline", "--format", "csv", "cache", "ls").stdout
      let records = csv.split(separator: "\r\n").map(String.init)
      #expect(records.first == Self.names.joined(separator: ","))
      #expect(records.last?.contains(/^tt9000026,Quince,2021,\d{4}-[^,]+Z,false,\d+$/) == true)
    }
  }

  @Test func oneFilmIsShownWithWhatTheCacheKnowsOfItsCopy() async throws {
    try await filled { filmz in
      let card = try await filmz.run("--offline", "--format", "json", "cache", "show", "tt9000026")
      #expect(card.stdout.hasPrefix("{\"id\":\"tt9000026\",\"title\":\"Quince\",\"year\":2021,"))
      #expect(Set(Self.names).isSubset(of: try card.json.keys))
      let people = try await filmz.run("--offline", "cache", "show", "tt9000026")
      #expect(people.stdout.hasPrefix("Quince (2021)\n"))
    }
  }

  @Test func aStaleCopyIsMarked() async throws {
    try await filled { filmz in
      try filmz.ageCache(days: 40)
      #expect(try await filmz.answer(to: "cache ls").each("stale") == [true, true])
      let table = try await filmz.run("--offline", "cache", "ls").stdout
      #expect(table.contains(/Quince.* stale\b/))
      _ = try await filmz.run("config", "set", "cache.days", "50")
      #expect(try await filmz.answer(to: "cache ls").each("stale") == [false, false])
    }
  }

  @Test func aFilmIsTakenOut() async throws {
    try await filled { filmz in
      let removed = try await filmz.answer(to: "cache rm tt9000001")
      #expect(removed.each("id") == ["tt9000001"])
      #expect(try await filmz.answer(to: "cache ls").each("id") == ["tt9000026"])
      #expect(try await filmz.run("--offline", "show", "tt9000001").status == 1)
    }
  }

  @Test(arguments: [
    "cache rm tt9000002", "cache show tt9000002", "cache rm the godfather",
    "cache rm tt9000001 tt9000002",
  ])
  func whatIsNotThereIsOneLineAnd1AndNothingIsDone(command: String) async throws {
    try await filled { filmz in
      let words = command.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--offline", "--format", "json"] + words)
      #expect(result.status == 1 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains("not in the film cache"))
      #expect(try await filmz.answer(to: "cache ls").array.count == 2)
    }
  }

  @Test func pruningTakesOutWhatIsOldButNothingOfTheCollection() async throws {
    try await filled { filmz in
      _ = try await filmz.answer(to: "add tt9000026; cache prune --days 1")
      #expect(try await filmz.answer(to: "cache ls").array.count == 2)
      try filmz.ageCache(days: 40)
      #expect(try await filmz.answer(to: "cache prune --days 41")["films"] == 0)
      #expect(try await filmz.answer(to: "cache ls").array.count == 2)
      #expect(try await filmz.answer(to: "cache prune")["films"] == 1)
      #expect(try await filmz.answer(to: "cache ls").each("id") == ["tt9000026"])
    }
  }

  @Test(arguments: ["0", "-1", "x", "1.5", ""])
  func daysAreANumberFrom1(days: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("cache", "prune", "--days", days)
      #expect(result.status == 64)
      #expect(result.errorLines.count == 1)
    }
  }

  @Test func clearingEmptiesTheCacheAndLeavesTheCollection() async throws {
    try await filled { filmz in
      _ = try await filmz.answer(to: "add tt9000001 --watched --rating 8 --on 2024-05-01")
      #expect(try await filmz.answer(to: "cache clear")["films"] == 2)
      #expect(try await filmz.answer(to: "cache ls") == [])
      let row = try #require(try await filmz.answer(to: "ls")[0])
      #expect(row["title"] == "Lantern" && row["year"] == 1957)
      #expect(row["watched"] == true && row["myRating"] == 8)
      #expect(row["dateWatched"] == "2024-05-01" && row["runtimeMinutes"] == .null)
      #expect(try await filmz.answer(to: "show lantern")["plot"] == .null)
    }
  }

  @Test func lookingIntoTheCacheOfAFreshHomeMakesNoFile() async throws {
    try await FilmzProcess.with { filmz in
      for call in [["cache", "ls"], ["cache"], ["cache", "show", "tt9000001"]] {
        _ = try await filmz.run(call)
      }
      #expect(try await filmz.answer(to: "cache ls") == [])
      #expect(try filmz.folder.files() == [])
      #expect(!filmz.folder.exists("home"))
    }
  }

  /// A cache that holds all about two films.
  private func filled(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run("-c", "show tt9000026; show tt9000001")
      #expect(result.status == 0)
      try await body(filmz)
    }
  }
}
