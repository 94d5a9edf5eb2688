import FilmzTestSupport
import Foundation
import Testing

struct SettingsTests {
  private static let secret = "s3cr3t-KEY-0815"

  @Test func aSettingIsSetShownListedAndUnset() async throws {
    try await FilmzProcess.with { filmz in
      let set = try await filmz.run("config", "set", "page.size", "2")
      #expect(set.isSilentSuccess)
      #expect(try await filmz.run("config", "get", "page.size").stdout == "2\n")
      #expect(try filmz.folder.read("home/config/config.toml") == "page.size = \"2\"\n")
      #expect(try await filmz.answer(to: "search the").array.count == 2)
      let listed = try await filmz.answer(to: "config ls").array
      #expect(listed.contains(["key": "page.size", "value": "2", "origin": "file"]))
      #expect(listed.contains(["key": "cache.days", "value": "30", "origin": "default"]))
      #expect(listed.contains(["key": "omdb.apiKey", "value": .null, "origin": "default"]))
      #expect(try await filmz.run("config", "unset", "page.size").status == 0)
      #expect(try await filmz.run("config", "get", "page.size").stdout == "auto\n")
      #expect(try await filmz.answer(to: "search the").array.count == 10)
    }
  }

  @Test func allSettingsAreListed() async throws {
    try await FilmzProcess.with { filmz in
      let listed = try await filmz.answer(to: "config")
      #expect(
        Set(listed.each("key").compactMap { $0?.string }) == [
          "omdb.apiKey", "omdb.baseURL", "tmdb.token", "tmdb.baseURL", "tmdb.language",
          "cache.days",
          "page.size", "region", "list.ratings", "rating.scale", "profile.name", "comments.shared",
          "kids.on", "kids.ratings",
          "sync.auto", "sync.interval", "identify.background", "live.keys",
        ])
    }
  }

  @Test(arguments: [
    ["set", "page.size", "0"], ["set", "page.size", "many"], ["set", "cache.days", "-1"],
    ["set", "omdb.baseURL", "ftp://x/"], ["set", "region", "Germany"], ["set", "region", "D1"],
    ["set", "tmdb.language", "german"], ["set", "tmdb.token", "YOUR_TOKEN"],
    ["set", "omdb.apiKey", "two words"], ["set", "omdb.apiKey", "YOUR_API_KEY"],
    ["set", "page.sise", "5"], ["get", "nothing"], ["unset", "nothing"], ["set", "page.size"],
    ["get"], ["gte", "page.size"], ["set", "omdb.apiKey", ""], ["set", "omdb.apiKey", "film"],
    ["set", "tmdb.token", "\"abcd1234\""], ["set", "tmdb.token", "REPLACE_ME"], ["set", "omdb.apiKey", "matrix"],
  ])
  func invalidSettingsAreErrorsAndChangeNothing(words: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["config"] + words)
      #expect(result.status == 64)
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("filmz: "))
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func quotedAndPlaceholderKeysOfFileAndEnvironmentAreReported() async throws {
    try await FilmzProcess.with(environment: ["OMDB_API_KEY": "\"abcd1234\""]) { filmz in
      try filmz.folder.write("tmdb.token = '\(Self.secret)'\n", to: "home/config/config.toml")
      let result = try await filmz.run("--offline", "config", "get", "omdb.apiKey")
      #expect(result.status == 0 && result.stdout == "")
      #expect(result.errorLines.count == 2, "\(result.stderr)")
      #expect(result.stderr.contains("OMDB_API_KEY must be a key of 6 or more characters"))
      #expect(result.stderr.contains("config.toml line 1 cannot be used"))
      #expect(!result.stderr.contains("abcd1234") && !result.stderr.contains(Self.secret))
    }
  }

  /// A key that is a word does not make that word unreadable.
  @Test func wordThatIsAKeyStaysReadable() async throws {
    try await FilmzProcess.with(environment: ["OMDB_API_KEY": "matrix"]) { filmz in
      let result = try await filmz.run("--offline", "-c", "show matrixx; ls list:matrixx; show tt0133093")
      #expect(result.stderr.contains("\"matrixx\""), "\(result.stderr)")
      #expect(result.stdout.contains("The Matrix"), "\(result.stdout)")
      #expect(!(result.stdout + result.stderr).contains("****"))
    }
  }

  /// A short key of an earlier version stays valid, and the word that it is stays readable.
  @Test func aShortKeyInTheFileStaysValid() async throws {
    try await FilmzProcess.withOMDb(FakeOMDb(key: "film").respond) { filmz, server in
      try filmz.folder.write("omdb.apiKey = \"film\"\n", to: "home/config/config.toml")
      let result = try await filmz.run(
        ["--verbose", "show", "tt9999999"], environment: ["OMDB_API_KEY": nil])
      #expect(server.requests.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("apikey=********&"), "\(result.stderr)")
      #expect(result.stderr.contains("has no such film"), "\(result.stderr)")
    }
  }

  @Test func anInvalidLineIsReportedAndOtherLinesAreUsed() async throws {
    try await FilmzProcess.with { filmz in
      let file = "home/config/config.toml"
      try filmz.folder.write("page.size = \"2\"\n# mine\nthis is wrong\n", to: file)
      let search = ["--offline", "--format", "json", "search", "godfather"]
      let found = try await filmz.run(search)
      #expect(found.status == 0)
      #expect(try found.json.array.count == 2)
      #expect(found.errorLines.count == 1)
      #expect(found.stderr.contains("config.toml line 3 "))
      _ = try await filmz.run("config", "set", "page.size", "1")
      #expect(
        try filmz.folder.read(file) == "page.size = \"1\"\n# mine\nthis is wrong\n")
      #expect(try await filmz.run(search).json.array.count == 1)
    }
  }

  /// A time zone in which it is noon or later now, so that the day does not change during a test.
  private static var timeZoneAtNoon: String {
    let hour = Int(Date().timeIntervalSince1970 / 3600) % 24
    return "Etc/GMT" + (hour < 12 ? "" : "+") + "\(hour - 12)"
  }

  @Test func wrongLineIsReportedOnceADayInSingleCalls() async throws {
    try await FilmzProcess.with(environment: ["TZ": Self.timeZoneAtNoon]) { filmz in
      let file = "home/config/config.toml"
      let log = "home/state/settings-warnings.json"
      try filmz.folder.write("this is wrong\n", to: file)
      #expect(try await filmz.run("version").errorLines.count == 1)
      #expect(try filmz.folder.mode(of: log) == 0o600)
      #expect(try await filmz.run("version").errorLines == [])
      // Another wrong line is reported, and the first one is not repeated.
      try filmz.folder.write("this is wrong\npage.size = \"0\"\n", to: file)
      let changed = try await filmz.run("version")
      #expect(changed.errorLines.count == 1 && changed.stderr.contains("line 2 "))
      #expect(try await filmz.run("version").errorLines == [])
      // On the next day all of them are.
      let text = try filmz.folder.read(log)
      try filmz.folder.write(text.replacing(#/"\d{4}-\d\d-\d\d"/#, with: "\"2020-01-01\""), to: log)
      #expect(try await filmz.run("version").errorLines.count == 2)
    }
  }

  @Test func scriptsAndShellsReportAWrongLineEachTime() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("this is wrong\n", to: "home/config/config.toml")
      for _ in 1...2 {
        #expect(try await filmz.run("-c", "version").stderr.contains("line 1 "))
        let shell = try filmz.openTerminal()
        #expect(try await shell.expectPrompt().contains("line 1 "))
        #expect(try await shell.quit() == 0)
      }
    }
  }

  @Test func doctorReportsAWrongLineEachTime() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("this is wrong\n", to: "home/config/config.toml")
      for _ in 1...2 {
        let check = try await filmz.run("--format", "json", "doctor").json.array.first
        #expect(check?["check"] == "settings" && check?["state"] == "warn")
      }
    }
  }

  @Test func unwritableStateFolderDoesNotMatter() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("this is wrong\n", to: "home/config/config.toml")
      try filmz.folder.write("in the way", to: "home/state")
      for _ in 1...2 {
        let result = try await filmz.run("version")
        #expect(result.status == 0)
        #expect(result.errorLines.count == 1 && result.stderr.contains("line 1 "))
      }
    }
  }

  @Test func missingFileThatWasNamedIsReported() async throws {
    try await FilmzProcess.with { filmz in
      let path = filmz.folder.path(of: "mine.toml")
      for call in [["version"], ["-c", "version"]] {
        let result = try await filmz.run(["--config", path] + call)
        #expect(result.status == 0)
        #expect(
          result.errorLines == [
            "filmz: \(path) does not exist; the default settings are used"
          ])
      }
      let set = try await filmz.run("--config", path, "config", "set", "page.size", "5")
      #expect(set.isSilentSuccess)
      #expect(try await filmz.run("--config", path, "version").errorLines == [])
    }
  }

  @Test(arguments: [
    "page.size = \"many\"", "nothing.known = \"1\"", "page.size = \"3", "= \"3\"", "[page]",
  ])
  func invalidLinesAreReportedWithTheirNumbers(line: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "\n# x\n\(line)\ncache.days = 7\n", to: "home/config/config.toml")
      let result = try await filmz.run("config", "get", "cache.days")
      #expect(result.stdout == "7\n")
      #expect(result.errorLines.count == 1 && result.stderr.contains("line 3 "))
      #expect(try await filmz.run("config", "get", "page.size").stdout == "auto\n")
    }
  }

  /// `"\r\n"` is a single `Character`, so splitting at `"\n"` would find no lines.
  @Test func aFileWithCRLFIsReadLineByLine() async throws {
    try await FilmzProcess.with { filmz in
      let text = "# x\r\npage.size = 2\r\nwrong\r\ncache.days = 7\r\n"
      try filmz.folder.write(text, to: "home/config/config.toml")
      let result = try await filmz.run("config", "get", "cache.days")
      #expect(result.stdout == "7\n")
      #expect(result.errorLines.count == 1 && result.stderr.contains("line 3 "))
    }
  }

  @Test(arguments: [
    ["config", "ls"], ["config"], ["config", "get", "omdb.apiKey"],
    ["--format", "json", "config", "ls"], ["--format", "csv", "config", "get", "tmdb.token"],
    ["--verbose", "config", "ls"],
  ])
  func keysAreMasked(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      for key in ["omdb.apiKey", "tmdb.token"] {
        let set = try await filmz.run("--verbose", "config", "set", key, Self.secret)
        #expect(set.status == 0)
        #expect(!set.stderr.contains(Self.secret))
      }
      let variables: [[String: String?]] = [
        [:], ["OMDB_API_KEY": Self.secret, "TMDB_API_TOKEN": Self.secret],
      ]
      for environment in variables {
        let result = try await filmz.run(call, environment: environment)
        #expect(result.status == 0)
        #expect(result.stdout.contains("****"))
        #expect(!(result.stdout + result.stderr).contains(Self.secret))
      }
      #expect(try filmz.folder.mode(of: "home/config/config.toml") == 0o600)
    }
  }

  @Test(arguments: ["s3cr3t\n", "s3cr3t", "  s3cr3t \r\nmore\n"])
  func keysCanBeReadFromAPipe(input: String) async throws {
    try await FilmzProcess.with { filmz in
      let set = try await filmz.run(["config", "set", "omdb.apiKey", "-"], script: input)
      #expect(set.isSilentSuccess)
      let file = try filmz.folder.read("home/config/config.toml")
      #expect(file == "omdb.apiKey = \"s3cr3t\"\n")
    }
  }

  @Test func scriptsCannotPromptForAKey() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run([], script: "config set omdb.apiKey -\n\(Self.secret)\n")
      #expect(result.status == 1)
      #expect(result.stderr.hasPrefix("line 1: "))
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func anEmptyPipeSetsNoKey() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["config", "set", "omdb.apiKey", "-"], script: "")
      #expect(result.status != 0)
      #expect(result.errorLines.count == 1)
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func theFileCanBeChosenAndItsPathIsShown() async throws {
    try await FilmzProcess.with { filmz in
      let path = try await filmz.run("config", "path").stdout
      #expect(path == filmz.folder.path(of: "home/config/config.toml") + "\n")
      _ = try await filmz.run("--config", "mine.toml", "config", "set", "page.size", "3")
      #expect(try filmz.folder.read("mine.toml") == "page.size = \"3\"\n")
      #expect(!filmz.folder.exists("home"))
    }
  }
}
