import FilmzTestSupport
import Testing

struct ShellQuestionTests {
  @Test(arguments: [
    ("y", true), ("yes", true), ("Y", true), ("n", false), ("", false), ("maybe", false),
  ])
  func removingNeedsConfirmation(typed: String, isRemoved: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --watched")
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await terminal.send("rm the godfather\r")
      try await terminal.expect("Remove The Godfather (1972) with 1 viewing? [y/N] ")
      try await terminal.send(typed + "\r")
      let seen = try await terminal.expectPrompt()
      #expect(seen.contains(isRemoved ? "Removed The Godfather (1972)" : "Nothing was removed."))
      #expect(try await filmz.answer(to: "ls").array.count == (isRemoved ? 0 : 1))
    }
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func cancelingAQuestionMeansNo(key: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await terminal.send("rm the godfather\r")
      try await terminal.expect("[y/N] ")
      try await terminal.send(key)
      try await terminal.expectPrompt()
      #expect(terminal.status == nil)
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }

  @Test func yesOptionSkipsTheQuestion() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await terminal.send("rm the godfather --yes\r")
      #expect(try await terminal.expectPrompt().contains("Removed The Godfather (1972)"))
    }
  }

  @Test func aSingleCallInATerminalAsksToo() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let terminal = try filmz.openTerminal(["--offline", "rm", "tt0068646"])
      try await terminal.expect("[y/N] ")
      try await terminal.send("y\r")
      #expect(try await terminal.waitForExit() == 0)
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func typedKeysAreNeitherShownNorStoredInTheHistory() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await terminal.send("config set omdb.apiKey -\r")
      try await terminal.expect("omdb.apiKey: ")
      #expect(try !terminal.isEchoing)
      try await terminal.send("s3cr3tkey\r")
      try await terminal.expectPrompt()
      #expect(!terminal.screen.visibleText.contains("s3cr3tkey"))
      #expect(
        try filmz.folder.read("home/config/config.toml") == "omdb.apiKey = \"s3cr3tkey\"\n")
      try await terminal.send("\u{1b}[A")
      try await terminal.send("version\r")
      #expect(try await terminal.expectPrompt().contains("filmz 0."))
      #expect(!terminal.screen.visibleText.contains("s3cr3tkey"))
    }
  }
}
