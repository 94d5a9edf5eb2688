import FilmzTestSupport
import Foundation
import Testing

/// `edit` without fields, with shell scripts as editors, which get the path of the file in `$1`.
struct RecordEditorTests {
  private static let heat = "tt0113277"

  @Test func editorGetsTheKnownFactsAndOwnOnesAreMarked() async throws {
    try await Self.withShell(editor: "cat \"$1\" > seen") { filmz, shell in
      _ = try await filmz.answer(to: "edit heat year=1996 genres=none")
      let output = try await shell.answer(to: "edit heat")
      #expect(output.contains("Nothing changed"), "\(output)")
      let lines = try filmz.folder.read("seen").split(separator: "\n").map(String.init)
      #expect(lines.first == "# Heat (1996) · tt0113277")
      #expect(lines.prefix { $0.hasPrefix("#") }.count == 4)
      #expect(lines.dropFirst(4).starts(with: ["title: Heat", "originalTitle:", "# yours:"]))
      #expect(Self.line(after: "# yours:", in: lines) == "year: 1996")
      #expect(lines.contains("genres: none") && lines.contains("type: movie"))
      #expect(lines.count { $0 == "# yours:" } == 2)
      #expect(try await filmz.answer(to: "log").array.count == 1)
      #expect(try Self.leftovers(filmz) == [])
    }
  }

