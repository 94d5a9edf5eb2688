import FilmzTestSupport
import Testing

/// User-defined names for commands: the settings `alias.NAME`.
struct AliasTests {
  @Test func aliasesWorkInArgumentsScriptsAndTheShell() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.answer(
        to: """
          add tt0133093; add tt0068646; rate tt0133093 7 --no-viewing; \
          rate tt0068646 9 --no-viewing
          """)
      #expect(
        try await filmz.run("config", "set", "alias.w", "ls --unwatched --sort -rating")
          .isSilentSuccess)
      let expected = try await filmz.run(
        "--offline", "ls", "--unwatched", "--sort", "-rating", "--limit", "1")
      #expect(try await filmz.run("--offline", "w", "--limit", "1") == expected)
      #expect(try await filmz.run("--offline", "-c", "w --limit 1") == expected)
      #expect(try await filmz.run(["--offline"], script: "w --limit 1\n") == expected)
      let shell = try await filmz.openShell(["--offline"])
      let output = try await shell.answer(to: "w --limit 1")
      #expect(output.contains("The Godfather") && !output.contains("The Matrix"))
      let count = try await shell.answer(to: "w --format csv > films; w | grep -c The")
      #expect(count.contains("\n2\n"))
      #expect(try filmz.folder.read("films").hasPrefix("index,"))
    }
  }

  @Test func anAliasIsAnOrdinarySetting() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.run("config", "set", "alias.w", "find \"a b\"")
      #expect(try await filmz.run("config", "get", "alias.w").stdout == "find \"a b\"\n")
      #expect(
        try filmz.folder.read("home/config/config.toml") == #"alias.w = "find \"a b\"""# + "\n")
      let settings = try await filmz.answer(to: "config ls").array
      #expect(settings.first == ["key": "alias.w", "value": "find \"a b\"", "origin": "file"])
      #expect(try await filmz.run("config", "unset", "alias.w").status == 0)
      #expect(try await filmz.run("w").status == 64)
      #expect(try filmz.folder.read("home/config/config.toml") == "")
    }
  }

  @Test(arguments: [
    ["alias.ls", "stats"], ["alias.catalog", "ls"], ["alias.q", "ls"], ["alias.W", "ls"],
    ["alias.", "ls"], ["alias.w", ""], ["alias.w", "ls \"x"], ["alias.w", ";"],
  ])
  func invalidAliasesAreRejectedAndNotStored(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(["config", "set"] + arguments)
      #expect(result.status == 64)
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("filmz: "))
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func aliasesThatHideCommandsAreReportedAndIgnored() async throws {
    try await FilmzProcess.with { filmz async throws in
      let file = "alias.v = \"version\"\nalias.version = \"stats\"\n"
      try filmz.folder.write(file, to: "home/config/config.toml")
      let result = try await filmz.run("v")
      #expect(result.status == 0 && result.stdout == "filmz 0.1.0\n")
      #expect(result.errorLines.count == 1)
      #expect(result.stderr.contains("config.toml line 2 "))
      #expect(result.stderr.contains("would hide the command `version`; choose another name"))
    }
  }

  @Test func commandsOfAnAliasRunInOrder() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.run("config", "set", "alias.two", "bogus; version; version")
      let result = try await filmz.run("two", "--format", "json")
      #expect(result.status == 64)
      #expect(result.stdout == "filmz 0.1.0\n{\"version\":\"0.1.0\"}\n")
      #expect(result.errorLines.count == 1)
      let script = try await filmz.run(["--bail"], script: "two\nversion\n")
      #expect(script.status == 1 && script.errorLines.first?.hasPrefix("line 1: ") == true)
    }
  }

  @Test func anAliasThatRunsItselfIsAnError() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.run("-c", "config set alias.one two; config set alias.two one")
      let result = try await filmz.run("one")
      #expect(result.status == 64 && result.errorLines.count == 1)
      #expect(result.stderr.contains("the alias one runs itself: one, which runs two, which"))
    }
  }

  @Test func tooDeeplyNestedAliasesAreAnError() async throws {
    try await FilmzProcess.with { filmz async throws in
      let lines = (1...50).map { "alias.x\($0) = \"x\($0 + 1)\"\n" }.joined()
      try filmz.folder.write(lines + "alias.x51 = \"version\"\n", to: "home/config/config.toml")
      #expect(try await filmz.run("x2").stdout == "filmz 0.1.0\n")
      let result = try await filmz.run("x1")
      #expect(result.status == 64 && result.errorLines.count == 1)
      #expect(result.stderr.contains("the alias x1 nests more than 50 aliases"))
    }
  }

  @Test func theShellAcceptsPrefixesOfAliasesAndSuggestsAliases() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.run("config", "set", "alias.zebra", "version")
      let shell = try await filmz.openShell(["--offline"])
      #expect(try await shell.answer(to: "zeb").contains("filmz 0.1.0"))
      #expect(try await shell.answer(to: "zebar").contains("did you mean `zebra` or `search zebar`?"))
      let output = try await shell.answer(to: "config set alias.stars stats; sta")
      #expect(output.contains("\"sta\" could be stars or stats"))
    }
  }

  // MARK: - Pipes and redirections

  private static let redirectingAliases = [
    "top": "ls --sort title | head -1", "out": "ls --format csv > out",
  ]

  @Test func inTheShellAliasesRedirectOutputLikeTypedLines() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.answer(to: "add tt0133093; add tt0068646")
      try writeAliases(Self.redirectingAliases, to: filmz)
      let shell = try await filmz.openShell(["--offline"], environment: ["SHELL": "/bin/sh"])
      for line in ["--format csv top", "top --format csv", "top --format csv | cat"] {
        let output = try await shell.answer(to: line)
        #expect(
          output.contains("\nindex,id,") && !output.contains("tt0133093"), "\(line): \(output)")
      }
      _ = try await shell.answer(to: "top --format csv > first")
      #expect(try filmz.folder.read("first").split(whereSeparator: \.isNewline).count == 1)
      _ = try await shell.answer(to: "out")
      #expect(try filmz.folder.read("out").split(whereSeparator: \.isNewline).count == 3)
      #expect(try await shell.answer(to: "out > other").contains("redirects its output already"))
      #expect(!filmz.folder.exists("other"))
    }
  }

  @Test func outsideTheShellRedirectionsInAliasesAreAnError() async throws {
    try await FilmzProcess.with { filmz async throws in
      try writeAliases(Self.redirectingAliases, to: filmz)
      for (name, redirection) in [("top", "|"), ("out", ">")] {
        let results = [
          try await filmz.run(name), try await filmz.run("-c", name),
          try await filmz.run([], script: name + "\n"),
        ]
        #expect(results.map(\.status) == [64, 1, 1])
        for result in results {
          #expect(result.stdout == "" && result.errorLines.count == 1)
          #expect(result.stderr.contains("`\(redirection)` works in the shell only"))
        }
      }
      #expect(!filmz.folder.exists("out"))
    }
  }

  @Test(arguments: ["!touch ran", " ; !touch ran", "version; !touch ran"])
  func aliasesRunNoPrograms(value: String) async throws {
    try await FilmzProcess.with { filmz async throws in
      try writeAliases(["x": value], to: filmz)
      #expect(try await filmz.run("x").status == 64)
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "x")
      #expect(try await shell.quit() == 0)
      #expect(!filmz.folder.exists("ran"))
    }
  }

  /// Writes aliases to the settings file, as a user might do by hand.
  private func writeAliases(_ aliases: [String: String], to filmz: FilmzProcess) throws {
    let lines = aliases.map { "alias.\($0.key) = \"\($0.value)\"\n" }
    try filmz.folder.write(lines.joined(), to: "home/config/config.toml")
  }
}
