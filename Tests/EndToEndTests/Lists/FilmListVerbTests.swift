import FilmzTestSupport
import Testing

/// The commands that create, change, and delete lists.
struct FilmListVerbTests {
  /// A list of Heat, The Godfather, and The Matrix.
  static let setup = "list create Noir; list add Noir tt0113277 tt0068646 tt0133093"

  @Test func listsAreSortedAndHaveCounts() async throws {
    try await FilmzProcess.with { filmz in
      let commands = """
        list create Noir --description "Rain"; list create "To lend"; list create alpha; \
        list add noir tt0113277 tt0068646; seen heat; list
        """
      let lists = try await filmz.answer(to: commands)
      #expect(lists.each("name") == ["alpha", "Noir", "To lend"])
      #expect(lists.each("films") == [0, 2, 0] && lists.each("seen") == [0, 1, 0])
      #expect(lists.each("description") == [.null, "Rain", .null])
      #expect(lists.each("published") == [false, false, false])
      let text = try await filmz.run("--offline", "--format", "jsonl", "list", "ls").stdout
      for line in text.split(separator: "\n") {
        #expect(
          JSONShapeTests.names(in: line) == [
            "id", "name", "description", "films", "seen", "createdAt", "changedAt", "published",
          ])
      }
      let table = try await filmz.run("--offline", "list").stdout
      #expect(table.contains(/Name +Description +Films +Seen +Changed\n/))
      #expect(table.contains(/Noir +Rain +2 +1 +\d{4}-\d\d-\d\d\n/))
    }
  }

  @Test func withoutListsTheNoticeSaysHowToMakeOne() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "list")
      #expect(result.status == 0 && result.stdout == "")
      #expect(
        result.errorLines == [
          "You have no lists. `list create NAME` makes one; `ls` lists the films of your collection."
        ])
    }
  }

  /// Each case has a command, its notice, and the names of the lists after it.
  @Test(arguments: [
    ("list create Western", "Created the list \"Western\"", ["Noir", "Western"]),
    ("list create ' Film  noir '", "Created the list \"Film  noir\"", ["Film  noir", "Noir"]),
    ("list rename noir 'Film noir'", "Renamed the list \"Noir\" to \"Film noir\"", ["Film noir"]),
    ("list rename Noir NOIR", "Renamed the list \"Noir\" to \"NOIR\"", ["NOIR"]),
    ("list rename Noir Noir", "The list is already called \"Noir\"", ["Noir"]),
    ("list describe Noir Rain and shadows", "Description of the list \"Noir\" saved", ["Noir"]),
    (
      "list delete Noir --yes", "Deleted the list \"Noir\" with 3 films; `undo` restores it.", []
    ),
  ])
  func changesAreConfirmedAndCanBeUndone(
    command: String, notice: String, names: [String]
  ) async throws {
    try await FilmzProcess.with { filmz in
      let before = try await filmz.answer(to: "\(Self.setup); list")
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "-c", command)
      #expect(result.status == 0 && result.errorLines == [notice], "\(result.stderr)")
      #expect(try result.json.array.count == 1)
      let after = try await filmz.answer(to: "list")
      #expect(after.each("name").compactMap { $0?.string } == names)
      #expect(try await filmz.answer(to: "ls").array.count == 3)
      guard after != before else { return }
      #expect(try await filmz.answer(to: "undo; list") == before)
      #expect(try await filmz.answer(to: "redo; list") == after)
    }
  }

  @Test func descriptionCanBeReplacedAndRemoved() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let commands = [
        ("list describe Noir \"Rain\"", "Description of the list \"Noir\" saved"),
        ("list describe Noir More rain", "Description of the list \"Noir\" replaced (\"Rain\")"),
        ("list describe Noir none", "Description of the list \"Noir\" removed (\"More rain\")"),
      ]
      for (command, notice) in commands {
        let result = try await filmz.run("--offline", "--verbose", "-c", command)
        #expect(result.status == 0 && result.errorLines == [notice], "\(result.stderr)")
      }
      let again = try await filmz.run("--offline", "list", "describe", "Noir", "none")
      #expect(again.status == 1)
      #expect(again.errorLines == ["filmz: the list \"Noir\" has no description"])
    }
  }

  /// Each case has a call, its status, and a part of its error.
  @Test(arguments: [
    (["list", "show", "Nior"], 1, "no list called \"Nior\"; did you mean Noir?"),
    (["list", "show", "zzzzzz"], 1, "no list called \"zzzzzz\"; `list` shows your lists"),
    (["list", "add", "Nior", "heat"], 1, "did you mean Noir? --create creates a new list"),
    (["list", "add", "zzzzzz", "heat"], 1, "\"zzzzzz\"; --create creates it"),
    (["list", "add", "heat", "Noir"], 64, "did you mean `list add \"Noir\" heat`?"),
    (["list", "add", "tt0078748", "noir"], 64, "did you mean `list add \"Noir\" tt0078748`?"),
    (["list", "add", "tt0078748", "noir", "--create"], 64, "`list add \"Noir\" tt0078748`?"),
    (["list", "remove", "heat", "Noir"], 64, "did you mean `list remove \"Noir\" heat`?"),
    (["list", "add", "1-3", "--create"], 64, "needs the name of the list before the films"),
    (["list", "add", "Noir"], 1, "no selected film"),
    (["list", "add", "Noir", "zzzqqq"], 1, "no film called \"zzzqqq\""),
    (["list", "add", "Noir", "tt0078748", "--at", "5"], 1, "has no place 5; use 1–4"),
    (["list", "add", "Noir", "tt0078748", "--at", "0"], 64, "--at takes a positive number"),
    (["list", "remove", "Noir", "zzzqqq"], 1, "no film called \"zzzqqq\""),
    (["list", "create", "NOIR"], 1, "already a list called \"Noir\""),
    (["list", "create", " "], 64, "must have 1 to 200 characters"),
    (["list", "create", "a\nb"], 64, "on one line"),
    (["list", "create", "Film", "noir"], 64, "put a name of several words in quotes"),
    (["list", "show", "To", "lend"], 64, "put a name of several words in quotes"),
    (["list", "create"], 64, "list create needs the name of the new list"),
    (["list", "show"], 64, "list show needs the name of a list"),
    (["list", "rename", "Noir", ""], 64, "must have 1 to 200 characters"),
    (["list", "describe", "Noir"], 64, "list describe needs a description, or none"),
    (["list", "delete", "Noir"], 1, "list delete needs confirmation"),
    (["list", "move", "Noir", "4", "1"], 1, "has no place 4; use 1–3"),
    (["list", "move", "Noir", "1", "9"], 1, "has no place 9; use 1–3"),
    (["list", "move", "Noir", "3-1", "1"], 64, "\"3-1\" is not a place or a range"),
    (["list", "move", "Noir", "1", "top"], 64, "\"top\" is not a place or end"),
    (["list", "edit", "Noir"], 64, "an editor needs a terminal; use `list add`"),
    (["list", "Noir"], 64, "`list show Noir` shows the list of that name"),
    (["list", "rm", "x"], 64, "`list remove NAME FILM` removes films, `list delete NAME`"),
    (["list", "share", "Nior"], 1, "did you mean Noir?"),
  ])
  func invalidCallsChangeNothing(call: [String], status: Int32, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let before = try await filmz.answer(to: "\(Self.setup); log")
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == status && result.stdout == "", "\(result)")
      #expect(result.errorLines.count == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(try await filmz.answer(to: "log") == before)
    }
  }

  @Test(arguments: [("y", 0), ("n", 1), ("", 1)])
  func deletionAsksWithTheNumberOfFilms(answer: String, lists: Int) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      try await shell.send("list delete noir\r")
      try await shell.expect(
        "Delete the list \"Noir\" with 3 films? The films stay in your collection. [y/N] ")
      try await shell.send(answer + "\r")
      _ = try await shell.expectPrompt()
      #expect(try await filmz.answer(to: "list").array.count == lists)
      #expect(try await filmz.answer(to: "ls").array.count == 3)
    }
  }

  // T59: a film that is removed leaves its lists; `undo` puts it back at its places.
  @Test func removedFilmLeavesTheListsAndUndoPutsItBack() async throws {
    try await FilmzProcess.with { filmz in
      let before = try await filmz.answer(to: "\(Self.setup); list show Noir")
      _ = try await filmz.answer(to: "rm tt0068646 --yes")
      let ids = try await filmz.answer(to: "list show Noir").each("id")
      #expect(ids == ["tt0113277", "tt0133093"])
      #expect(try await filmz.answer(to: "undo; list show Noir") == before)
    }
  }

  @Test(arguments: [
    ("rm heat", "Remove Heat (1995), also from the list \"Noir\"? [y/N] "),
    ("rm alien", "Remove Alien (1979)? [y/N] "),
    ("watchlist rm tt0068646", "Remove The Godfather (1972), also from 2 lists? [y/N] "),
    (
      "rm tt0113277 tt0068646",
      "Remove 2 films with your ratings, notes and viewings, also from 2 lists? [y/N] "
    ),
  ])
  func removalOfFilmsNamesTheirLists(command: String, question: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "\(Self.setup); list add Other tt0068646 --create; add tt0078748")
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      try await shell.send(command + "\r")
      try await shell.expect(question)
      try await shell.send("n\r")
      _ = try await shell.expectPrompt()
    }
  }

  @Test func resetRemovesListsAndUndoRestoresThem() async throws {
    try await FilmzProcess.with { filmz in
      let setup = "\(Self.setup); list create Empty; skip alien"
      let before = try await filmz.answer(to: "\(setup); list; list show Noir")
      let result = try await filmz.run("--offline", "--verbose", "reset", "all", "--yes")
      #expect(
        result.errorLines == ["Removed 3 films, 2 lists and 1 skip; `undo` restores them."])
      #expect(try await filmz.answer(to: "list") == [])
      #expect(try await filmz.answer(to: "undo; list").array.count == 2)
      #expect(try await filmz.answer(to: "list; list show Noir") == before)
    }
  }

  @Test func showNamesTheLists() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "\(Self.setup); list add 'To lend' heat --create")
      #expect(try await filmz.answer(to: "show heat")["lists"] == ["Noir", "To lend"])
      #expect(try await filmz.answer(to: "show alien")["lists"] == [])
      let card = try await filmz.run("--offline", "show", "heat").stdout
      #expect(card.contains(/Lists +Noir, To lend\n/))
    }
  }
}
