import FilmzTestSupport
import Foundation
import Testing

/// What the members of a server share: comments and lists (contract, People).
@Suite(.enabled(if: PostgresServer.isInstalled), .processes)
struct ServerPeopleTests {
  /// Ada with the homes one and two, and Ben with the home three; the homes one and three share comments.
  private func withPeople(_ body: (ServerHomes) async throws -> Void) async throws {
    try await ServerHomes.with(["ada", "ben"]) { homes in
      for home in ["one", "three"] { try await homes.script(home, "config set comments.shared on") }
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      try await homes.setUp("three", as: "ben")
      try await body(homes)
    }
  }

  private func texts(_ homes: ServerHomes, _ home: String) async throws -> [String] {
    try await homes.answer(home, "comments heat").each("text").compactMap { $0?.string }
  }

  // MARK: - Comments

  @Test func commentsAreSharedChangedAndRemoved() async throws {
    try await withPeople { homes in
      try await homes.script("one", "comment heat \"first\"\ncomment heat \"hidden\" --private")
      try await homes.script("two", "comment heat \"not shared\"")
      for home in ["one", "two", "three"] { try await homes.sync(home) }
      let comments = try await homes.answer("three", "comments heat")
      #expect(comments.each("text") == ["first"] && comments.each("mine") == [false])
      #expect(comments.each("name").allSatisfy { $0?.string?.hasPrefix("ada_") == true })
      #expect(try await homes.answer("three", "show heat")["commentCount"] == 1)
      // The other machine of the writer has its own comments once.
      try await homes.sync("two")
      #expect(Set(try await texts(homes, "two")) == ["first", "hidden", "not shared"])
      let refused = try await homes.run("three", ["-c", "comments heat; comment rm 1"])
      #expect(refused.status == 1 && refused.stderr.contains("ada_"))

      let id = try #require(try await homes.answer("two", "comments heat")[2]?["id"]?.string)
      try await homes.script("two", "comment edit \(id.prefix(8)) \"second\"")
      for home in ["two", "three"] { try await homes.sync(home) }
      #expect(try await texts(homes, "three") == ["second"])
      try await homes.sync("one")
      try await homes.script("one", "comment rm \(id.prefix(8))")
      for home in ["one", "three"] { try await homes.sync(home) }
      #expect(try await texts(homes, "three").isEmpty)
      try await homes.script("one", "undo")
      for home in ["one", "three"] { try await homes.sync(home) }
      #expect(try await texts(homes, "three") == ["second"])
    }
  }

  @Test func commentsOfOthersAreNeitherExportedNorSynced() async throws {
    try await withPeople { homes in
      try await homes.script("three", "comment heat \"of Ben\"")
      try await homes.sync("three")
      try await homes.sync("one")
      #expect(try await texts(homes, "one") == ["of Ben"])
      #expect(try await homes.run("one", ["export", "a.filmz"]).status == 0)
      #expect(try await homes.run("four", ["import", "a.filmz"]).status == 0)
      #expect(try await texts(homes, "four").isEmpty)
      try await homes.expectAlike(["one", "two"])
    }
  }

  @Test func sharingBeginsWhenItIsTurnedOn() async throws {
    try await withPeople { homes in
      try await homes.script(
        "two",
        "comment heat \"before\"\nconfig set comments.shared on\ncomment heat \"after\"\nconfig set comments.shared off\ncomment heat \"later\""
      )
      try await homes.sync("two")
      try await homes.sync("three")
      #expect(try await texts(homes, "three") == ["after"])
    }
  }

