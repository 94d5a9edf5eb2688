import FilmzTestSupport
import Testing

/// Archives with values that no command writes: a bad line costs only itself.
struct InvalidArchiveTests {
  private static let script = """
    add tt0113277 --rating 9
    add tt0078748
    watched tt0078748 --on 2024-05-01
    list add Noir tt0078748 --create
    list add Noir tt0113277
    list create West
    comment tt0113277 fine
    collections save rainy --unwatched
    """

  /// Makes an archive of a collection whose tables were changed with SQL, and imports it into another home.
  private func importArchive(
    _ sql: String, _ body: (FilmzProcess, ProcessResult) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run(["--offline"], script: Self.script).status == 0)
      try filmz.collectionFile.execute("PRAGMA foreign_keys = OFF; " + sql)
      #expect(try await filmz.run("export", "a.filmz").status == 0)
      let result = try await filmz.run(
        "--home", "other", "--offline", "--format", "json", "import", "a.filmz")
      #expect(result.status == 0, "\(result.stderr)")
      try await body(filmz, result)
      let check = try await filmz.run("--home", "other", "--format", "json", "db", "check")
      #expect(check.stdout == "[]\n", "\(check.stdout)")
    }
  }

  @Test(arguments: [
    ("UPDATE list SET name = 'a' || char(10) || 'b' WHERE name = 'West'", "name of", "\"a b\""),
    ("UPDATE list SET name = char(27) || '[2J' WHERE name = 'West'", "name of", "[2J"),
    ("UPDATE list SET name = '   ' WHERE name = 'West'", "name of", "\"   \""),
    ("UPDATE list SET name = hex(zeroblob(150)) WHERE name = 'West'", "name of", "\"000"),
    ("UPDATE listItem SET position = 'z' WHERE film = 'tt0113277'", "position of", "\"z\""),
    ("UPDATE listItem SET position = 'V00000' WHERE film = 'tt0113277'", "position of", "V00000"),
    ("UPDATE listItem SET film = 'tt0078748' WHERE film = 'tt0113277'", "film of", "tt0078748"),
    ("UPDATE listItem SET id = 'x tt0113277' WHERE film = 'tt0113277'", "id is", "x tt0113277"),
    ("UPDATE viewing SET date = '2024-13'", "date of", "2024-13"),
    ("UPDATE comment SET name = char(10)", "name of", "\" \""),
    ("UPDATE savedCollection SET name = 'other'", "name of", "other"),
    ("UPDATE comment SET text = ' '", "text of", "\" \""),
    ("UPDATE comment SET film = 'zz'", "film of", "\"zz\""),
    (
      "UPDATE savedCollection SET id = 'favorites', name = 'favorites'", "name of",
      "\"favorites\""
    ),
    ("UPDATE savedCollection SET filter = 'year:x'", "filter of", "\"year:x\""),
    ("UPDATE savedCollection SET filter = 'heat'", "filter of", "\"heat\""),
    ("UPDATE savedCollection SET filter = hex(zeroblob(4001))", "filter of", "8,000 bytes"),
    ("INSERT INTO record (id, year) VALUES ('tt0113277', '1700')", "year of", "1700"),
    (
      "INSERT INTO record (id, year) VALUES ('own:8A3C6F0E-1B52-4D97-A6E4-95D0C7B81F23', '2001')", "it has no",
      "title"
    ),
    (
      "INSERT INTO record (id, title) VALUES ('own:8A3C6F0E-1B52-4D97-A6E4-95D0C7B81F23', '\" \"')", "title of",
      "8A3C6F0E"
    ),
    ("UPDATE comment SET text = hex(zeroblob(500001))", "text of", "1,000,000 bytes"),
    (
      "UPDATE viewing SET film = 'tt0111111' WHERE date = '2024-05-01'",
      "neither in the archive nor in your collection", "film tt0111111"
    ),
  ])
  func invalidLineCostsItselfAndIsNamed(sql: String, field: String, value: String) async throws {
    try await importArchive(sql) { filmz, result in
      let reasons = try result.json["unreadable"]?.each("reason").compactMap { $0?.string } ?? []
      #expect(reasons.count == 1, "\(reasons)")
      #expect(reasons[0].contains(field) && reasons[0].contains(value), "\(reasons)")
      #expect(try result.json["unreadable"]?.each("line").allSatisfy { $0 != .null } == true)
      let films = try await filmz.run("--home", "other", "--offline", "--format", "json", "ls").json
      #expect(films.each("id").contains("tt0078748"))
    }
  }

  /// A value that its subject can do without costs only itself; a time is replaced.
  @Test(arguments: [
    ("UPDATE entry SET tags = json_array('a' || char(10), 'b') WHERE rating = 90", "tags of", "a "),
    ("UPDATE entry SET recommendedBy = '  ' WHERE rating = 90", "recommendedBy of", "\"  \""),
    ("UPDATE entry SET platform = char(7) WHERE rating = 90", "platform of", "\" \""),
    ("UPDATE entry SET title = hex(zeroblob(1500000)) WHERE rating = 90", "title of", "\"000"),
    ("UPDATE entry SET addedAt = 9000000000000000000 WHERE rating = 90", "addedAt of", "\"9000"),
    ("UPDATE list SET createdAt = -9000000000000000000 WHERE name = 'West'", "createdAt", "\"-9"),
    ("UPDATE viewing SET date = '2999-05-01' WHERE date = '2024-05-01'", "date of", "2999-05-01"),
    ("UPDATE comment SET time = '9999-01-01T00:00:00Z'", "time of", "9999-01-01"),
    ("UPDATE comment SET time = '-infinity'", "time of", "-infinity"),
    (
      "UPDATE entry SET notes = hex(zeroblob(500001)) WHERE rating = 90", "notes of",
      "1,000,000 bytes"
    ),
    (
      "UPDATE viewing SET note = hex(zeroblob(500001)) WHERE date = '2024-05-01'", "note of",
      "1,000,000 bytes"
    ),
    (
      "UPDATE list SET description = hex(zeroblob(500001)) WHERE name = 'West'", "description of",
      "1,000,000 bytes"
    ),
    (
      "INSERT INTO record (id, poster, plot) VALUES ('tt0113277', '\"javascript:x\"', '\"A\"')",
      "poster of", "javascript:x"
    ),
    ("INSERT INTO record (id, year, plot) VALUES ('tt0113277', '1700', '\"A\"')", "year of", "1700"),
  ])
  func invalidValueCostsOnlyItself(sql: String, field: String, value: String) async throws {
    try await importArchive(sql) { filmz, result in
      let reasons = try result.json["unreadable"]?.each("reason").compactMap { $0?.string } ?? []
      #expect(reasons.count == 1, "\(reasons)")
      #expect(reasons[0].contains(field) && reasons[0].contains(value), "\(reasons)")
      let other = ["--home", "other", "--offline", "--format", "json"]
      func rows(_ words: String...) async throws -> JSON {
        try await filmz.run(other + words).json
      }
      let films = try await rows("ls")
      #expect(Set(films.each("id")) == ["tt0078748", "tt0113277"])
      #expect(try await rows("list").array.count == 2)
      #expect(try await rows("viewings", "tt0078748").array.count == 1)
      let comments = try await rows("comments", "tt0113277")
      #expect(comments.each("text") == ["fine"])
      #expect(comments.each("time").allSatisfy { ($0?.string ?? "") < "2200" })
    }
  }

  @Test func controlCharactersInTitlesBecomeBlanks() async throws {
    try await importArchive(
      "UPDATE entry SET title = 'A' || char(27) || 'B' WHERE rating = 90"
    ) { filmz, result in
      #expect(try result.json["unreadable"]?.array.isEmpty == true)
      let collection = SQLiteFile(path: filmz.folder.path(of: "other/data/collection.sqlite"))
      let titles = try collection.queryFirstColumn("SELECT title FROM entry WHERE rating = 90")
      #expect(titles == ["A B"])
    }
  }

  /// What belongs to a film without a valid id is left out with it; the places of its other id are named.
  @Test func invalidIDsAndMissingFilmsAreNamed() async throws {
    try await importArchive("UPDATE entry SET id = 'tt133093' WHERE rating = 90") { filmz, result in
      let reasons = try result.json["unreadable"]?.each("reason").compactMap { $0?.string } ?? []
      #expect(
        reasons == [
          "id is \"tt133093\", which is not valid",
          "its film tt0113277 is neither in the archive nor in your collection",
        ])
      let places = try await filmz.run(
        "--home", "other", "--offline", "--format", "json", "list", "show", "Noir"
      ).json
      #expect(places.each("id") == ["tt0078748"])
    }
  }

  /// The places of lists that are left out are, too; films stay.
  @Test func archiveWhoseListsAreAllInvalidIsTaken() async throws {
    try await importArchive("UPDATE list SET name = char(7)") { filmz, result in
      #expect(try result.json["unreadable"]?.array.count == 2)
      #expect(result.stderr.contains("2 lines of the archive belong to a film or list"))
      let films = try await filmz.run("--home", "other", "--offline", "--format", "json", "ls").json
      #expect(Set(films.each("id")) == ["tt0078748", "tt0113277"])
    }
  }

  /// The longest text that a command accepts is taken.
  @Test func longestTextIsKept() async throws {
    try await importArchive("UPDATE entry SET notes = hex(zeroblob(500000)) WHERE rating = 90") {
      filmz, result in
      #expect(try result.json["unreadable"]?.array.isEmpty == true)
      let film = try await filmz.run(
        "--home", "other", "--offline", "--format", "json", "show", "tt0113277"
      ).json
      #expect(film["notes"]?.string?.utf8.count == 1_000_000)
    }
  }
}
