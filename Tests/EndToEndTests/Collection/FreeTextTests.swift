import FilmzTestSupport
import Testing

/// A text for the selected film that may be a title changes no film, and the message has both meanings.
struct FreeTextTests {
  /// Each case has a line after `show heat`, and the command lines of its meanings.
  @Test(arguments: [
    (
      "from russia with love",
      ["search \"From Russia with Love\"", "from . \"russia with love\""]
    ),
    (
      "from russia with love by Oma",
      ["search \"From Russia with Love\"", "from . \"russia with love by Oma\""]
    ),
    ("from dusk till dawn", ["search \"From Dusk Till Dawn\"", "from . \"dusk till dawn\""]),
    ("comment ca va", ["search \"Comment ça va?\"", "comment . \"ca va\""]),
    (
      "note some like it hot",
      ["note \"Some Like It Hot\" TEXT", "note . \"some like it hot\""]
    ),
    (
      "note the matrix great film",
      ["note \"The Matrix\" \"great film\"", "note . \"the matrix great film\""]
    ),
    (
      "comment princess bride is fun",
      ["comment \"The Princess Bride\" \"is fun\"", "comment . \"princess bride is fun\""]
    ),
    ("comment parasite", ["comment \"Parasite\" TEXT", "comment . \"parasite\""]),
    ("comment It", ["comment \"It\" TEXT", "comment . \"It\""]),
    ("note heat 1995 again", ["note \"Heat\" \"again\"", "note . \"heat 1995 again\""]),
    ("note 12 angry men", ["note \"12 Angry Men\" TEXT", "note . \"12 angry men\""]),
    ("comment 3 idiots again", ["comment \"3 Idiots\" \"again\"", "comment . \"3 idiots again\""]),
    ("from amélie", ["from \"Amélie\" NAME", "from . \"amélie\""]),
    ("tag parasite", ["tag \"Parasite\" TAG", "tag . \"parasite\""]),
    ("tag team noir", ["search \"Tag Team\"", "tag team \"noir\""]),
  ])
  func nothingIsDone(line: String, meanings: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try await makeRecords(filmz)
      let result = try await filmz.run(["--offline"], script: "show tt0113277\n\(line)")
      #expect(result.status == 1)
      let lines = meanings.map { "`\($0)`" }.joined(separator: " or ")
      #expect(
        result.errorLines.last == "line 2: `\(line)` can mean several things; use \(lines)",
        "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// Both meanings of a number before words that are a title with it are shown.
  @Test func numbersOfResultsAreNotTakenFromTitles() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(
        ["--offline"], script: "search godfather\nnote 3 idiots\nnote 3 fine")
      #expect(
        result.errorLines == [
          "line 2: `note 3 idiots` can mean several things; use `note \"3 Idiots\" TEXT` or `note 3 \"idiots\"`"
        ])
      #expect(try await filmz.answer(to: "show tt0099674")["notes"] == "fine")
    }
  }

  /// Each case has a line after `show heat`, and the value that it sets.
  @Test(arguments: [
    ("comment It was fun", "comments", "It was fun"),
    ("comment . from russia with love", "comments", "from russia with love"),
    ("comment \"ca va\"", "comments", "ca va"), ("note the acting was great", "notes", "the acting was great"),
    ("note parasite is better", "notes", "parasite is better"),
    ("note \"some like it hot\"", "notes", "some like it hot"), ("from Ines", "recommendedBy", "Ines"),
    ("from \"russia with love\"", "recommendedBy", "russia with love"), ("tag noir", "tags", "noir"),
    ("tag \"parasite\"", "tags", "parasite"),
  ])
  func textIsStored(line: String, field: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      try await makeRecords(filmz)
      let result = try await filmz.run(["--offline"], script: "show tt0113277\n\(line)")
      #expect(result.status == 0, "\(result.stderr)")
      let film = try await filmz.answer(to: "show tt0113277")
      switch field {
      case "comments": #expect(film["comments"]?.array.map { $0["text"] } == [.string(text)])
      case "tags": #expect(film["tags"] == [.string(text)])
      default: #expect(film[field] == .string(text))
      }
    }
  }

  /// Dashes in a text that was typed in a shell belong to it; each case has a line after `show heat`, and the value.
  @Test(arguments: [
    ("note a -> b", "notes", "a -> b"), ("note 1 -- great", "notes", "-- great"),
    ("note good -- but long", "notes", "good -- but long"), ("note -> wow; -x", "notes", "-> wow; -x"),
    ("note . -- -x and --edit", "notes", "-x and --edit"), ("note -- \"fine\"", "notes", "fine"),
    ("from --Ann", "recommendedBy", "--Ann"), ("comment 1 -- great", "comments", "-- great"),
    ("comment a <- b --", "comments", "a <- b --"), ("note heat --edti", "notes", nil),
  ])
  func dashesOfATypedTextAreKept(line: String, field: String, text: String?) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "search heat")
      _ = try await shell.answer(to: "show 1")
      let output = try await shell.answer(to: line)
      let film = try await filmz.answer(to: "show tt0113277")
      let value = field == "comments" ? film["comments"]?.array.first?["text"] : film[field]
      #expect(value == text.map(JSON.string) ?? .null, "\(output)")
      #expect(text != nil || output.contains("did you mean --edit?"), "\(output)")
    }
  }

  /// In scripts, they are options.
  @Test func unknownOptionOfAScriptIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "show tt0113277\nnote a -> b")
      #expect(result.errorLines == ["line 2: note has no option ->; see `help note`"])
    }
  }

  @Test(arguments: [("tag", "tags"), ("from", "recommendedBy")])
  func valuesInUseAreNoTitles(verb: String, field: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "\(verb) tt0113277 parasite")
      _ = try await filmz.answer(to: "show tt0078748; \(verb) parasite")
      let value = try await filmz.answer(to: "show tt0078748")[field]
      #expect(value == (field == "tags" ? ["parasite"] : "parasite"))
    }
  }

  /// Makes own records of a film and a series whose titles begin with verbs.
  private func makeRecords(_ filmz: FilmzProcess) async throws {
    let script = """
      record new title="Comment ça va?" year=1976
      record new title="Tag Team" year=1991
      """
    let result = try await filmz.run(["--offline"], script: script)
    #expect(result.status == 0, "\(result.stderr)")
  }
}
