import FilmzTestSupport
import Testing

/// `comment -e` and `comment edit`, with shell scripts as editors, which get the path of the file in `$1`.
struct CommentEditorTests {
  private func texts(_ filmz: FilmzProcess) async throws -> [String?] {
    try await filmz.answer(to: "comments tt0113277").each("text").map { $0?.string }
  }

  private func withShell(
    editor: String, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editor, to: "editor")
      let shell = try await filmz.openShell(["--offline"], environment: ["EDITOR": "sh ./editor"])
      _ = try await shell.answer(to: "show tt0113277")
      try await body(filmz, shell)
    }
  }

  @Test func savedTextBecomesAComment() async throws {
    try await withShell(editor: #"printf '\nline one\n\nline two\n\n' > "$1""#) { filmz, shell in
      let output = try await shell.answer(to: "comment -e")
      #expect(output.contains("Comment on Heat (1995) added as someone"))
      #expect(try await texts(filmz) == ["line one\n\nline two"])
    }
  }

  @Test(arguments: [("exit 0", "unchanged"), ("printf ' ' > \"$1\"", "cannot be blank")])
  func textThatIsBlankOrTheSameChangesNothing(editor: String, answer: String) async throws {
    try await withShell(editor: editor) { filmz, shell in
      #expect(
        try await shell.answer(to: "comment -e").contains("No comment on Heat (1995) was added"))
      _ = try await shell.answer(to: "comment fun")
      _ = try await shell.answer(to: "comments")
      #expect(try await shell.answer(to: "comment edit 1").contains(answer))
      #expect(try await texts(filmz) == ["fun"])
      #expect(try await filmz.answer(to: "log").array.count == 1)
    }
  }

  @Test func editorGetsTheOldText() async throws {
    try await withShell(editor: #"sed -i s/fun/joy/ "$1""#) { filmz, shell in
      _ = try await shell.answer(to: "comment great fun")
      _ = try await shell.answer(to: "comments")
      let output = try await shell.answer(to: "comment edit 1")
      #expect(output.contains("Comment on Heat (1995) changed (was \"great fun\")"))
      #expect(try await texts(filmz) == ["great joy"])
    }
  }

  @Test func commentThatWasChangedMeanwhileStaysAsItIs() async throws {
    try await withShell(editor: "") { filmz, shell in
      _ = try await shell.answer(to: "comment fun")
      _ = try await shell.answer(to: "comments")
      let other = "comments tt0113277; comment edit 1 better"
      try filmz.folder.write(
        "echo x > \"$1\"; \"\(filmz.executable)\" --offline -c '\(other)' >/dev/null", to: "editor")
      let output = try await shell.answer(to: "comment edit 1")
      #expect(
        output.replacing("\n", with: " ").contains("the comment on Heat (1995) was changed in the"))
      #expect(try await texts(filmz) == ["better"])
    }
  }
}
