import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Queries of the views, their values, and what they see.
struct QueryTests {
  /// Runs `body` with a database on files that has one film with data of every kind, a list, and a skip.
  static func withFilledHome<T>(
    _ body: (Home, CollectionDatabase) async throws -> T
  ) async throws -> T {
    try await Home.with { home async throws in
      let database = CollectionDatabase(paths: home.paths)
      let stores = try await database.openForWriting()
      try await stores.collection.apply("add", at: .sample) { transaction in
        try transaction.insert(.full())
        try transaction.insert(.sample("tt1", "Alpha", year: 1990))
        try transaction.setFilms(
          [.matrix, FilmID(unchecked: "tt1")], of: transaction.createList("Noir"))
      }
      try await stores.collection.apply("tag", at: .sample + 60) { transaction in
        try transaction.insert(.sample("tt2", "Rejected", year: 2001))
      }
      try await stores.cache.store(
        [film("tt0133093", "The Matrix"), film("tt9", "Cached only")], at: .sample)
      return try await body(home, database)
    }
  }

  private static func film(_ id: String, _ title: String) -> Film {
    var film = Film(
      id: FilmID(unchecked: id), title: title, year: 1999, type: .movie, origin: .omdb,
      fetchedAt: .sample, isComplete: true)
    film.genres = ["Action", "Sci-Fi"]
    film.directors = ["Lana \"L\" Wachowski", "Lilly, W."]
    film.imdbRating = Rating(tenths: 87)
    film.plot = "A hacker\nlearns."
    return film
  }

  /// Each case is a query, and its rows with the values separated by `|`.
  @Test(arguments: [
    (
      "select id, title, year, myRating, watched, dateWatched, dateAdded from films where id = 'tt0133093'",
      ["tt0133093|The Matrix|1999|8.5|1|2024-05-01|2023-11-14T22:13:20Z"]
    ),
    ("select id from films order by id", ["tt0133093", "tt1", "tt2", "tt9"]),
    (
      "select genres, directors, plot from films where id = 'tt9'",
      [#"["Action","Sci-Fi"]|["Lana \"L\" Wachowski","Lilly, W."]|A hacker|learns."#]
    ),
    ("select imdbRating, inCollection, myRating, own from films where id = 'tt9'", ["8.7|0||[]"]),
    (
      "select value, count(*) from films, json_each(genres) group by 1 order by 1",
      ["Action|2", "Sci-Fi|2"]
    ),
    (
      "select title, viewings, tags from entries where watched",
      [#"The Matrix|1|["sci-fi","with, comma","with \"quote\""]"#]
    ),
    ("select film, number, rating, note from viewings", ["tt0133093|1|9.0|in a cinema"]),
    ("select name, films, seen from lists", ["Noir|2|1"]),
    (
      "select name, film, place from list_films order by place", ["Noir|tt0133093|1", "Noir|tt1|2"]
    ),
    (
      "select step, command, undone, time from steps order by step limit 1",
      ["1|add|0|2023-11-14T22:13:20Z"]
    ),
    ("select count(distinct subject) from changes where subjectKind = 'entry'", ["3"]),
    (
      "select step, kind, time from changes where subject = 'tt1'",
      ["1|insert|2023-11-14T22:13:20Z"]
    ),
    ("select count(*) from comments", ["0"]), ("select count(*) from records", ["0"]),
    ("select count(*) from skips", ["0"]), ("values (1, 2), (3, null)", ["1|2", "3|"]),
    (
      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3) select i from n",
      ["1", "2", "3"]
    ),
    ("with entry as (select 1 as a) select a from entry", ["1"]),
    (
      "select fold('Amélie'), upper('a'), round(1.25, 1), json_extract('[1,2]', '$[1]')",
      ["amelie|A|1.3|2"]
    ),
    (
      "select row_number() over (order by id), sum(year) over () from entries where year < 1999",
      ["1|1990"]
    ),
    ("/* a */ -- b\n select 1; -- c\n ;; /* d */", ["1"]),
    (
      "select title from entries where fold(title) = 'alpha' or title like 'the %' order by 1",
      ["Alpha", "The Matrix"]
    ),
    ("select t.title from (select * from films) as t where t.year = 1990", ["Alpha"]),
    (
      "select entries.id from entries join films using (id) where films.type = 'movie'",
      ["tt0133093"]
    ),
    ("select x'00ff', 1.5, -7", ["00ff|1.5|-7"]),
  ])
  func queryReadsTheViews(query: String, rows: [String]) async throws {
    try await Self.withFilledHome { _, database async throws in
      let result = try await database.query(query, limit: 200)
      #expect(
        result.rows.map { $0.map(\.text).joined(separator: "|") }
          .map { $0.replacing("\n", with: "|") } == rows)
      #expect(!result.hasMoreRows)
    }
  }

