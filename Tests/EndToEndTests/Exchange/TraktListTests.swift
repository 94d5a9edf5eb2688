import FilmzTestSupport
import Foundation
import Testing

/// The lists of Trakt's export, whose names and descriptions are in a file of their own.
struct TraktListTests {
  private static let index = """
    [{"name":"On Deck","description":"What comes next","privacy":"private","type":"personal",
      "created_at":"2024-01-02T03:04:05.000Z","item_count":2,"likes":0,
      "ids":{"trakt":28545752,"slug":"on-deck"},"user":{"username":"ann","ids":{"slug":"ann"}}},
     {"name":"Watchlist: 2020","description":null,"item_count":1,
      "ids":{"trakt":285,"slug":"watchlist-2020"}}]
    """

  private static func film(_ rank: Int, _ id: String, _ title: String, _ year: Int) -> String {
    """
    {"rank":\(rank),"id":\(rank),"listed_at":"2024-01-02T03:04:05.000Z","notes":null,"type":"movie",
     "movie":{"title":"\(title)","year":\(year),"ids":{"trakt":1,"imdb":"\(id)"}}}
    """
  }

  private static let films =
    "[\(film(1, "tt0133093", "The Matrix", 1999)),\(film(2, "tt0113277", "Heat", 1995))]"

