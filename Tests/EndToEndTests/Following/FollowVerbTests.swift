import FilmzTestSupport
import Foundation
import Testing

/// Lists of others, which the user follows (contract, People).
struct FollowVerbTests {
  private static let heat = (id: "tt0113277", title: "Heat")
  private static let unknown = (id: "tt9999901", title: "Unknown\u{202E} film")

  private func withList(
    _ list: PublishedListData, _ body: (FilmzProcess) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(list.json, to: "list.json")
      try await body(filmz)
    }
  }

  private func answer(_ filmz: FilmzProcess, _ line: String) async throws -> JSON {
    let result = try await filmz.run(["--offline", "--yes", "--format", "json", "-c", line])
    #expect(result.status == 0, "\(result.stderr)")
    return try result.json
  }

  private func error(_ filmz: FilmzProcess, _ words: String...) async throws -> String {
    let result = try await filmz.run(["--offline", "--yes"] + words)
    #expect(result.status != 0)
    #expect(result.errorLines.count == 1)
    return result.stderr
  }

  @Test func filmsOfAFollowedListHaveMyMarks() async throws {
    try await withList(PublishedListData(films: [Self.heat, Self.unknown])) { filmz in
      _ = try await answer(filmz, "watched heat --on 2024")
      _ = try await answer(filmz, "rate heat 9")
      let followed = try await answer(filmz, "follow list.json")[0]
      #expect(followed?["name"] == "Followed" && followed?["owner"] == "Ada")
      #expect(followed?["films"] == 2 && followed?["seen"] == 1 && followed?["withdrawn"] == false)
      #expect(followed?["address"] == .string(filmz.folder.path(of: "list.json")))
      let films = try await answer(filmz, "follow show followed")
      #expect(films.each("id") == ["tt0113277", "tt9999901"])
      #expect(films.each("title") == ["Heat", .string(Self.unknown.title)])
      #expect(films.each("myRating") == [9, .null] && films.each("ownerRating") == [8.5, 8.5])
      #expect(
        films.each("watched") == [true, false] && films.each("inCollection") == [true, false])
      let library = try await answer(filmz, "library")
      #expect(library["following"]?.each("id") == [.string(PublishedListData().id)])
      // The unknown film can be added by its number, with the title of the list.
      let script = try await filmz.run(
        ["--offline", "--yes", "--format", "json", "-c", "follow show Followed; add 2"])
      #expect(script.status == 0, "\(script.stderr)")
      #expect(try await answer(filmz, "ls --sort name").each("id") == ["tt0113277", "tt9999901"])
    }
  }

  @Test func foreignTextNeverReachesTheTerminalRaw() async throws {
    try await withList(PublishedListData(films: [Self.unknown])) { filmz in
      let result = try await filmz.run(
        ["--offline", "--verbose", "-c", "follow list.json; follow show Followed"])
      #expect(result.status == 0 && result.stdout.contains("Unknown"))
      #expect(!(result.stdout + result.stderr).unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test func listIsReadAgain() async throws {
    var list = PublishedListData(films: [Self.heat])
    try await withList(list) { filmz in
      _ = try await answer(filmz, "follow list.json")
      list.films.append(Self.unknown)
      try filmz.folder.write(list.json, to: "list.json")
      let update = try await filmz.run("--offline", "--verbose", "follow", "update")
      #expect(update.stderr.contains("1 new film: Unknown"))
      (list.isWithdrawn, list.films) = (true, [])
      try filmz.folder.write(list.json, to: "list.json")
      _ = try await answer(filmz, "follow update")
      let lists = try await answer(filmz, "follow")
      #expect(lists.each("withdrawn") == [true] && lists.each("films") == [2])
      #expect(try await answer(filmz, "follow show Followed").array.count == 2)
      // An address that fails leaves what was read.
      try filmz.folder.write("{}", to: "list.json")
      #expect(try await error(filmz, "follow", "update").contains("is not a list"))
      list.id = "AAAAAAAAAAAAAAAAAAAAA2"
      (list.isWithdrawn, list.films) = (false, [Self.heat])
      try filmz.folder.write(list.json, to: "list.json")
      #expect(try await error(filmz, "follow", "update").contains("has another list now"))
      #expect(try await answer(filmz, "follow show Followed").array.count == 2)
    }
  }

  @Test func newFilmsThatTheKidsFilterHidesAreNotNamed() async throws {
    var list = PublishedListData(films: [Self.heat])
    try await withList(list) { filmz in
      _ = try await answer(filmz, "follow list.json")
      list.films.append(Self.unknown)
      try filmz.folder.write(list.json, to: "list.json")
      let result = try await filmz.run(
        "--offline", "--verbose", "-c", "kids on; follow update; follow show Followed")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(!(result.stdout + result.stderr).contains("Unknown"))
      #expect(try await answer(filmz, "kids off; follow").array.last?["films"] == 2)
    }
  }

  @Test func ownAndDoubleListsAreRefused() async throws {
    try await withList(PublishedListData()) { filmz in
      _ = try await answer(filmz, "follow list.json")
      #expect(try await error(filmz, "follow", "list.json").contains("followed already"))
      _ = try await answer(filmz, "list add Noir heat --create")
      let page = try #require(
        try await answer(filmz, "list publish Noir --to .")["page"]?.string)
      #expect(try await error(filmz, "follow", page).contains("of your own"))
      var withdrawn = PublishedListData(films: [])
      (withdrawn.id, withdrawn.isWithdrawn) = ("AAAAAAAAAAAAAAAAAAAAA3", true)
      try filmz.folder.write(withdrawn.json, to: "withdrawn.json")
      #expect(try await error(filmz, "follow", "withdrawn.json").contains("withdrawn"))
      #expect(try await answer(filmz, "follow").array.count == 1)
    }
  }

  @Test func listsOfOneNameAreToldApart() async throws {
    var list = PublishedListData()
    try await withList(list) { filmz in
      _ = try await answer(filmz, "follow list.json")
      (list.id, list.owner) = ("AAAAAAAAAAAAAAAAAAAAA2", "Ben")
      try filmz.folder.write(list.json, to: "second.json")
      _ = try await answer(filmz, "follow second.json")
      #expect(try await answer(filmz, "follow").each("name") == ["Followed", "Followed (2)"])
      _ = try await answer(filmz, "unfollow 'followed (2)'")
      #expect(try await answer(filmz, "follow").each("owner") == ["Ada"])
      _ = try await answer(filmz, "undo")
      #expect(try await answer(filmz, "follow").each("owner") == ["Ada", "Ben"])
      _ = try await answer(filmz, "unfollow AAAAAAAAAAAAAAAAAAAAA1")
      #expect(try await answer(filmz, "follow").each("name") == ["Followed"])
      #expect(try await error(filmz, "unfollow", "Folowed").contains("did you mean \"Followed\""))
    }
  }

  @Test func listOnTheWebIsReadAndKeptOffline() async throws {
    let handler: LoopbackServer.Handler = { request in
      request.path == "/a/list.json"
        ? .json(PublishedListData().json) : .json("", status: 404)
    }
    try await LoopbackServer.with(handler) { server in
      try await FilmzProcess.with { filmz in
        let result = try await filmz.run(
          "--format", "json", "follow", server.baseURL + "a/index.html")
        #expect(result.status == 0, "\(result.stderr)")
        let followed = try result.json
        #expect(followed.each("address") == [.string(server.baseURL + "a/list.json")])
        #expect(try await answer(filmz, "follow show Followed").array.count == 1)
        #expect(try await error(filmz, "follow", "update").contains("offline"))
        let missing = try await filmz.run("follow", server.baseURL)
        #expect(missing.status == 69 && missing.stderr.contains("status 404"))
      }
    }
  }

  @Test func subscriptionIsSyncedAndItsFilmsAreReadThere() async throws {
    try await SyncMachines.with(["one", "two"]) { machines in
      let file = machines.filmz.folder.path(of: "list.json")
      try machines.filmz.folder.write(PublishedListData().json, to: "list.json")
      try await machines.script("one", "follow '\(file)'")
      try await machines.expectAlike(["one", "two"])
      let before = try await machines.run("two", ["--format", "json", "follow"]).json
      #expect(before.each("name") == ["Followed"] && before.each("films") == [.null])
      let unread = try await machines.run("two", ["follow", "show", "Followed"])
      #expect(unread.status == 1 && unread.stderr.contains("`follow update` reads them"))
      #expect(try await machines.run("two", ["follow", "update"]).status == 0)
      let films = try await machines.run("two", ["--format", "json", "follow", "show", "Followed"])
      #expect(try films.json.each("id") == ["tt9000001"])
      try await machines.script("two", "unfollow Followed")
      try await machines.expectAlike(["one", "two"])
      #expect(try await machines.run("one", ["--format", "json", "follow"]).json.array.isEmpty)
    }
  }
}
