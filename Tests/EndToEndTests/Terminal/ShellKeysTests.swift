import FilmzTestSupport
import Foundation
import Testing

/// Keys that edit a line.
struct ShellKeysTests {
  /// The keys are typed into a note, which accepts any text.
  @Test(arguments: [
    ("abc def\u{1b}b\u{1b}bX\u{1b}fY", "XabcY def"), ("abc def\u{1b}b\u{1b}d\u{7f}", "abc"),
    ("abc def\u{1b}[1;5DX\u{1b}[1;5D\u{1b}[1;5DY\u{1b}[1;5CZ", "YabcZ Xdef"),
    ("abc def\u{17}x\u{19}", "abc xdef"),
    ("abcd\u{2}\u{2}\u{b}x\u{19}", "abxcd"), ("ab\u{1b}[D\u{1b}[3~c", "ac"),
    ("ab\u{1b}[D\u{4}\u{4}c", "ac"), ("abc\u{4}", "abc"), ("a\u{1b}[200~b\u{1b}[201~c", "abc"),
    ("abc\u{1b}[F\u{1b}OFd\u{1b}[4~e", "abcde"),
  ])
  func editingKeysChangeTheLine(keys: String, text: String) async throws {
    try await expectNote(keys, text)
  }

  @Test(arguments: [
    ("a千と\u{1b}[D\u{7f}b", "abと"), ("a👩‍👩‍👧\u{7f}b", "ab"), ("a👍🏽b\u{1b}[D\u{1b}[Dx", "ax👍🏽b"),
    ("a👍🏽b\u{2}\u{2}\u{4}x", "axb"), ("q\u{303}x\u{2}\u{7f}y", "yx"), ("🇩🇪🇫🇷\u{7f}x", "🇩🇪x"),
    ("Ame\u{301}lie", "Am\u{E9}lie"),
    ("a\u{1F468}\u{200D}\u{1F469}", "a\u{1F468}\u{200D}\u{1F469}"),
  ])
  func graphemeClustersAreMovedOverAndDeletedWhole(keys: String, text: String) async throws {
    for environment in [["LC_ALL": "C.UTF-8"], ["LC_ALL": "C"], ["LC_ALL": nil, "LANG": nil]] {
      try await expectNote(keys, text, environment: environment)
    }
  }

