import FilmzTestSupport
import Testing

@Suite(.processes)
struct VersionAndHelpTests {
  private static let verbs = """
    search next more prev first page results show add rm rate watched unwatched note ls stats \
    help config time about version quit exit
    """.split(separator: " ").map(String.init)

  @Test(arguments: ["--version", "version"])
  func theVersionIsOneLine(call: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(call)
      #expect(result.status == 0)
      #expect(result.stdout.wholeMatch(of: /filmz \d+\.\d+\.\d+\n/) != nil)
      #expect(result.stderr == "")
    }
  }

  @Test(arguments: [["--version"], ["--help"], ["-h"], ["help"], ["about"], ["search", "--help"]])
  func versionAndHelpCreateNoFiles(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(call)
      #expect(result.status == 0)
      #expect(result.stdout != "")
      #expect(try filmz.folder.files() == [])
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func helpOptionShowsUsageOptionsAndVerbs() async throws {
    try await FilmzProcess.with { filmz in
      let help = try await filmz.run("--help").stdout
      #expect(help.contains("\nUsage\n  filmz "))
      for word in ["--format", "--offline", "--home", "--bail", "-c <commands>", "search", "ls"] {
        #expect(help.contains(word))
      }
    }
  }

  @Test func helpDescribesEveryVerb() async throws {
    try await FilmzProcess.with { filmz in
      for verb in Self.verbs {
        let help = try await filmz.run("help", verb)
        #expect(help.status == 0, "\(verb)")
        #expect(help.stdout.contains("\nExamples\n  "), "\(verb)")
      }
      let asOption = try await filmz.run("rate", "1", "8", "--help")
      #expect(try await filmz.run("help", "rate") == asOption)
    }
  }

  @Test func helpListsTheVerbsInGroups() async throws {
    try await FilmzProcess.with { filmz in
      let help = try await filmz.run("help").stdout
      for word in Self.verbs where !["more", "exit"].contains(word) {
        #expect(help.contains("\n  \(word)"), "\(word)")
      }
      for group in ["Find\n", "Collect\n", "Shell\n"] { #expect(help.contains(group)) }
    }
  }

  @Test(arguments: [30, 48, 80])
  func helpFitsTheWidth(width: Int) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["help"], environment: ["COLUMNS": "\(width)"])
      #expect(result.stdout.split(separator: "\n").allSatisfy { $0.count <= width })
    }
  }

  @Test func helpForAnUnknownVerbIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("help", "serach")
      #expect(result.status == 64)
      #expect(result.stderr.contains("did you mean `search`?"))
    }
  }

  @Test(arguments: [
    ("more", "next (or more): "), ("config", "config: "), ("config set", "config set: "),
    ("config set x", "config set: "), ("viewings rm", "viewings: "),
  ])
  func helpAcceptsAliasesNounsAndSubcommands(words: String, beginning: String) async throws {
    try await FilmzProcess.with { filmz in
      let help = try await filmz.run(["help"] + words.split(separator: " ").map(String.init))
      #expect(help.status == 0)
      #expect(help.stdout.hasPrefix(beginning))
    }
  }

  @Test(arguments: [["config", "--help"], ["config", "-h"]])
  func helpOptionsOfANounShowItsHelp(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let help = try await filmz.run("help", "config")
      #expect(help.status == 0)
      #expect(try await filmz.run(call) == help)
    }
  }

  @Test func helpForAPlannedVerbSaysThatItComesLater() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("help", "poster")
      #expect(result.status == 64)
      #expect(
        result.stderr == "filmz: `poster` comes later; until then, use `show --full`\n")
    }
  }

  @Test func helpInJSONIsAnObject() async throws {
    try await FilmzProcess.with { filmz in
      let json = try await filmz.run("help", "more", "--format", "json").json
      #expect(json["verb"] == "next")
      #expect(json["help"]?.string?.hasPrefix("next (or more)") == true)
    }
  }

  @Test func helpInTheShellAcceptsVerbPrefixes() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: "help vers").contains("version: show the version."))
      #expect(try await terminal.answer(to: "help n").contains("next (or more): "))
      #expect(try await terminal.answer(to: "help conf").contains("config: "))
      #expect(try await terminal.quit() == 0)
    }
  }

  /// S62.
  @Test func aboutSaysWhatIsStoredAndSentAndWhereToReportFaults() async throws {
    try await FilmzProcess.with { filmz in
      let about = try await filmz.run("about")
      #expect(about.stdout.contains("What is stored on this computer:\n"))
      #expect(about.stdout.contains("Nothing is sent but titles and ids of films, with your key"))
      #expect(about.stdout.contains("Faults can be reported at"))
      let json = try await filmz.answer(to: "about")
      let paths = json["stored"]?.each("path").compactMap { $0?.string } ?? []
      #expect(paths.count == 6)
      #expect(
        paths.filter { $0.hasSuffix("config.toml") || $0.hasSuffix("collection.sqlite") }.count == 2
      )
      for text in ["no statistics", "IMDb's dataset server", "lists that you follow"] {
        #expect(json["privacy"]?.string?.contains(text) == true)
      }
    }
  }

  @Test func aboutNamesTheLicenseOfTheData() async throws {
    try await FilmzProcess.with { filmz in
      let about = try await filmz.run("about")
      #expect(about.stdout.contains("CC BY-NC 4.0"))
    }
  }
}
