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
      _ = try await filmz.run("--home", "other", "import", "trakt")
      let known = try await filmz.run("--home", "other", "--format", "json", "list", "ls").json
      #expect(known.array.count == 2)
    }
  }

  @Test(arguments: ["trakt", "trakt.zip"])
  func exportedListsComeBackWithNamesAndDescriptions(path: String) async throws {
    try await FilmzProcess.with { filmz in
      let lists = ["Noir: “best of”!", "Watchlist", "lists"]
      let lines = lists.map { "list create \"\($0)\"\nlist add \"\($0)\" tt0133093 tt0113277" }
      let script = try await filmz.run(
        "--offline",
        script: "add tt0113277\nadd tt0133093\n" + lines.joined(separator: "\n")
          + "\nlist describe \"Noir: “best of”!\" \"Dark, and\\\"old\"\n")
      #expect(script.status == 0, "\(script.stderr)")
      #expect(try await filmz.run("export", path, "--as", "trakt").status == 0)
      _ = try await filmz.run("--home", "other", "import", path)
      for fields in ["name", "description", "films"] {
        let own = try await filmz.answer(to: "list ls").each(fields)
        let other = try await filmz.run("--home", "other", "--format", "json", "list", "ls").json
        #expect(Set(other.each(fields)) == Set(own))
      }
    }
  }
}
