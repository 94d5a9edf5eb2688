import FilmzTestSupport
import Testing

/// The keys of `identify` without arguments, with Amber Road, Glass Harbor Nights and Quiet Tide.
struct IdentifyKeysTests {
  /// Each case has the keys, a text after the last one, and the ids of the films; `nil` for those that are left.
  @Test(
    arguments: [
      (["1"], "1 Amber Road (2003)\n\n2/3\nGlass Harbor Nights (1987)\n", ["tt9200001", nil, nil]),
      (["3"], "3 Bernsteinweg (2003)\n\n2/3\n", ["tt9200004", nil, nil]),
      (["9"], "Choose from 1 to 5.\n", [nil, nil, nil]),
      (["\r"], "later\n\n2/3\n", [nil, nil, nil]), (["n"], "later\n\n2/3\n", [nil, nil, nil]),
      (["n", "1"], "There is no film to choose; / searches for one.\n", [nil, nil, nil]),
      (["1", "b"], "b\n\n1/3\nAmber Road (2003)\n", ["tt9200001", nil, nil]),
      (["1", "b", "2"], "2 Amber Road (2003)\n\n2/3\n", ["tt9200002", nil, nil]),
      (["1", "u"], "Amber Road (2003) is not identified any more.\n\n1/3\n", [nil, nil, nil]),
      (["1", "b", "2", "u"], "1/3\nAmber Road (2003)\n", ["tt9200001", nil, nil]),
      (["b"], "This is the first card.\n", [nil, nil, nil]),
      (["u"], "There is nothing to undo in this session.\n", [nil, nil, nil]),
      (["?"], "/ searches for another text", [nil, nil, nil]),
      (["x"], "1 to 9 choose a film", [nil, nil, nil]),
      (["n", "/quiet tide\r"], "Quiet Tide (1950)", [nil, nil, nil]),
      (["n", "/quiet tide 1950\r", "1"], "3/3\nQuiet Tide\n", [nil, "tt9200006", nil]),
      (["/xyzzyxyzzy\r"], "Nothing was found for \"xyzzyxyzzy\".\n", [nil, nil, nil]),
      (["/\r"], "Search:", [nil, nil, nil]),
      (["e", "\r"], "no\n\n1/3\nAmber Road (2003)\n", [nil, nil, nil]),
      (["e", "n"], "no\n\n1/3\nAmber Road (2003)\n", [nil, nil, nil]),
      (["e", "y", "u"], "1/3\nAmber Road (2003)\n", [nil, nil, nil]),
      (["n", "n", "1", "u"], "3/3\nQuiet Tide\n", [nil, nil, nil]),
    ] as [([String], String, [String?])])
  func keysTakeEffectAndAreStoredImmediately(
    keys: [String], text: String, ids: [String?]
  ) async throws {
    try await IdentifyVerbTests.withNamedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("identify\r")
      var output = ""
      for key in keys { output = try await terminal.press(key) }
      #expect(output.contains(text), "\(output)")
      let rows = try await filmz.answer(to: "ls").array
      #expect(rows.count == 3)
      let found = Set(rows.compactMap { $0["id"]?.string }.filter { !$0.hasPrefix("named:") })
      #expect(found == Set(ids.compactMap(\.self)), "\(found)")
    }
  }

  @Test func cardShowsTheUsersDataAndTheCandidates() async throws {
    try await IdentifyVerbTests.withNamedFilms { filmz in
      _ = try await filmz.answer(to: "note title:\"amber road\" \"seen on a train\"")
      let terminal = try await filmz.openShell(["--offline"])
      let card = try await terminal.press("identify\r")
      #expect(card.contains("1/3\nAmber Road (2003)\n"), "\(card)")
      #expect(card.contains("Mine 8/10") && card.contains("seen on a train"), "\(card)")
      #expect(card.contains("1  Amber Road (2003)\n   Ines Moser · tt9200001 · same title and year; 1,200 votes\n"))
      #expect(card.contains("5  The Long Amber Road (1999)\n   tt9200005 · title has these words\n"), "\(card)")
      #expect(card.hasSuffix("Number = choose, / = search, Enter = later, ? = help: "))
    }
  }

  @Test func firstCardWithoutCandidatesNamesTheCatalog() async throws {
    try await FilmzProcess.with { filmz in
      let rows = ["Zorbal Road,1995", "Zorbal Street,1996", "\"Zorbal \"\"Way\"\"\",1997"]
      try filmz.folder.write("Title,Year\n\(rows.joined(separator: "\n"))\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let terminal = try await filmz.openShell(["--offline"])
      var texts: [String] = []
      for key in ["identify\r", "n", "b"] { texts.append(try await terminal.press(key)) }
      let isHinted = texts.map { $0.contains("`catalog update` (0.7 GB)") }
      #expect(isHinted == [true, false, true], "\(texts)")
      // A title with quotation marks is a word of the command line.
      for key in ["n", "n", "e", "y"] { try await terminal.press(key) }
      let command = try #require(try await filmz.answer(to: "log").array.first?["command"]?.string)
      #expect(command.hasPrefix(#"identify "Zorbal \"Way\" (1997)" own:"#), "\(command)")
    }
  }

  @Test func choiceIsAStepOfTheLog() async throws {
    try await IdentifyVerbTests.withNamedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("identify\r")
      try await terminal.press("1")
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().contains("q\nIdentified 1 film; 2 left\n"))
      let log = try await filmz.answer(to: "log").each("command")
      #expect(log.first == #"identify "Amber Road (2003)" tt9200001"#)
      let row = try await filmz.answer(to: "ls").array.first { $0["id"] == "tt9200001" }
      #expect(row?["myRating"] == 8 && row?["identified"] == true)
      let undo = try await filmz.run("--offline", "--verbose", "undo")
      #expect(undo.stderr.contains("Amber Road (2003) is known by its title only again"), "\(undo.stderr)")
      #expect(try await filmz.answer(to: "identify ls").array.count == 3)
    }
  }

  @Test func ownRecordIsOneStep() async throws {
    try await IdentifyVerbTests.withNamedFilms { filmz in
      let before = try await filmz.answer(to: "ls")
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("identify\r")
      #expect(try await terminal.press("e").contains("Make Amber Road (2003) your own record? y/N"))
      #expect(try await terminal.press("y").contains("yes\n\n2/3\n"))
      try await terminal.send("q")
      try await terminal.expectPrompt()
      let row = try #require(
        try await filmz.answer(to: "ls").array.first { $0["title"] == "Amber Road" })
      let id = try #require(row["id"]?.string)
      #expect(id.hasPrefix("own:") && row["myRating"] == 8 && row["year"] == 2003)
      #expect(try await filmz.answer(to: "record ls").each("id") == [.string(id)])
      #expect(try await filmz.answer(to: "show \(id)")["type"] == "movie")
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "ls") == before)
      #expect(try await filmz.answer(to: "record ls") == [])
    }
  }

  @Test(arguments: [
    ("1n1\r", "Identified 2 films; 1 left"), ("11n1\r", "Identified 2 films; 1 left"),
    ("q", "Identified nothing; 3 left"), ("1q", "Identified 1 film; 2 left"),
    ("\u{3}", "Identified nothing; 3 left"),
  ])
  func summaryIsPrintedAtTheEnd(keys: String, end: String) async throws {
    try await IdentifyVerbTests.withNamedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("identify\r")
      // The second film has no candidates.
      try await terminal.send(keys)
      #expect(try await terminal.expectPrompt().contains(end))
      #expect(try await terminal.quit() == 0)
    }
  }

  /// Measures the fastest of several key presses, because other tests run at the same time.
  @Test func nextCardAppearsWithoutDelay() async throws {
    let titles = (0..<12).map { #"tt92003\#(10 + $0)|movie|Cardboard \#($0)|Cardboard \#($0)|0|1961|\N|90|Drama"# }
    try await FilmzProcess.withCatalog(of: [.titles: titles, .ratings: ["tt9200310|7.0|50"]]) { filmz in
      let rows = (0..<12).map { "Cardboard \($0),1970,8" }.joined(separator: "\n")
      try filmz.folder.write("Title,Year,Rating\n\(rows)\n", to: "films.csv")
      _ = try await filmz.run("--offline", "import", "films.csv")
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("identify\r")
      var times: [Duration] = []
      for _ in 1...10 {
        let start = ContinuousClock.now
        try await terminal.press("1")
        times.append(start.duration(to: .now))
      }
      #expect(try #require(times.min()) < .milliseconds(500), "\(times)")
    }
  }
}
