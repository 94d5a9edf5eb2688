import FilmzTestSupport
import Foundation
import Testing

@Suite(.processes)
struct WaysToRunTests {
  private static let options = ["--offline", "--format", "json"]
  private static let script = "# evening\nsearch godfather\n\n   # more\nshow 2"

  @Test func allFormsOfAScriptGiveTheSameResult() async throws {
    try await FilmzProcess.with { filmz in
      let expected = try await filmz.run(Self.options, script: Self.script)
      #expect(expected.status == 0)
      #expect(try expected.documents.count == 2)
      try filmz.folder.write(Self.script, to: "evening")
      let crlf = "\u{FEFF}" + Self.script.replacing("\n", with: "\r\n") + "\r\n"
      let others = [
        try await filmz.run(Self.options, script: crlf),
        try await filmz.run(Self.options + ["-f", "evening"]),
        try await filmz.run(Self.options + ["-f", "-"], script: Self.script),
        try await filmz.run(Self.options + ["-c", "search godfather; show 2"]),
        try await filmz.run(Self.options + ["-c", "search godfather\nshow 2\n"]),
      ]
      for other in others { #expect(other == expected) }
    }
  }

  @Test(arguments: [
    "search godfather", "show tt0068646", "ls", "stats", "config ls", "version", "help rate",
    "search godfather --limit 1 --format csv",
  ])
  func aSingleCallPrintsWhatAScriptPrints(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let words = line.split(separator: " ").map(String.init)
      let single = try await filmz.run(Self.options + words)
      #expect(single.status == 0)
      #expect(single.stdout != "")
      #expect(try await filmz.run(Self.options + ["-c", line]) == single)
      #expect(try await filmz.run(Self.options, script: line + "\n") == single)
    }
  }

  @Test(arguments: ["", "\n\n", "# nothing\n  # at all", "\r\n", " ; ;\n"])
  func anEmptyScriptDoesNothing(script: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(script, to: "script")
      for result in [
        try await filmz.run([], script: script), try await filmz.run("-f", "script"),
        try await filmz.run("-c", script),
      ] {
        #expect(result.isSilentSuccess)
      }
      #expect(try filmz.folder.files() == ["script"])
    }
  }

  @Test func aByteOrderMarkAloneIsAnEmptyScript() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run([], script: "\u{FEFF}")
      #expect(result.isSilentSuccess)
    }
  }

  @Test(arguments: [
    "--format json config path", "config --format json path", "config path --format json",
    "--offline --format=json config path", "--format json place",
  ])
  func inScriptsGlobalOptionsCanPrecedeTheVerb(line: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("config", "set", "alias.place", "config path")
      let expected = try await filmz.run("config", "path", "--format", "json")
      let result = try await filmz.run([], script: line)
      #expect(result == expected && expected.status == 0)
    }
  }

  @Test func globalOptionsCanPrecedeOrFollowTheVerb() async throws {
    try await FilmzProcess.with { filmz in
      let before = try await filmz.run("--offline", "--format", "json", "search", "godfather")
      let after = try await filmz.run("search", "godfather", "--format=json", "--offline")
      #expect(before == after)
      #expect(try before.json[0]?["id"] == "tt0068646")
    }
  }

  @Test func afterADoubleDashNothingIsAnOption() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "search", "--", "--qqzzxx")
      #expect(result.status == 0)
      #expect(result.stderr.contains("No results for \"--qqzzxx\""))
    }
  }

  @Test func aQuotedWordIsNeverAnOption() async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "note tt0068646 '--watched'; note tt0071562 -7.5; ls")
      #expect(rows.each("watched") == [false, false])
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == "--watched")
      #expect(try await filmz.answer(to: "show tt0071562")["notes"] == "-7.5")
    }
  }

  @Test(arguments: [
    "search godfather --type \"movie\"", "search godfather --source 'catalog'",
    "ls --audience \"me\"", "ls --type 'series'", "ls --format \"json\"", "time \"on\"",
    "ls --sort \"-rating\"", "search godfather --limit '2'", "ls --year \"1990-1999\"",
  ])
  func valuesCanBeQuoted(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 0, "\(result.stderr)")
    }
  }

  @Test func theFlagOverridesTheEnvironmentAndTheEnvironmentTheFile() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("config", "set", "omdb.baseURL", "https://file.invalid/")
      let origin = { (environment: [String: String?]) in
        try await filmz.run(
          ["--format", "json", "config", "get", "omdb.baseURL"], environment: environment
        ).json
      }
      #expect(try await origin([:])["origin"] == "file")
      let variable = try await origin(["OMDB_BASE_URL": "https://environment.invalid/"])
      #expect(variable["origin"] == "environment")
      #expect(variable["value"] == "https://environment.invalid/")
      let other = try await filmz.run("--home", "other", "config", "get", "omdb.baseURL")
      #expect(other.stdout == "https://www.omdbapi.com/\n")
    }
  }
}
