import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// `note -e`, with shell scripts as editors, which get the path of the file in `$1`.
struct NoteEditorTests {
  @Test func savedTextBecomesTheNote() async throws {
    try await withShell(editor: #"printf 'line "one"\n\nline ★ two\n\n\n' > "$1""#) {
      filmz, shell in
      let output = try await shell.answer(to: "note the godfather -e")
      #expect(output.contains("Note of The Godfather (1972) saved, and added it to the collection"))
      #expect(try await note(filmz) == "line \"one\"\n\nline ★ two")
      #expect(try leftovers(filmz) == [])
    }
  }

  @Test func editorGetsTheCurrentNoteInAPrivateFile() async throws {
    let script = #"""
      cat "$1" > seen
      stat -c %a "$1" "$(dirname "$1")" >> seen
      basename "$1" >> seen
      """#
    try await withShell(editor: script) { filmz, shell in
      _ = try await filmz.answer(to: "note tt0068646 'great fun'")
      #expect(
        try await shell.answer(to: "note the godfather --edit").contains(
          "Note of The Godfather (1972) unchanged"))
      #expect(try filmz.folder.read("seen") == "great fun\n600\n700\nnote.txt\n")
      #expect(try await note(filmz) == "great fun")
      #expect(try leftovers(filmz) == [])
    }
  }

  @Test func emptyTextRemovesTheNote() async throws {
    try await withShell(editor: #"printf ' \n' > "$1""#) { filmz, shell in
      _ = try await filmz.answer(to: "note tt0068646 'great fun'")
      _ = try await shell.answer(to: "show tt0068646")
      #expect(
        try await shell.answer(to: "note -e").contains("Note of The Godfather (1972) removed"))
      #expect(try await note(filmz) == .null)
      #expect(
        try await shell.answer(to: "note -e").contains("Note of The Godfather (1972) unchanged"))
    }
  }

  @Test func unchangedNoteAddsNoFilm() async throws {
    try await withShell(editor: "exit 0") { filmz, shell in
      let output = try await shell.answer(to: "note tt0068646 -e")
      #expect(output.contains("Note of The Godfather (1972) unchanged"))
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test(arguments: [
    #"NAME='a b' sh -c 'echo "$NAME $1" > "$2"' sh -f"#, #"cd .; "$HOME/my editor/run" -f"#,
    #""$HOME/my editor/run" -f"#, #"$HOME/run -f"#, "~/run -f", "./run -f",
  ])
  func editorVariableIsAShellCommand(editor: String) async throws {
    try await FilmzProcess.with { filmz in
      for name in ["run", "my editor/run"] {
        let file = try filmz.folder.write("#!/bin/sh\necho \"a b $1\" > \"$2\"\n", to: name)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
      let shell = try await filmz.openShell(["--offline"], environment: ["EDITOR": editor])
      let output = try await shell.answer(to: "note tt0068646 -e")
      #expect(try await note(filmz) == "a b -f", "\(output)")
    }
  }

  // MARK: - When the editor fails

  @Test(arguments: [
    ("exit 3", "ended with status 3"), ("kill -9 $$", "was terminated by signal 9"),
    ("rm \"$1\"", "left no readable text"), (": > \"$1\"; exit 1", "status 1"),
  ])
  func failedEditorChangesNothing(script: String, reason: String) async throws {
    try await withShell(editor: script) { filmz, shell in
      _ = try await filmz.answer(to: "note tt0068646 'great fun'")
      let output = withoutSpaces(try await shell.answer(to: "note tt0068646 -e"))
      #expect(
        output.contains(withoutSpaces(reason)) && output.contains(";nothingwaschanged"), "\(output)"
      )
      #expect(!output.contains("whatyouwrote"))
      #expect(try await note(filmz) == "great fun")
      #expect(try leftovers(filmz) == [])
    }
  }

  @Test(arguments: ["exit 3", "kill -9 $$", "printf '\\377' >> \"$1\""])
  func savedTextIsKeptIfTheEditorFails(end: String) async throws {
    try await withShell(editor: "echo typed > \"$1\"; \(end)") { filmz, shell in
      _ = try await filmz.answer(to: "note tt0068646 'great fun'")
      let output = withoutSpaces(try await shell.answer(to: "note tt0068646 -e"))
      #expect(try await note(filmz) == "great fun")
      let files = try leftovers(filmz)
      let file = try #require(files.first)
      #expect(files.count == 1)
      #expect(try filmz.folder.read(file).hasPrefix("typed\n"))
      let message = withoutSpaces("what you wrote is in \(filmz.folder.path(of: file))")
      #expect(output.contains(message), "\(output)")
    }
  }

  @Test func textThatIsTooLongIsKeptInItsFile() async throws {
    try await withShell(editor: #"head -c 1000001 /dev/zero | tr '\0' x > "$1""#) { filmz, shell in
      _ = try await filmz.answer(to: "note tt0068646 'great fun'")
      let output = withoutSpaces(try await shell.answer(to: "note tt0068646 -e"))
      #expect(output.contains(withoutSpaces("the note is too long: 1,000,001 bytes")), "\(output)")
      #expect(try await note(filmz) == "great fun")
      let file = try #require(leftovers(filmz).first)
      #expect(output.contains(withoutSpaces("what you wrote is in \(filmz.folder.path(of: file))")))
    }
  }

  @Test func concurrentChangeIsKeptAndTheEditedTextIsSaved() async throws {
    let script = "echo ready; read line; echo \"$line\" > \"$1\""
    try await withShell(editor: script) { filmz, shell in
      _ = try await filmz.answer(to: "note tt0068646 'great fun'")
      for otherNote in ["theirs", "none"] {
        try await shell.send("note tt0068646 -e\r")
        try await shell.expect("ready\n")
        _ = try await filmz.answer(to: "note tt0068646 \(otherNote)")
        let changedNote = try await note(filmz)
        try await shell.send("mine\r")
        let output = withoutSpaces(try await shell.expectPrompt())
        let file = try #require(try leftovers(filmz).first)
        #expect(
          output.contains(
            withoutSpaces(
              "the note on The Godfather was changed in the meantime and stays as it is; what you"
                + " wrote is in \(filmz.folder.path(of: file))")), "\(output)")
        #expect(try filmz.folder.read(file) == "mine\n")
        #expect(try await note(filmz) == changedNote)
        try FileManager.default.removeItem(at: filmz.folder.url(of: file))
      }
    }
  }

  @Test func missingEditorIsReported() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(
        ["--offline"], environment: ["EDITOR": "no-such-editor -w"])
      let output = withoutSpaces(try await shell.answer(to: "note tt0068646 -e"))
      let message = withoutSpaces("the editor no-such-editor -w cannot be run; nothing was changed")
      #expect(output.contains(message), "\(output)")
    }
  }

  // MARK: - The terminal

  @Test func controlCGoesToTheEditorAndThenToTheShell() async throws {
    let script = #"""
      trap 'echo caught > "$1"; kill $!; exit 0' INT
      sleep 60 &
      echo ready
      wait
      """#
    try await withShell(editor: script) { filmz, shell in
      try await shell.send("note tt0068646 -e\r")
      try await shell.expect("ready\n")
      try await shell.send("\u{3}")
      #expect(try await shell.expectPrompt().contains("Note of The Godfather (1972)"))
      #expect(try await note(filmz) == "caught")
      for round in 1...10 {
        try await shell.send("round \(round)\u{3}")
        #expect(try await shell.expectPrompt().contains("^C"))
      }
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func editorEndedByControlCChangesNothing() async throws {
    try await withShell(editor: "echo ready; exec sleep 60") { filmz, shell in
      try await shell.send("note tt0068646 -e\r")
      try await shell.expect("ready\n")
      try await shell.send("\u{3}")
      #expect(withoutSpaces(try await shell.expectPrompt()).contains("wasterminatedbysignal2"))
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func controlCGoesToTheEditorInASingleCommand() async throws {
    let script = #"""
      trap 'echo caught > "$1"; kill $!; exit 0' INT
      sleep 60 &
      echo ready
      wait
      """#
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(
        ["--offline", "note", "tt0068646", "-e"], environment: try editor(script, filmz))
      try await terminal.expect("ready\n")
      try await terminal.send("\u{3}")
      #expect(try await terminal.waitForExit() == 0)
      #expect(try await note(filmz) == "caught")
    }
  }

  @Test func editorAndShellUseTheNewSizeAfterAResize() async throws {
    let script = #"""
      trap 'stty size > "$1"; kill $!; exit 0' WINCH
      sleep 60 &
      echo ready
      wait
      """#
    try await withShell(editor: script) { filmz, shell in
      try await shell.send("note tt0068646 -e\r")
      try await shell.expect("ready\n")
      try shell.resize(rows: 30, columns: 60)
      try await shell.expectPrompt()
      #expect(try await note(filmz) == "30 60")
      let long = String(repeating: "long ", count: 12)
      try await shell.send("search " + long + "end")
      try await shell.expect("end")
      // Ctrl-A reaches the row of the prompt only if the shell knows the new width.
      try await shell.send("\u{1}x")
      try await shell.expect("x")
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      #expect(shell.screen.visibleText.contains("filmz (The Godfather)> xsearch long"))
    }
  }

  @Test func terminalIsRestoredAfterAnEditorThatLeavesItRaw() async throws {
    try await withShell(editor: "stty raw -echo; echo x > \"$1\"; kill -9 $$") { _, shell in
      _ = try await shell.answer(to: "note tt0068646 -e")
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
      #expect(try await shell.quit() == 0)
      #expect(try shell.isCanonical && shell.isEchoing)
    }
  }

  @Test func terminatedShellEndsTheEditorAndKeepsTheText() async throws {
    let script = #"""
      trap 'echo bye > "$1"; kill $!; exit 1' HUP
      sleep 60 &
      echo ready
      wait
      """#
    try await withShell(editor: script) { filmz, shell in
      try await shell.send("note tt0068646 -e\r")
      try await shell.expect("ready\n")
      shell.kill(SIGTERM)
      #expect(try await shell.waitForExit() == 143)
      let file = try #require(try leftovers(filmz).first)
      #expect(try filmz.folder.read(file) == "bye\n")
    }
  }

  @Test func editorReadsTypedInput() async throws {
    try await withShell(editor: "echo ready; read line; echo \"$line\" > \"$1\"") { filmz, shell in
      try await shell.send("note tt0068646 -e\r")
      try await shell.expect("ready\n")
      try await shell.send("typed by hand\r")
      try await shell.expectPrompt()
      #expect(try await note(filmz) == "typed by hand")
    }
  }

  @Test func editorNeedsATerminal() async throws {
    let message = "an editor needs a terminal; use `note TARGET TEXT`"
    try await FilmzProcess.with { filmz in
      let single = try await filmz.run("--offline", "note", "tt0068646", "-e")
      #expect(single.status == 64)
      #expect(single.errorLines == ["filmz: " + message])
      let script = try await filmz.run(["--offline"], script: "note tt0068646 -e\n")
      #expect(script.status == 1)
      #expect(script.errorLines == ["line 1: " + message])
      let terminal = try filmz.openTerminal(["--offline", "-c", "note tt0068646 -e"])
      #expect(try await terminal.waitForExit() == 1)
      #expect(terminal.screen.newText.contains(message))
    }
  }

  @Test func onlyOneFilmIsEditedAtATime() async throws {
    try await withShell(editor: "exit 0") { _, shell in
      let output = try await shell.answer(to: "note tt0068646 tt0133093 -e")
      #expect(output.contains("note -e takes one film, not 2; see `help note`"))
    }
  }

  // MARK: - Helpers

  private func withShell(
    editor script: String, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(
        ["--offline"], environment: try editor(script, filmz))
      try await body(filmz, shell)
    }
  }

  /// Returns variables that make a script the editor, by a command line with quotes and arguments.
  private func editor(_ script: String, _ filmz: FilmzProcess) throws -> [String: String?] {
    let file = try filmz.folder.write("set -u\n" + script + "\n", to: "my editor.sh")
    return ["EDITOR": "sh '\(file.path)'", "VISUAL": "false"]
  }

  private func note(_ filmz: FilmzProcess) async throws -> JSON? {
    try await filmz.answer(to: "show tt0068646")["notes"]
  }

  /// Returns the files of edited notes that still exist.
  private func leftovers(_ filmz: FilmzProcess) throws -> [String] {
    try filmz.folder.files().filter { $0.contains("/edit-") || $0.contains("/kept-") }
  }

  /// Returns a string without white space, because the screen may wrap its lines anywhere.
  private func withoutSpaces(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
