import FilmzTestSupport
import Foundation
import Testing

/// Lists that are published in a folder (contract, People).
struct PublishVerbTests {
  private func withList(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(
        ["--offline", "--yes"],
        script: """
          config set profile.name Ada
          add heat --rating 9
          add alien
          note heat "a private note"
          list create Noir
          list describe Noir "Rain & shadows"
          list add Noir "heat" "alien"
          """)
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: "public"), withIntermediateDirectories: false)
      try await body(filmz)
    }
  }

  @discardableResult
  private func publish(_ filmz: FilmzProcess, _ options: String...) async throws -> JSON {
    let result = try await filmz.run(
      ["--offline", "--format", "json", "list", "publish", "Noir"] + options)
    #expect(result.status == 0, "\(result.stderr)")
    return try result.json
  }

  private func list(_ published: JSON) throws -> JSON {
    try #require(try JSON.documents(in: try text(published, "data")).first)
  }

  private func text(_ published: JSON, _ member: String) throws -> String {
    let path = try #require(published[member]?.string)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func script(_ filmz: FilmzProcess, _ lines: String) async throws {
    _ = try await filmz.run(["--offline", "--yes"], script: lines)
  }

  @Test func publishedListHasAPageAndDataThatEveryoneCanRead() async throws {
    try await withList { filmz in
      let published = try await publish(filmz, "--to", "public")
      let id = try #require(published["id"]?.string)
      #expect(id.wholeMatch(of: /[A-Za-z0-9]{22}/) != nil)
      #expect(published["path"] == .string(filmz.folder.path(of: "public/\(id)")))
      let list = try list(published)
      #expect(list["format"] == "filmz-list" && list["version"] == 1 && list["name"] == "Noir")
      #expect(list["owner"] == "Ada" && list["description"] == "Rain & shadows")
      #expect(list["withdrawn"] == false && list["count"] == 2)
      #expect(list["films"]?.each("id") == ["tt0113277", "tt0078748"])
      #expect(list["films"]?.each("rating") == [.null, .null])
      let page = try text(published, "page")
      #expect(page.contains("A list by Ada · 2 films") && page.contains("Rain &amp; shadows"))
      for secret in ["private note", "<b>9</b>"] { #expect(!page.contains(secret)) }
      for file in ["index.html", "list.json"] {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: filmz.folder.path(of: "public/\(id)/\(file)"))
        #expect(attributes[.posixPermissions] as? Int == 0o644)
      }
      let lists = try await filmz.run("--offline", "--format", "json", "list").json
      #expect(lists.each("published") == [true])
    }
  }

  @Test func listIsPublishedAgainUnderItsIDWithItsOptions() async throws {
    try await withList { filmz in
      let first = try await publish(filmz, "--to", "public", "--ratings")
      #expect(try list(first)["films"]?.each("rating") == [9, .null])
      try await script(filmz, "rate heat 8\nlist remove Noir alien")
      let second = try await publish(filmz)
      #expect(second["id"] == first["id"])
      #expect(try list(second)["films"]?.each("rating") == [8])
      let unchanged = try await filmz.run("--offline", "list", "publish", "Noir")
      #expect(unchanged.stdout.contains("has not changed since"))
    }
  }

  @Test func listThatIsTakenBackSaysSoAndGetsANewID() async throws {
    try await withList { filmz in
      let first = try await publish(filmz, "--to", "public")
      #expect(try await filmz.run("--offline", "list", "unpublish", "Noir").status == 0)
      #expect(try list(first)["withdrawn"] == true && list(first)["films"] == [])
      #expect(try text(first, "page").contains("withdrawn by its owner"))
      let again = try await filmz.run("--offline", "list", "unpublish", "Noir")
      #expect(again.status == 1 && again.stderr.contains("is not published"))
      let second = try await publish(filmz)
      #expect(second["id"] != first["id"])
      #expect(try list(second)["count"] == 2)
    }
  }

  @Test(arguments: ["list delete Noir", "reset all"])
  func deletionTakesTheListBackFirst(command: String) async throws {
    try await withList { filmz in
      let published = try await publish(filmz, "--to", "public")
      try await script(filmz, command)
      #expect(try list(published)["withdrawn"] == true)
      try await script(filmz, "undo")
      let lists = try await filmz.run("--offline", "--format", "json", "list").json
      #expect(lists.each("published") == [false])
    }
  }

  /// A restored collection has another installation id.
  @Test func restoredCollectionTakesItsListsBack() async throws {
    try await withList { filmz in
      let published = try await publish(filmz, "--to", "public")
      try await script(filmz, "backup now")
      let backups = try await filmz.run("--offline", "--format", "json", "backup", "ls").json
      let name = try #require(backups[0]?["name"]?.string)
      try await script(filmz, "backup restore \(name)\nlist delete Noir")
      #expect(try list(published)["withdrawn"] == true)
    }
  }

  @Test func listIsNotDeletedIfItCannotBeTakenBack() async throws {
    try await withList { filmz in
      try await publish(filmz, "--to", "public")
      try FileManager.default.moveItem(
        at: filmz.folder.url(of: "public"), to: filmz.folder.url(of: "elsewhere"))
      let delete = try await filmz.run("--offline", "--yes", "list", "delete", "Noir")
      #expect(delete.status == 74 && delete.stderr.contains("nothing was deleted"))
      let unpublish = try await filmz.run("--offline", "list", "unpublish", "Noir")
      #expect(unpublish.status != 0, "\(unpublish)")
      #expect(try await filmz.run("--offline", "--yes", "list", "unpublish", "Noir").status == 0)
      #expect(try await filmz.run("--offline", "--yes", "list", "delete", "Noir").status == 0)
    }
  }

  @Test func filesOfOthersAreNotReplaced() async throws {
    try await withList { filmz in
      let published = try await publish(filmz, "--to", "public")
      let id = try #require(published["id"]?.string)
      for file in ["index.html", "list.json"] {
        try filmz.folder.write("something else", to: "public/\(id)/\(file)")
        try await script(filmz, "list describe Noir \(file)")
        let result = try await filmz.run("--offline", "list", "publish", "Noir")
        #expect(result.status == 1 && result.stderr.contains("was not written by filmz"))
        #expect(
          try String(contentsOf: filmz.folder.url(of: "public/\(id)/\(file)"), encoding: .utf8)
            == "something else")
        try FileManager.default.removeItem(at: filmz.folder.url(of: "public/\(id)/\(file)"))
        // What could not be published is published when that is possible again.
        #expect(try list(try await publish(filmz))["description"] == .string(file))
      }
    }
  }

  @Test(arguments: [
    (["Noir"], 64, "needs a folder"), (["Noir", "--to", "nowhere"], 74, "nowhere is not a folder"),
    (["Nothing", "--to", "public"], 1, "no list called"),
  ])
  func wrongCallsPublishNothing(words: [String], status: Int32, message: String) async throws {
    try await withList { filmz in
      let result = try await filmz.run(["--offline", "list", "publish"] + words)
      #expect(result.status == status && result.stderr.contains(message), "\(result)")
      let files = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "public"))
      #expect(files.isEmpty)
    }
  }

  @Test func limitsAreKept() async throws {
    try await withList { filmz in
      let rows = (1...501).map { "tt\(9_000_000 + $0),F\($0)" }
      try filmz.folder.write(
        "imdbID,Title\n" + rows.joined(separator: "\n") + "\n", to: "films.csv")
      try await script(
        filmz,
        """
        import films.csv
        list create Long
        ls --limit 600
        list add Long 1-501
        list describe Noir "\(String(repeating: "x", count: 2001))"
        """)
      let long = try await filmz.run("--offline", "list", "publish", "Long", "--to", "public")
      #expect(long.status == 1 && long.stderr.contains("at most 500"), "\(long.stderr)")
      let described = try await filmz.run("--offline", "list", "publish", "Noir", "--to", "public")
      #expect(described.status == 1 && described.stderr.contains("at most 2000"))
    }
  }

  @Test func syncPublishesWhatHasChangedOnTheMachineThatPublished() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let folder = machines.filmz.folder
      try FileManager.default.createDirectory(
        at: folder.url(of: "public"), withIntermediateDirectories: false)
      try await machines.script("desktop", "add heat\nlist create Noir\nlist add Noir heat")
      let published = try await machines.run(
        "desktop", ["--format", "json", "list", "publish", "Noir", "--to", "public"]
      ).json
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("laptop", "add alien\nlist add Noir alien")
      try await machines.sync("laptop")
      #expect(try list(published)["count"] == 1)
      try await machines.sync("desktop")
      #expect(try list(published)["count"] == 2)
      let elsewhere = try await machines.run("laptop", ["--format", "json", "list"]).json
      #expect(elsewhere.each("published") == [false])
      try await machines.script("laptop", "list delete Noir")
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      #expect(try list(published)["withdrawn"] == true)
    }
  }
}