  @Test(arguments: QueryView.all.map(\.name))
  func everyColumnOfEveryViewCanBeRead(view: String) async throws {
    try await Self.withFilledHome { _, database async throws in
      let columns = try #require(QueryView.all.first { $0.name == view }).columns.map(\.name)
      let result = try await database.query("select * from \(view)", limit: 200)
      #expect(result.columns == columns)
      for column in columns {
        let values = try await database.query("select \(column) from \(view)", limit: 200)
        let index = try #require(columns.firstIndex(of: column))
        #expect(
          values.rows.map(\.[0].text).sorted() == result.rows.map(\.[index].text).sorted())
      }
    }
  }

  @Test func ownFactsReplaceThoseOfSources() async throws {
    try await Self.withFilledHome { home, database async throws in
      try await database.openForReading().collection.runSQL(
        "INSERT INTO record (id, title, year) VALUES ('tt0133093', '\"Mine\"', '1998'), ('own:1', '\"Own\"', '2000')"
      )
      let result = try await database.query(
        "select id, title, year, own from films where own <> '[]' order by id", limit: 9)
      #expect(
        result.rows.map { $0.map(\.text).joined(separator: "|") } == [
          #"own:1|Own|2000|["title","year"]"#, #"tt0133093|Mine|1998|["title","year"]"#,
        ])
      let entries = try await database.query(
        "select title from entries where year = 1998", limit: 9)
      #expect(entries.rows == [[.text("Mine")]])
    }
  }

  @Test func rowsAreLimitedAndColumnNamesAreDistinct() async throws {
    try await Self.withFilledHome { _, database async throws in
      let result = try await database.query(
        "select id, id, 1 as '', id as id_2 from films order by 1", limit: 2)
      #expect(result.rows.count == 2 && result.hasMoreRows)
      #expect(result.columns == ["id", "id_3", "column_3", "id_2"])
      let all = try await database.query("select id from films", limit: 4)
      #expect(all.rows.count == 4 && !all.hasMoreRows)
    }
  }

  @Test func queryInAnEmptyHomeCreatesNoFile() async throws {
    try await Home.with { home async throws in
      let database = CollectionDatabase(paths: home.paths)
      for view in QueryView.all {
        #expect(try await database.query("select * from \(view.name)", limit: 9).rows == [])
      }
      #expect(try home.folder.files() == [])
    }
  }

  @Test func queryLeavesNoNewFileAndSeesTheChangesOfOthers() async throws {
    try await Self.withFilledHome { home, database async throws in
      let files = try home.folder.files()
      let other = CollectionDatabase(paths: home.paths)
      #expect(
        try await other.query("select count(*) from entries", limit: 1).rows == [[.integer(3)]])
      try await database.openForWriting().collection.insert([.sample("tt7")])
      #expect(
        try await other.query("select count(*) from entries", limit: 1).rows == [[.integer(4)]])
      #expect(Set(try home.folder.files()).subtracting(files).allSatisfy { $0.contains("sqlite-") })
    }
  }

  @Test func filmsCachedUnderAnAliasAppearOnce() async throws {
    try await Self.withFilledHome { _, database async throws in
      let stores = try await database.openForWriting()
      try await stores.collection.runSQL(
        "INSERT INTO alias (id, film) VALUES ('tmdb:movie:603', 'tt0133093')")
      try await stores.cache.store([Self.film("tmdb:movie:603", "Other")], at: .sample)
      let result = try await database.query("select id from films order by 1", limit: 9)
      #expect(result.rows.map { $0[0].text } == ["tt0133093", "tt1", "tt2", "tt9"])
    }
  }

  @Test func commentsUnderAnAliasAreThoseOfTheFilm() async throws {
    try await Self.withFilledHome { _, database async throws in
      try await database.openForWriting().collection.runSQL(
        """
        INSERT INTO comment (id, film, name, time, text) VALUES
          ('1', 'tt0133093', 'Ann', '2024-01-01T00:00:00Z', 'a'),
          ('2', 'tmdb:movie:603', 'Ben', '2024-01-02T00:00:00Z', 'b'),
          ('3', 'own:1', 'Cem', '2024-01-03T00:00:00Z', 'c'),
          ('4', 'tt77', 'Dan', '2024-01-04T00:00:00Z', 'd');
        """)
      let films = "select id, film from comments order by id"
      let counts = "select id, commentCount from films where commentCount > 0 order by id"
      #expect(
        try await Self.rows(films, database)
          == ["1|tt0133093", "2|tmdb:movie:603", "3|own:1", "4|tt77"])
      #expect(try await Self.rows(counts, database) == ["tt0133093|1"])
      try await database.openForWriting().collection.runSQL(
        "INSERT INTO alias (id, film) VALUES ('tmdb:movie:603', 'tt0133093'), ('own:1', 'tt0133093'), ('tt001', 'tt1')"
      )
      #expect(
        try await Self.rows(films, database)
          == ["1|tt0133093", "2|tt0133093", "3|tt0133093", "4|tt77"])
      #expect(try await Self.rows(counts, database) == ["tt0133093|3"])
      #expect(
        try await Self.rows(
          "select title, count(*) from comments join films on films.id = film group by 1", database)
          == ["The Matrix|3"])
    }
  }

  private static func rows(_ query: String, _ database: CollectionDatabase) async throws
    -> [String]
  {
    try await database.query(query, limit: 200).rows.map {
      $0.map(\.text).joined(separator: "|")
    }
  }
}

extension QueryValue {
  var text: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): bytes.map { $0.zeroPadded(toLength: 2, radix: 16) }.joined()
    }
  }
}
