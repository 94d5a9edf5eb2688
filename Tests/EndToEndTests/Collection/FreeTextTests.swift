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
    ("note Godfather", ["note \"The Godfather\" TEXT", "note . \"Godfather\""]),
    ("comment departed", ["comment \"The Departed\" TEXT", "comment . \"departed\""]),
    ("from prestige", ["from \"The Prestige\" NAME", "from . \"prestige\""]),
    ("note parasite great film", ["note \"Parasite\" \"great film\"", "note . \"parasite great film\""]),
    ("comment alien scared me", ["comment \"Alien\" \"scared me\"", "comment . \"alien scared me\""]),
    ("tag parasite", ["tag \"Parasite\" TAG", "tag . \"parasite\""]),
    ("tag halloween party", ["tag \"Halloween\" \"party\"", "tag . \"halloween party\""]),
    ("tag the matrix scifi", ["tag \"The Matrix\" \"scifi\"", "tag . \"the matrix scifi\""]),
    ("tag the shining", ["tag \"The Shining\" TAG", "tag . \"the shining\""]),
    ("tag 12 angry men", ["tag \"12 Angry Men\" TAG", "tag . \"12 angry men\""]),
    (
      "tag toy story 3",
      ["tag \"Toy Story 3\" TAG", "tag \"Toy Story\" \"3\"", "tag . \"toy story 3\""]
    ),
    ("tag team noir", ["search \"Tag Team\"", "tag team \"noir\""]),
  ])
  func nothingIsDone(line: String, meanings: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try await makeRecords(filmz)
      let result = try await filmz.run(["--offline"], script: "show tt0113277\n\(line)")
      #expect(result.status == 1)
      let uses = meanings.map { "`\($0)`" }
      let lines =
        uses.count > 2 ? uses.dropLast().joined(separator: ", ") + " or \(uses[2])" : uses.joined(separator: " or ")
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
    ("note shining is better", "notes", "shining is better"),
    ("note her voice was great", "notes", "her voice was great"), ("note heat is great", "notes", "heat is great"),
    ("tag heat noir", "tags", "noir"),
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

  /// A tag of several words that is no title is offered for the selected film.
  @Test(arguments: ["must see", "date night", "watch again"])
  func wordsThatAreNoTitleMayBeATag(tag: String) async throws {
    try await FilmzProcess.with { filmz in
      let first = tag.split(separator: " ")[0]
      let result = try await filmz.run(["--offline"], script: "show tt0113277\ntag \(tag)")
      #expect(
        result.errorLines.last == "line 2: no film called \"\(first)\" is known here; use `tag . \"\(tag)\"`",
        "\(result.stderr)")
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("show tt0113277\r")
      _ = try await shell.expectPrompt()
      try await shell.send("tag \(tag)\r")
      try await shell.expect("1, or another key to cancel: ")
      try await shell.send("1")
      _ = try await shell.expectPrompt()
      #expect(try await filmz.answer(to: "show tt0113277")["tags"] == [.string(tag)])
    }
  }

  /// Without a selected film, the meaning as a text needs a title.
  @Test func aTagWithoutASelectionNamesNoSelectedFilm() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "tag parasite\ntag alien TAG\ntag alien \"TAG\"")
      #expect(
        result.errorLines == [
          "line 1: `tag parasite` can mean several things; use `tag \"Parasite\" TAG` or `tag TITLE \"parasite\"`",
          "line 2: tag needs a tag; see `help tag`",
        ])
      #expect(try await filmz.answer(to: "show alien")["tags"] == ["TAG"])
    }
  }

  /// Each case has a line after `show heat` with a pronoun, and the lines for the selected film and the film *It*.
  @Test(arguments: [
    ("watched it yesterday", "watched ID yesterday"), ("rate it 8", "rate ID 8"), ("rate 8 it", "rate 8 ID"),
    ("seen It", "seen ID"), ("add it --rating 7", "add ID --rating 7"), ("tag it scary", "tag ID scary"),
    ("note it \"great\"", "note ID \"great\""), ("watchlist add it", "watchlist add ID"),
  ])
  func aPronounIsAChoice(line: String, template: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "show tt0113277\n\(line)")
      let lines = ["tt0113277` for Heat (1995)", "tt1396484` for It (2017)"].map { film in
        let (id, caption) = (film.prefix { $0 != "`" }, film.drop { $0 != "`" })
        return "`\(template.replacing("ID", with: id))\(caption)"
      }
      let message = "can mean the selected film or a title; use \(lines.joined(separator: " or "))"
      #expect(result.errorLines.last?.hasSuffix(message) == true, "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func aQuotedPronounAndOneWithoutASelectionAreTitles() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "rate it 8\nshow heat\nrate \"It\" 7")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt1396484"])
    }
  }

  /// A `;` of a text is printed as it was typed.
  @Test func semicolonsOfTextsAreNotQuoted() async throws {
    try await FilmzProcess.with { filmz async throws in
      let shell = try await filmz.openShell(["--offline"], columns: 160)
      _ = try await shell.answer(to: "search godfather")
      let question = try await shell.answer(to: "comment so long; really loud")
      #expect(question.contains("Which film? comment 1 so long; really loud, comment 2 so long;"), "\(question)")
      #expect(try await shell.answer(to: "comment 1 so long; really loud").contains("added"))
      let film = try await filmz.answer(to: "show tt0068646")
      #expect(film["comments"]?.array.first?["text"] == "so long; really loud")
      #expect(try await shell.answer(to: "log").contains("comment 1 so long; really loud"))
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