  /// Each case has the names of the files: those in folders, and those of a flat export.
  @Test(arguments: [
    ["lists/lists.json", "lists/list-28545752-on-deck.json", "lists/list-285-watchlist-2020.json"],
    ["lists-lists.json", "lists-list-28545752-on-deck.json", "lists-list-285-watchlist-2020.json"],
  ])
  func listsHaveTheirNamesAndDescriptions(files: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.films, to: "trakt/\(files[1])")
      try filmz.folder.write(
        "[\(Self.film(1, "tt0113277", "Heat", 1995))]", to: "trakt/\(files[2])")
      // Without the names, the number is left out; the names come later.
      _ = try await filmz.run("--home", "other", "import", "trakt")
      let unnamed = try await filmz.run("--home", "other", "--format", "json", "list", "ls").json
      #expect(Set(unnamed.each("name")) == ["on-deck", "watchlist-2020"])
      try filmz.folder.write(Self.index, to: "trakt/\(files[0])")
      let planned = try await filmz.answer(to: "import trakt --dry-run")
      let result = try await filmz.answer(to: "import trakt")
      #expect(result == planned && result["lists"] == 2 && result["added"] == 2)
      let lists = try await filmz.answer(to: "list ls").array.sorted {
        ($0["name"]?.string ?? "") < ($1["name"]?.string ?? "")
      }
      #expect(lists.map { $0["name"] } == ["On Deck", "Watchlist: 2020"])
      #expect(lists.map { $0["description"] } == ["What comes next", .null])
      let deck = try await filmz.answer(to: "list show \"On Deck\"")
      #expect(deck.each("id") == ["tt0133093", "tt0113277"])
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 0)
      // The films were imported under the names of the files before.
      let renaming = try await filmz.run("--home", "other", "--verbose", "import", "trakt")
      #expect(renaming.stderr.contains("The list \"on-deck\" was renamed \"On Deck\"."))
      #expect(renaming.stdout.contains("lists 2"), "\(renaming.stdout)")
      let known = try await filmz.run("--home", "other", "--format", "json", "list", "ls").json
      #expect(Set(known.each("name")) == ["On Deck", "Watchlist: 2020"])
      #expect(Set(known.each("description")) == ["What comes next", .null])
      let again = try await filmz.run("--home", "other", "--verbose", "import", "trakt")
      #expect(!again.stdout.contains(", lists ") && !again.stderr.contains("renamed"))
    }
  }

  /// Each case has what happens to the list `on-deck` between two imports, and its name after the second one, which knows
  /// the name.
  @Test(
    arguments: [
      ([], "UPDATE list SET name = 'list-28545752-on-deck'", "On Deck"),
      (["list rename on-deck Next"], "", "Next"),
      (["list rename on-deck Next", "list rename Next on-deck"], "", "on-deck"),
      (["list create \"On Deck\""], "", "on-deck"),
    ] as [([String], String, String)])
  func onlyListsThatImportsHaveNamedAreRenamed(
    commands: [String], sql: String, name: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.films, to: "trakt/lists/list-28545752-on-deck.json")
      _ = try await filmz.answer(to: "import trakt")
      for command in commands { _ = try await filmz.answer(to: command) }
      // As an earlier version has named it.
      if !sql.isEmpty { try filmz.collectionFile.execute(sql) }
      try filmz.folder.write(Self.index, to: "trakt/lists/lists.json")
      let planned = try await filmz.answer(to: "import trakt --dry-run")
      #expect(try await filmz.answer(to: "import trakt") == planned)
      let lists = try await filmz.answer(to: "list ls").array.filter { $0["films"] == 2 }
      #expect(lists.map { $0["name"] } == [.string(name)])
      let steps = try await filmz.answer(to: "log").array.count
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 0)
      #expect(try await filmz.answer(to: "log").array.count == steps)
    }
  }

  @Test func longNamesAndDescriptionsAreTold() async throws {
    try await FilmzProcess.with { filmz in
      let name = String(repeating: "n", count: 201)
      let long = String(repeating: "é", count: 500_001)
      try filmz.folder.write(
        """
        [{"name":"\(name)","description":null,"ids":{"trakt":7,"slug":"n"}},
         {"name":"Noir","description":"\(long)","ids":{"trakt":8,"slug":"noir"}}]
        """, to: "trakt/lists/lists.json")
      for file in ["list-7-n", "list-8-noir"] {
        try filmz.folder.write(Self.films, to: "trakt/lists/\(file).json")
      }
      let result = try await filmz.run("--format", "json", "import", "trakt")
      #expect(result.status == 0 && result.errorLines.count == 2, "\(result.errorLines)")
      #expect(result.stderr.contains("is too long for a list; it was cut to 200 characters"))
      #expect(result.stderr.contains("lists.json:2: description has more than 1,000,000 bytes"))
      #expect(try result.json["unreadable"]?.array.count == 1 && result.json["lists"] == 2)
      let lists = try await filmz.answer(to: "list ls").array
      #expect(
        Set(lists.map { $0["name"] }) == ["Noir", .string(String(name.dropLast()))])
      #expect(lists.allSatisfy { $0["description"] == .null })
    }
  }

  @Test(arguments: ["trakt", "trakt.zip"])
  func exportedListsComeBackWithNamesAndDescriptions(path: String) async throws {
    try await FilmzProcess.with { filmz in
      let lists = ["Noir: “best of”!", "Watchlist", "lists"]
      let lines = lists.map { "list create \"\($0)\"\nlist add \"\($0)\" tt0133093 tt0113277" }
      let script = try await filmz.run(
        "--offline",
        script: "add tt0113277\nadd tt0133093 --rating 8\nwatched tt0133093 --on 2024-05-01\n"
          + lines.joined(separator: "\n") + "\nlist create Later --description \"No film yet\""
          + "\nlist describe \"Noir: “best of”!\" \"Dark, and\\\"old\"\n")
      #expect(script.status == 0, "\(script.stderr)")
      #expect(try await filmz.run("export", path, "--as", "trakt").status == 0)
      _ = try await filmz.run("--home", "other", "import", path)
      for fields in ["name", "description", "films"] {
        let own = try await filmz.answer(to: "list ls").each(fields)
        let other = try await filmz.run("--home", "other", "--format", "json", "list", "ls").json
        #expect(Set(other.each(fields)) == Set(own))
      }
      let steps = try await filmz.run("--home", "other", "--format", "json", "log").stdout
      let again = try await filmz.run("--home", "other", "--format", "json", "import", path).json
      for count in ["added", "changed", "viewings", "lists", "removedSince", "replaced"] {
        #expect(again[count] == 0, "\(count): \(again)")
      }
      #expect(
        try await filmz.run("--home", "other", "--format", "json", "log").stdout == steps)
    }
  }

  /// A list without films, whose file is empty or missing, is the same list when it gets films.
  @Test(arguments: [nil, "[]"] as [String?])
  func emptyListComes(content: String?) async throws {
    try await FilmzProcess.with { filmz in
      let index = #"[{"name":"Later","item_count":0,"ids":{"trakt":7,"slug":"later"}}]"#
      try filmz.folder.write(index, to: "trakt/lists/lists.json")
      if let content { try filmz.folder.write(content, to: "trakt/lists/list-7-later.json") }
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("name") == ["Later"])
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 0)
      try filmz.folder.write(Self.films, to: "trakt/lists/list-7-later.json")
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("films") == [2])
      _ = try await filmz.answer(to: "list delete Later --yes")
      #expect(try await filmz.answer(to: "import trakt")["removedSince"] == 1)
      #expect(try await filmz.answer(to: "list ls") == [])
    }
  }

  /// The file of an empty list names it if nothing else does; other empty files are no lists.
  @Test func emptyFileOfAListIsAList() async throws {
    try await FilmzProcess.with { filmz in
      for name in ["list-7-later", "lists", "lists-watchlist", "lists-favorites"] {
        try filmz.folder.write("[]", to: "trakt/lists/\(name).json")
      }
      let planned = try await filmz.answer(to: "import trakt --dry-run")
      let result = try await filmz.answer(to: "import trakt")
      #expect(result == planned && result["lists"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("name") == ["later"])
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 0)
      try filmz.folder.write(Self.films, to: "trakt/lists/list-7-later.json")
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 1)
      #expect(try await filmz.answer(to: "list ls").each("films") == [2])
    }
  }

  /// A list without films is not the list of the same name that has another number, in one import or in two.
  @Test(arguments: [false, true])
  func emptyListIsAListOfItsOwn(isLater: Bool) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.films, to: "trakt/lists/list-7-later.json")
      if isLater { #expect(try await filmz.answer(to: "import trakt")["lists"] == 1) }
      try filmz.folder.write("[]", to: "trakt/lists/list-8-later.json")
      let planned = try await filmz.answer(to: "import trakt --dry-run")
      let result = try await filmz.answer(to: "import trakt")
      #expect(result == planned, "\(result)")
      #expect(result["lists"] == (isLater ? 1 : 2), "\(result)")
      let lists = try await filmz.answer(to: "list ls").array
      #expect(Set(lists.map { $0["name"] }) == ["later", "later (2)"])
      #expect(Set(lists.map { $0["films"] }) == [2, 0])
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 0)
    }
  }

  @Test func listsWhoseNamesDifferOnlyInCaseAreTwo() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        [{"name":"Noir","ids":{"trakt":7,"slug":"noir"}},
         {"name":"NOIR","ids":{"trakt":8,"slug":"noir-2"}}]
        """, to: "trakt/lists/lists.json")
      for file in ["list-7-noir", "list-8-noir-2"] {
        try filmz.folder.write(Self.films, to: "trakt/lists/\(file).json")
      }
      let planned = try await filmz.answer(to: "import trakt --dry-run")
      let result = try await filmz.answer(to: "import trakt")
      #expect(result == planned && result["lists"] == 2)
      let names = Set(try await filmz.answer(to: "list ls").each("name"))
      #expect(names == ["Noir", "NOIR (2)"] || names == ["NOIR", "Noir (2)"], "\(names)")
      #expect(try await filmz.answer(to: "list ls").each("films") == [2, 2])
      #expect(try await filmz.answer(to: "import trakt")["lists"] == 0)
    }
  }

  /// The folder is not named for lists, and no file has their names.
  @Test func emptyFilesOutsideOfAFolderOfListsAreLists() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("[]", to: "trakt/list-7-later.json")
      try filmz.folder.write(Self.films, to: "trakt/list-8-noir.json")
      let result = try await filmz.answer(to: "import trakt")
      #expect(result["lists"] == 2 && result["files"]?.each("kind") == ["list", "list"])
      #expect(Set(try await filmz.answer(to: "list ls").each("name")) == ["later", "noir"])
    }
  }
}