  @Test func commentThatIsTooLongIsToldAndStaysHere() async throws {
    try await withPeople { homes in
      try await homes.script(
        "one", "comment heat \"\(String(repeating: "long ", count: 3000))\"\ncomment heat \"short\""
      )
      let result = try await homes.run("one", ["sync"])
      #expect(
        result.status == 0 && result.stderr.contains("1 comment is not shared"))
      try await homes.sync("three")
      #expect(try await texts(homes, "three") == ["short"])
    }
  }

  @Test func commentsComeAgainFromARestoredServer() async throws {
    try await withPeople { homes in
      try await homes.script("one", "comment heat \"one\"\ncomment heat \"two\"")
      try await homes.sync("one")
      try await homes.sync("three")
      #expect(try await texts(homes, "three").count == 2)
      #expect(
        try homes.server.psql(homes.administrator, "TRUNCATE filmz.comment RESTART IDENTITY").errors
          .isEmpty)
      try await homes.sync("three")
      #expect(try await texts(homes, "three").isEmpty)
      try await homes.sync("one")
      try await homes.sync("three")
      #expect(Set(try await texts(homes, "three")) == ["one", "two"])
    }
  }

  /// The numbers of a restored server may be used again, so only one's own comments show that something is missing.
  @Test func commentThatARestoredServerHasLostIsSentAgain() async throws {
    try await withPeople { homes in
      try await homes.script("one", "comment heat \"one\"\ncomment heat \"two\"")
      try await homes.sync("one")
      let sql = "DELETE FROM filmz.comment WHERE text = 'one'"
      #expect(try homes.server.psql(homes.administrator, sql).errors.isEmpty)
      try await homes.script("three", "comment heat \"three\"")
      for home in ["three", "one", "three"] { try await homes.sync(home) }
      #expect(Set(try await texts(homes, "three")) == ["one", "two", "three"])
    }
  }

  /// Writes comments as a member, without filmz; returns the SQLSTATEs of failures.
  private func write(
    _ values: String, as member: String, _ homes: ServerHomes, count: Int = 1
  ) throws -> [String] {
    let sql = """
      INSERT INTO filmz.comment (id, film, text, made_at)
      SELECT gen_random_uuid(), 'tt0113277', \(values) FROM generate_series(1, \(count)) AS number
      """
    return try homes.server.psql(try #require(homes.members[member]), sql).errors
  }

  @Test func memberCannotFillTheCollectionsOfOthers() async throws {
    try await withPeople { homes in
      #expect(
        try write("'today ' || number, now()", as: "ben", homes, count: 500).isEmpty)
      let flooded = try await homes.run("one", ["sync"])
      #expect(flooded.status == 0)
      let lines = flooded.errorLines.filter { $0.contains("left out") }
      #expect(lines.count == 1 && lines[0].contains("300 comments of ben_"), "\(flooded.stderr)")
      #expect(try await texts(homes, "one").count == 200)
      let again = try await homes.run("one", ["sync"])
      #expect(again.stderr == "", "\(again.stderr)")

      // Not even if the comments pretend to be of many days.
      let text = "repeat('x', 10000), now() - number * interval '1 day'"
      #expect(try write(text, as: "ben", homes, count: 1500).isEmpty)
      let filled = try await homes.run("one", ["sync"])
      #expect(filled.stderr.contains("comments of ben_") && filled.stderr.contains("8.0 MB"))
      let file = homes.filmz.folder.path(of: "one/data/collection.sqlite")
      let size = try SQLiteFile(path: file).queryFirstColumn(
        "SELECT count(*) < 1100 AND sum(length(text)) <= 8000000 FROM sharedComment")
      #expect(size == ["1"])

      // Comments of others still come, and removed ones go.
      try await homes.script("two", "config set comments.shared on\ncomment heat \"of Ada\"")
      for home in ["two", "three"] { try await homes.sync(home) }
      #expect(try await texts(homes, "three").contains("of Ada"))
      #expect(
        try homes.server.psql(
          try #require(homes.members["ben"]), "UPDATE filmz.comment SET text = NULL"
        ).errors.isEmpty)
      try await homes.sync("one")
      #expect(try await texts(homes, "one") == ["of Ada"])
    }
  }

  /// `disables` is `true` for a server that an earlier version has set up.
  @Test(arguments: [false, true])
  func commentsHaveTimesBetween1970AndNow(disables: Bool) async throws {
    try await withPeople { homes in
      if disables {
        let sql = "ALTER TABLE filmz.comment DISABLE TRIGGER comment_time"
        #expect(try homes.server.psql(homes.administrator, sql).errors.isEmpty)
      }
      for (text, time) in [
        ("BC", "'4713-01-01 BC'"), ("never", "'-infinity'"), ("always", "'infinity'"),
        ("later", "'2999-01-01'"),
      ] {
        #expect(try write("'\(text)', \(time)::timestamptz", as: "ben", homes).isEmpty)
      }
      try await homes.sync("one")
      let comments = try await homes.answer("one", "comments heat")
      #expect(Set(comments.each("text").prefix(2)) == ["always", "later"])
      #expect(Set(comments.each("text").suffix(2)) == ["BC", "never"])
      let times = comments.each("time").compactMap { $0?.string }
      #expect(times.suffix(2) == ["1970-01-01T00:00:00.000000Z", "1970-01-01T00:00:00.000000Z"])
      #expect(times.prefix(2).allSatisfy { $0 >= "2020" && $0 < "2999" }, "\(times)")
    }
  }

  /// Earlier versions have stored what the server sent.
  @Test func wrongTimesThatWereStoredAreReplaced() async throws {
    try await withPeople { homes in
      #expect(try write("'of Ben', now()", as: "ben", homes).isEmpty)
      try await homes.sync("one")
      let file = homes.filmz.folder.path(of: "one/data/collection.sqlite")
      try SQLiteFile(path: file).execute(
        "UPDATE sharedComment SET time = '4713-01-01T00:00:00.000000Z'")
      try await homes.sync("one")
      let times = try await homes.answer("one", "comments heat").each("time")
      #expect(times.count == 1 && times[0]?.string?.hasPrefix("4713") == false)
    }
  }

  @Test func newCommentsAreFollowed() async throws {
    try await withPeople { homes in
      // Without notifications, nothing would come.
      try await homes.script("three", "config set sync.interval 3600")
      let follower = try homes.filmz.openPipes([
        "--home", "three", "--format", "jsonl", "comments", "heat", "--follow", "--verbose",
      ])
      // Comments are printed from the first one that is written after the command has begun.
      var line = ""
      for number in 1...600 where line.isEmpty {
        try await homes.script("one", "comment heat \"comment \(number)\"")
        try await homes.sync("one")
        line = try await follower.lines(atLeast: 1, within: .milliseconds(500)).first ?? ""
      }
      #expect(line.contains("\"text\":\"comment "))
      try await follower.kill()
    }
  }

  // MARK: - Lists

  @Test func publishedListIsFollowedChangedAndWithdrawn() async throws {
    try await withPeople { homes in
      try await homes.script("one", "add heat --rating 9\nlist add Noir heat --create")
      let published = try await homes.answer("one", "list publish Noir --ratings")
      let id = try #require(published["id"]?.string)
      #expect(published["path"] == .null && published["page"] == .null)
      // The row names the member; the data has no other name.
      let named = try homes.server.psql(
        homes.administrator, "SELECT count(*) FROM filmz.list WHERE data::json->>'owner' <> ''")
      #expect(named.output == ["0"])
      let followed = try await homes.answer("three", "follow \(id)")
      #expect(followed.each("name") == ["Noir"] && followed.each("films") == [1])
      // A list and a comment have the same name of their writer.
      try await homes.script("one", "comment heat \"mine\"")
      for home in ["one", "three"] { try await homes.sync(home) }
      let comments = try await homes.answer("three", "comments heat")
      #expect(followed.each("owner") == comments.each("name"))
      #expect(try await homes.answer("three", "follow show Noir").each("ownerRating") == [9])
      for home in ["one", "two"] {
        let own = try await homes.run(home, ["follow", id])
        #expect(own.status == 1 && own.stderr.contains("\"Noir\" is a list of your own"))
      }
      // Synced, it is published again.
      try await homes.script("one", "list add Noir alien")
      try await homes.sync("one")
      let update = try await homes.run("three", ["--verbose", "follow", "update"])
      #expect(update.stderr.contains("1 new film: Alien"))
      #expect(try await homes.run("one", ["list", "unpublish", "Noir"]).status == 0)
      let withdrawn = try await homes.answer("three", "follow update")
      #expect(withdrawn.each("withdrawn") == [true] && withdrawn.each("films") == [2])
      let again = try await homes.answer("one", "list publish Noir")
      #expect(again["id"] != .string(id))
      let unknown = try await homes.run("three", ["follow", "AAAAAAAAAAAAAAAAAAAAA9"])
      #expect(unknown.status == 1 && unknown.stderr.contains("has no list"))
    }
  }

  @Test func everythingIsRemovedFromTheServer() async throws {
    try await withPeople { homes in
      try await homes.script("one", "comment heat \"mine\"\nlist add Noir heat --create")
      let published = try await homes.answer("one", "list publish Noir")
      let id = try #require(published["id"]?.string)
      #expect(try await homes.answer("three", "follow \(id)").array.count == 1)
      try await homes.sync("one")
      try await homes.sync("three")
      #expect(try await homes.run("one", ["--yes", "sync", "off", "--remove"]).status == 0)
      let rows = try homes.server.psql(
        homes.administrator,
        """
        SELECT count(*) FROM filmz.segment WHERE owner LIKE 'ada%';
        SELECT count(*) FROM filmz.list; SELECT count(text) FROM filmz.comment
        """)
      #expect(rows.output == ["0", "0", "0"])
      try await homes.sync("three")
      #expect(try await texts(homes, "three").isEmpty)
      let update = try await homes.answer("three", "follow update")
      #expect(update.each("withdrawn") == [true] && update.each("films") == [1])
      #expect(try await homes.answer("one", "list").each("published") == [false])
    }
  }
}
