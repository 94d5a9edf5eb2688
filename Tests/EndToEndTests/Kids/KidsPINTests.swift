import FilmzTestSupport
import Foundation
import Testing

/// The kids filter in the shell: its prompt and its PIN.
struct KidsPINTests {
  @Test func promptShowsTheFilterAndNoHiddenFilm() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "show tt0068646")
      try await shell.send("kids on\r")
      try await shell.expect(/\nfilmz kids> $/)
      try await shell.send("rate . 5\r")
      try await shell.expect(/hidden by the kids filter[\s\S]*\nfilmz kids> $/)
      try await shell.send("kids off\r")
      try await shell.expect(/filmz \(The Godfather\)> $/)
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func pinIsAskedForAndNeverShown() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("kids on --pin\r")
      try await shell.expect("New PIN (4 to 12 digits): ")
      try await shell.send("2468\r")
      try await shell.expect("The new PIN again: ")
      try await shell.send("2468\r")
      let set = try await shell.expectPrompt()
      #expect(set.contains("`kids off` asks for the PIN") && !set.contains("2468"))
      try await shell.send("kids off\r")
      try await shell.expect("PIN: ")
      try await shell.send("1357\r")
      #expect(try await shell.expectPrompt().contains("the PIN is wrong; the kids filter stays on"))
      for line in ["config set kids.on off", "config set kids.ratings R", "config unset kids.on"] {
        #expect(try await shell.answer(to: line).contains("cannot be changed while there is a PIN"))
      }
      try await shell.send("kids off\r")
      try await shell.expect("PIN: ")
      try await shell.send("2468\r")
      #expect(try await shell.expectPrompt().contains("All films are shown"))
      #expect(try await shell.quit() == 0)
    }
  }

  /// The line after a command that asked for the PIN and failed may be the PIN, which is not searched for.
  @Test(arguments: [
    ("24", nil, "a PIN has 4 to 12 digits; nothing was changed"),
    ("2468", "2486", "the PINs differ; nothing was changed"),
  ])
  func wrongAnswersEndTheCommand(first: String, second: String?, error: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("kids on --pin\r")
      try await shell.expect("New PIN (4 to 12 digits): ")
      try await shell.send("\(first)\r")
      if let second {
        try await shell.expect("The new PIN again: ")
        try await shell.send("\(second)\r")
      }
      #expect(try await shell.expectPrompt().contains(error))
      #expect(try await shell.answer(to: "24 68").contains("may be a PIN, so it was not run"))
      #expect(try await shell.answer(to: "1917").contains("1917"))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "off")
      let history = try filmz.folder.read("home/state/history")
      #expect(history.contains("1917") && !history.contains("68"), "\(history)")
      let session = try filmz.folder.read("home/state/session.json")
      #expect(session.contains("1917") && !session.contains("24 68"))
    }
  }

  @Test func lineAfterAWrongPINIsNotRun() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("kids", "on", "--pin", script: "2468\n").status == 0)
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("kids off\r")
      try await shell.expect("PIN: ")
      try await shell.send("1357\r")
      #expect(try await shell.expectPrompt().contains("the PIN is wrong"))
      #expect(try await shell.answer(to: "2468").contains("may be a PIN, so it was not run"))
      #expect(try await shell.quit() == 0)
      #expect(!filmz.folder.exists("home/state/session.json"))
    }
  }

  @Test func missingPINNamesTheHelpOfTheCommand() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      try await shell.send("kids on --pin\r")
      try await shell.expect("New PIN (4 to 12 digits): ")
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("but none was entered; see `help kids on`"))
      #expect(try await shell.answer(to: "help kids on").contains("kids on [options]"))
    }
  }

  /// A PIN that is typed once more as a line is neither searched for nor stored.
  @Test func lineAfterASetPINIsNotRun() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("kids on --pin\r")
      for prompt in ["New PIN (4 to 12 digits): ", "The new PIN again: "] {
        try await shell.expect(prompt)
        try await shell.send("2468\r")
      }
      #expect(try await shell.expectPrompt().contains("`kids off` asks for the PIN"))
      #expect(try await shell.answer(to: "2468").contains("may be a PIN, so it was not run"))
      #expect(try await shell.quit() == 0)
      #expect(!filmz.folder.exists("home/state/session.json"))
    }
  }

  /// While there is a PIN, it is never searched for, also between other lines; other digits are.
  @Test func pinIsNeverRunAsALine() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("kids", "on", "--pin", script: "2468\n").status == 0)
      let shell = try await filmz.openShell(["--offline"])
      for line in ["2468", "2468", "version", "2468", "  2468 ", "\"2468\"", "'24 68'", "2468; version"] {
        let isPIN = line != "version"
        #expect(try await shell.answer(to: line).contains("may be a PIN, so it was not run") == isPIN, "\(line)")
      }
      #expect(!(try await shell.answer(to: "1917")).contains("may be a PIN"))
      #expect(!(try await shell.answer(to: "5")).contains("may be a PIN"))
      #expect(try await shell.quit() == 0)
      for file in ["home/state/history", "home/state/session.json"] where filmz.folder.exists(file) {
        #expect(!(try filmz.folder.read(file)).contains("68"), "\(file)")
      }
    }
  }

  @Test(arguments: ["kids on --pin 5678", "kids off --pin", "kids off --pin=5678"])
  func lineAfterARefusedPINIsNotRun(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: line)
      #expect(try await shell.answer(to: "5678").contains("may be a PIN, so it was not run"))
      #expect(try await shell.answer(to: "1917").contains("1917"))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "off")
      let history = try filmz.folder.read("home/state/history")
      #expect(history.contains("1917") && !history.contains("5678"), "\(history)")
    }
  }

  @Test func nothingIsSetIfTheSecondAnswerIsMissing() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("kids on --pin\r")
      try await shell.expect("New PIN (4 to 12 digits): ")
      try await shell.send("2468\r")
      try await shell.expect("The new PIN again: ")
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("none was entered"))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "off")
    }
  }

  @Test func pinThatIsTypedAsALineIsNotInTheHistory() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "1917")
      try await shell.send("kids on --pin\r")
      for prompt in ["New PIN (4 to 12 digits): ", "The new PIN again: "] {
        try await shell.expect(prompt)
        try await shell.send("2468\r")
      }
      try await shell.expectPrompt()
      for line in ["2468", "24 68", "2468; ls", "kids off 2468", "kids off --pin 2468"] {
        _ = try await shell.answer(to: line)
      }
      _ = try await shell.answer(to: "version")
      #expect(try await shell.quit() == 0)
      let history = try filmz.folder.read("home/state/history")
      #expect(history.contains("1917") && history.contains("version"))
      #expect(!history.contains("68"), "\(history)")
    }
  }

  @Test func pinIsStoredAsAHashInAPrivateFile() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("kids", "on", "--pin", script: "2468\n").status == 0)
      let path = "home/state/kids.json"
      #expect(!(try filmz.folder.read(path)).contains("2468"))
      let attributes = try FileManager.default.attributesOfItem(atPath: filmz.folder.path(of: path))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try await filmz.run("kids", "off", script: "1111\n").status == 1)
      #expect(try await filmz.answer(to: "kids status")["pin"] == true)
      #expect(try await filmz.run("kids", "off", script: "2468\n").status == 0)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "off")
      #expect(try await filmz.answer(to: "kids status")["pin"] == false)
    }
  }

  @Test func damagedPINFileKeepsTheFilterOn() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("kids", "on", "--pin", script: "2468\n").status == 0)
      let file = filmz.folder.url(of: "home/state/kids.json")
      try Data("no JSON".utf8).write(to: file)
      #expect(try await filmz.run("kids", "off", script: "2468\n").status == 1)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "on")
      try FileManager.default.removeItem(at: file)
      #expect(try await filmz.run("kids", "off").status == 0)
    }
  }

  @Test(arguments: ["", "kids.on = off\n", "kids.on = \n", "\u{FFFD} = = ["])
  func pinKeepsTheFilterOnWhateverTheSettingsAre(settings: String) async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("kids", "on", "--pin", script: "2468\n").status == 0)
      try filmz.folder.write(settings, to: "home/config/config.toml")
      #expect(try await filmz.answer(to: "kids status")["kids"] == "on")
      #expect(try await filmz.run("kids", "off", script: "2468\n").status == 0)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "off")
    }
  }

  @Test(arguments: ["12", "12345678901234", "abcd"])
  func pinHasFourToTwelveDigits(pin: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("kids", "on", "--pin", script: pin + "\n")
      #expect(result.status == 64)
      #expect(result.stderr == "filmz: a PIN has 4 to 12 digits; nothing was changed\n")
      #expect(try await filmz.answer(to: "kids status")["kids"] == "off")
    }
  }

  @Test func scriptCannotTurnTheFilterOffIfThereIsAPIN() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("kids", "on", "--pin", script: "2468\n")
      let result = try await filmz.run("-c", "kids off")
      #expect(result.status == 1)
      #expect(try await filmz.answer(to: "kids status")["kids"] == "on")
    }
  }
}
