import FilmzTestSupport
import Foundation
import Testing

/// `list edit`, with shell scripts as editors, which get the path of the file in `$1`.
struct FilmListEditorTests {
  private static let (heat, godfather, matrix) = ("tt0113277", "tt0068646", "tt0133093")
  private static let alien = "tt0078748"

  /// Each case has a script, the films after it, and the summary before the list is saved.
  @Test(arguments: [
    (
      "sort -r \"$1\" > x; cp x \"$1\"", [matrix, heat, godfather],
      "List \"Noir\": 1 film moved"
    ),
    (
      "echo Alien >> \"$1\"", [heat, godfather, matrix, alien], "List \"Noir\": 1 film added"
    ),
    (
      "printf 'tt0078748\\ntt0133093 x\\n# tt0110912\\n\\ntt0113277\\ntt0078748\\ntt0068646\\n' > \"$1\"",
      [alien, matrix, heat, godfather], "List \"Noir\": 1 film moved and 1 added"
    ),
  ])
  func editedListIsSaved(
    script: String, films: [String], summary: String
  ) async throws {
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "list edit noir")
      #expect(output.contains(summary) && output.contains("Saved the list \"Noir\""), "\(output)")
      #expect(output.contains("Added Alien (1979)") == films.contains(Self.alien))
      #expect(try await Self.films(filmz) == films)
      #expect(try await filmz.answer(to: "log").array.count == 3)
      #expect(try Self.leftovers(filmz) == [])
      _ = try await filmz.answer(to: "undo")
      #expect(try await Self.films(filmz) == [Self.heat, Self.godfather, Self.matrix])
    }
  }

  @Test func editorGetsOneFilmOnEachLine() async throws {
    try await Self.withShell(editor: "cat \"$1\" > seen") { filmz, shell in
      let output = try await shell.answer(to: "list edit Noir")
      #expect(output.contains("The list \"Noir\" is unchanged"), "\(output)")
      let lines = try filmz.folder.read("seen").split(separator: "\n").map(String.init)
      #expect(lines.filter { $0.hasPrefix("#") }.count == 3)
      #expect(
        lines.suffix(3) == [
          "tt0113277  Heat (1995)", "tt0068646  The Godfather (1972)",
          "tt0133093  The Matrix (1999)",
        ])
      #expect(try await filmz.answer(to: "log").array.count == 2)
    }
  }

  /// What the editor saved is saved, without a further question.
  @Test func removalIsSaved() async throws {
    try await Self.withShell(editor: "sed -i /tt0068646/d \"$1\"") { filmz, shell in
      let output = try await shell.answer(to: "list edit Noir")
      #expect(output.contains("List \"Noir\": 1 film removed"), "\(output)")
      #expect(!output.contains("[y/N]") && output.contains("Saved the list \"Noir\""))
      #expect(try await Self.films(filmz) == [Self.heat, Self.matrix])
      #expect(try Self.leftovers(filmz) == [])
      _ = try await filmz.answer(to: "undo")
      #expect(try await Self.films(filmz) == [Self.heat, Self.godfather, Self.matrix])
    }
  }

  @Test func lineThatIsNoFilmChangesNothingAndTheTextIsKept() async throws {
    let script = "sed -i '/^#/d' \"$1\"; sed -i '1d;2i zzzqqq xyzzy' \"$1\"; cat \"$1\" > written"
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "list edit Noir")
      #expect(output.contains("line 1, \"zzzqqq xyzzy\": no film called"), "\(output)")
      #expect(output.contains("nothing was changed; what you wrote is in"), "\(output)")
      #expect(try await Self.films(filmz) == [Self.heat, Self.godfather, Self.matrix])
      let file = try #require(try Self.leftovers(filmz).first)
      #expect(try filmz.folder.read(file) == filmz.folder.read("written"))
    }
  }

  @Test(arguments: [": > \"$1\"", "echo '# nothing' > \"$1\""])
  func textWithoutFilmsChangesNothing(script: String) async throws {
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "list edit Noir")
      #expect(output.contains("unchanged, because the text has no films"), "\(output)")
      #expect(try await Self.films(filmz) == [Self.heat, Self.godfather, Self.matrix])
      #expect(try Self.leftovers(filmz) == [])
    }
  }

  @Test func changesInTheMeantimeStay() async throws {
    let script = "echo ready; read line; sed -i /tt0068646/d \"$1\"; echo tt0110912 >> \"$1\""
    try await Self.withShell(editor: script) { filmz, shell in
      try await shell.send("list edit Noir\r")
      try await shell.expect("ready\n")
      _ = try await filmz.answer(
        to: "list add Noir tt0078748 --at 1; list remove Noir heat; list rename Noir Films")
      try await shell.send("go\r")
      let output = try await shell.expectPrompt()
      #expect(output.contains("Saved the list"), "\(output)")
      let films = try await filmz.answer(to: "list show Films").each("id")
      #expect(films == [.string(Self.alien), .string(Self.matrix), "tt0110912"])
    }
  }

  @Test func listThatWasDeletedInTheMeantimeIsReportedAndTheTextIsKept() async throws {
    let script = "echo ready; read line; echo tt0110912 >> \"$1\""
    try await Self.withShell(editor: script) { filmz, shell in
      try await shell.send("list edit Noir\r")
      try await shell.expect("ready\n")
      _ = try await filmz.answer(to: "list delete Noir --yes")
      try await shell.send("go\r")
      let output = try await shell.expectPrompt()
      #expect(output.contains("no list called \"Noir\"") && output.contains("what you wrote is in"))
      #expect(try Self.leftovers(filmz).count == 1)
      #expect(try await filmz.answer(to: "list") == [])
    }
  }

  // MARK: - Helpers

  private static func withShell(
    editor script: String, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: FilmListVerbTests.setup)
      let file = try filmz.folder.write("set -u\n" + script + "\n", to: "my editor.sh")
      let shell = try await filmz.openShell(
        ["--offline"], columns: 200, environment: ["EDITOR": "sh '\(file.path)'", "VISUAL": nil])
      try await body(filmz, shell)
    }
  }

  private static func films(_ filmz: FilmzProcess) async throws -> [String] {
    try await filmz.answer(to: "list show Noir").each("id").compactMap { $0?.string }
  }

  /// Returns the edited texts that still exist.
  private static func leftovers(_ filmz: FilmzProcess) throws -> [String] {
    try filmz.folder.files().filter { $0.contains("/edit-") || $0.contains("/kept-") }
  }
}