  /// M10: what differs is written and printed, and is undone as one step.
  @Test func changedLinesAreWrittenAndPrinted() async throws {
    let script =
      #"sed -i 's/^year: .*/year: 1996/; s/^runtimeMinutes:.*/runtimeMinutes: 200/' "$1""#
    try await Self.withShell(editor: script) { filmz, shell in
      let before = try await filmz.answer(to: "show heat")
      let output = try await shell.answer(to: "edit heat")
      #expect(
        output.contains("Edited Heat (1996): year 1995 → 1996; runtimeMinutes 170 → 200"),
        "\(output)")
      let film = try await filmz.answer(to: "show heat")
      #expect(film["year"] == 1996 && film["runtimeMinutes"] == 200)
      #expect(film["own"] == ["year", "runtimeMinutes"])
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "show heat") == before)
    }
  }

  @Test func emptiedOwnValueIsTakenBack() async throws {
    try await Self.withShell(editor: "sed -i 's/^year:.*/year:/' \"$1\"") { filmz, shell in
      _ = try await filmz.answer(to: "edit heat year=1996 runtimeMinutes=200")
      let output = try await shell.answer(to: "record edit heat")
      #expect(output.contains("year 1996 → 1995"), "\(output)")
      #expect(try await filmz.answer(to: "show heat")["own"] == ["runtimeMinutes"])
    }
  }

  /// Each case has a wrong line, and the reason that the editor shows above it.
  @Test(arguments: [
    ("year: soon", "year"), ("yer: 1998", "did you mean year?"), ("year 1998", "FIELD: VALUE"),
    ("title:", "the title must not be empty"), ("plot: a\nplot: b", "plot is there twice"),
  ])
  func wrongLineOpensTheEditorAgainWithTheReason(line: String, reason: String) async throws {
    // The second time, the file is kept and corrected.
    let script = """
      if test -e again; then cat "$1" > seen; echo 'year: 1998' > "$1"
      else touch again; printf '\(line.replacing("\n", with: "\\n"))\\n' > "$1"; fi
      """
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "edit heat")
      #expect(output.contains("year 1995 → 1998"), "\(output)")
      let lines = try filmz.folder.read("seen").split(separator: "\n").map(String.init)
      let index = try #require(lines.firstIndex { $0.hasPrefix("# wrong: ") })
      #expect(lines[index].contains(reason), "\(lines)")
      #expect(lines[index + 1] == line.split(separator: "\n").last.map(String.init))
      #expect(try await filmz.answer(to: "show heat")["own"] == ["year"])
      #expect(try Self.leftovers(filmz) == [])
    }
  }

  @Test func wrongTextThatIsLeftAsItIsChangesNothingAndIsKept() async throws {
    let script = "test -e again || { touch again; echo 'year: soon' > \"$1\"; }"
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "edit heat")
      #expect(output.contains("nothing changed"), "\(output)")
      #expect(output.contains("what you wrote is in"), "\(output)")
      #expect(try await filmz.answer(to: "record ls") == [])
      let file = try #require(try Self.leftovers(filmz).first)
      #expect(try filmz.folder.read(file).contains("year: soon"))
    }
  }

  @Test(arguments: [": > \"$1\"", "echo '# nothing' > \"$1\"", "echo > \"$1\""])
  func emptiedFileCancels(script: String) async throws {
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "edit heat")
      #expect(output.contains("Nothing changed"), "\(output)")
      #expect(try await filmz.answer(to: "log") == [])
      #expect(try Self.leftovers(filmz) == [])
    }
  }

  @Test func failedEditorChangesNothing() async throws {
    try await Self.withShell(editor: "exit 1") { filmz, shell in
      let output = try await shell.answer(to: "edit heat")
      #expect(output.contains("ended with status 1"), "\(output)")
      #expect(output.contains("nothing was changed"), "\(output)")
      #expect(try await filmz.answer(to: "log") == [])
    }
  }

  @Test func filmThatWasRemovedInTheMeantimeIsReportedAndTheTextIsKept() async throws {
    let script = "echo ready; read line; sed -i 's/^year: .*/year: 2020/' \"$1\""
    try await Self.withShell(editor: script) { filmz, shell in
      let row = try await filmz.answer(to: "record new title=Graz year=2019").array.first
      let id = try #require(row?["id"]?.string)
      try await shell.send("edit \(id)\r")
      try await shell.expect("ready\n")
      _ = try await filmz.answer(to: "record rm \(id) --yes")
      try await shell.send("go\r")
      let output = try await shell.expectPrompt()
      #expect(output.contains("what you wrote is in"), "\(output)")
      #expect(try await filmz.answer(to: "record ls") == [])
      #expect(try Self.leftovers(filmz).count == 1)
    }
  }

  // MARK: - New films

  @Test(arguments: ["record new", "record new --add"])
  func newFilmIsEnteredInTheEditor(line: String) async throws {
    let script =
      #"cp "$1" seen; sed -i 's/^title:.*/title: Graz/; s/^year:.*/year: 2019/; s/^genres:.*/genres: Drama/' "$1""#
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: line)
      #expect(output.contains("Entered Graz (2019)"), "\(output)")
      let lines = try filmz.folder.read("seen").split(separator: "\n").map(String.init)
      #expect(lines.first == "# A new film" && lines.contains("title:") && lines.contains("year:"))
      let film = try await filmz.answer(to: "record ls").array.first
      #expect(film?["title"] == "Graz" && film?["year"] == 2019 && film?["type"] == "movie")
      #expect(film?["genres"] == ["Drama"] && film?["inCollection"] == .bool(line.hasSuffix("--add")))
      #expect(try Self.leftovers(filmz) == [])
    }
  }

  @Test func newFilmNeedsATitleAndAYear() async throws {
    let script =
      #"if test -e again; then cp "$1" seen; sed -i 's/^year:.*/year: 2019/' "$1"; "#
      + #"else touch again; sed -i 's/^title:.*/title: Graz/' "$1"; fi"#
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "record new")
      #expect(output.contains("Entered Graz (2019)"), "\(output)")
      #expect(try filmz.folder.read("seen").hasPrefix("# wrong: year must not be empty\n"))
    }
  }

  @Test(arguments: [":", ": > \"$1\""])
  func newFilmWithoutFactsIsNotEntered(script: String) async throws {
    try await Self.withShell(editor: script) { filmz, shell in
      let output = try await shell.answer(to: "record new")
      #expect(output.contains("Nothing was changed."), "\(output)")
      #expect(try await filmz.answer(to: "record ls") == [])
    }
  }

  @Test(arguments: ["record new", "note tt0113277 -e"])
  func missingEditorIsNamed(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let environment: [String: String?] = ["EDITOR": nil, "VISUAL": nil, "PATH": filmz.folder.path]
      let shell = try await filmz.openShell(["--offline"], environment: environment)
      #expect(try await shell.answer(to: line).contains("no editor was found; set EDITOR, as in EDITOR=nano"))
    }
  }

  @Test func editorNeedsATerminal() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "edit", "heat")
      #expect(result.status == 64 && result.errorLines.count == 1)
      #expect(result.stderr.contains("use `edit TARGET FIELD=VALUE`"))
    }
  }

  // MARK: - Helpers

  private static func withShell(
    editor script: String, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      let file = try filmz.folder.write("set -u\n" + script + "\n", to: "my editor.sh")
      let shell = try await filmz.openShell(
        ["--offline"], columns: 300, environment: ["EDITOR": "sh '\(file.path)'", "VISUAL": nil])
      try await body(filmz, shell)
    }
  }

  private static func line(after mark: String, in lines: [String]) -> String? {
    lines.firstIndex(of: mark).map { lines[$0 + 1] }
  }

  /// Returns the edited texts that still exist.
  private static func leftovers(_ filmz: FilmzProcess) throws -> [String] {
    try filmz.folder.files().filter { $0.contains("/edit-") || $0.contains("/kept-") }
  }
}