  @Test func lettersAreRedrawnWithALaterCombiningAccent() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("Ame\u{301}lie\u{1}x")
      try await shell.expect("x")
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      #expect(shell.screen.visibleText.contains("filmz> xAm\u{E9}lie^C"))
    }
  }

  @Test func historySearchComposesCombiningAccents() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "search amélie")
      _ = try await shell.answer(to: "stats")
      try await shell.send("\u{12}ame\u{301}l\r")
      #expect(try await shell.expectPrompt().contains("2001"))
      let lines = "search amélie\nstats\nsearch amélie\n"
      #expect(try filmz.folder.read("home/state/history") == lines)
    }
  }

  @Test func combiningAccentsAfterCtrlVAreNotComposed() async throws {
    try await expectNote("ab\u{16}\u{327}c", "ab\u{327}c")
    try await expectNote("abe\u{16}\u{301}c", "abe\u{301}c")
  }

  // MARK: - Bindings of the user

  @Test func bindingsInEditrcAreUsed() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "bind \"^A\" ed-move-to-end\nfilmz:bind -s \"^G\" \"!!\"\n", to: ".editrc")
      try await expectNote("abc\u{2}\u{1}d\u{7}", "abcd!!", in: filmz)
    }
  }

  @Test(arguments: [
    ("abcx\u{1b}xa d", "abc d"), ("bc\u{1b}[Ha\u{1b}[Fd", "abcd"), ("bc\u{1b}[D\u{1b}[Da", "abc"),
    ("abc def\u{1b}[1;5DX\u{1b}[3~", "abc Xef"), ("abc\u{1b}hix", "axbc"), ("a b\u{17}c", "a c"),
    ("abc\u{1b}0Dib", "b"), ("ab\u{5}c", "abc"), ("abc\u{1}!", "abc-!"), ("a👍🏽\u{7f}b", "ab"),
  ])
  func viKeysWorkTogetherWithOtherBindings(keys: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("# mine\nbind -v\nbind -s \"^A\" \"-\"\n", to: ".editrc")
      let noteKeys = keys.hasPrefix("bc") || keys.contains("\u{1b}0D") ? nil : keys
      guard let noteKeys else { return try await expectLine(keys, text, in: filmz) }
      try await expectNote(noteKeys, text, in: filmz)
    }
  }

  @Test func viEndOfLineWorksOnAnEmptyLine() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("bind -v\n", to: ".editrc")
      try await expectLine("\u{1b}$iversion", "version", in: filmz)
    }
  }

  @Test func ctrlRAndCtrlDWorkInViMode() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("bind -v\n", to: ".editrc")
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "version")
      _ = try await shell.answer(to: "stats")
      try await shell.send("\u{12}vers\r")
      #expect(try await shell.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await shell.send("\u{4}")
      #expect(try await shell.waitForExit() == 0)
      #expect(!shell.screen.rawOutput.contains("^D"))
    }
  }

  // MARK: - Disabled commands of libedit

  /// Libedit's command prompt reads a line of `~/.editrc`, and crashes if a quote is not closed.
  @Test(arguments: [
    ("", "\u{1b}x"), ("", "\u{1b}X"), ("bind -v\n", "\u{1b}:"),
    ("bind \"^G\" ed-command\n", "\u{7}"),
    ("bind -v\nbind -a \"^G\" ed-command\n", "\u{1b}\u{7}"), ("bind \"^A\nbind \"^G\" x\n", ""),
  ])
  func noKeyOpensTheCommandPrompt(editrc: String, keys: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editrc, to: ".editrc")
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: keys + "\"")
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
    }
  }

  @Test(arguments: ["", "bind -a \"^G\" vi-histedit\n"])
  func noViKeyStartsAnEditor(editrc: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("bind -v\n" + editrc, to: ".editrc")
      let editor = try filmz.folder.write("#!/bin/sh\n: > ran\n", to: "editor").path
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
      let shell = try await filmz.openShell(["--offline"], environment: ["EDITOR": editor])
      #expect(try await shell.answer(to: "version\u{1b}v\u{7}").contains("filmz 0."))
      #expect(try await shell.quit() == 0)
      #expect(!filmz.folder.exists("ran"))
    }
  }

  @Test func linesAfterAnInvalidLineOfEditrcAreUsed() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("bind \"^A\nbind -s \"^G\" \"!!\"\n", to: ".editrc")
      try await expectNote("abc\u{7}", "abc!!", in: filmz)
    }
  }

  // MARK: - Ctrl-D

  @Test func ctrlDOnAnEmptyLineIsNotEchoed() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("ab\u{1}\u{4}\u{4}version\r")
      #expect(try await shell.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await shell.send("\u{4}")
      #expect(try await shell.waitForExit() == 0)
      #expect(shell.screen.newText.hasSuffix("\n") && !shell.screen.newText.contains("^D"))
    }
  }

  // MARK: - Helpers

  private func expectNote(
    _ keys: String, _ text: String, environment: [String: String?] = [:]
  ) async throws {
    try await FilmzProcess.with { filmz in
      try await expectNote(keys, text, in: filmz, environment: environment)
    }
  }

  /// Types keys into a note, and compares the stored note with a text.
  private func expectNote(
    _ keys: String, _ text: String, in filmz: FilmzProcess, environment: [String: String?] = [:]
  ) async throws {
    let shell = try await filmz.openShell(["--offline"], environment: environment)
    let seen = try await shell.answer(to: "note tt0068646 '" + keys + "\u{5}'")
    #expect(try await shell.quit() == 0)
    let note = try await filmz.answer(to: "show tt0068646")["notes"]
    #expect(note?.string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(seen)")
  }

  /// Types the keys of a line, and compares the line in the history with a text.
  private func expectLine(_ keys: String, _ text: String, in filmz: FilmzProcess) async throws {
    let shell = try await filmz.openShell(["--offline"])
    _ = try await shell.answer(to: keys)
    #expect(try filmz.folder.read("home/state/history") == text + "\n")
  }
}
