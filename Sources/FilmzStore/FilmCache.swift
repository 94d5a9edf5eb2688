package import FilmzDomain
package import Foundation
package import GRDB
import Glibc

/// Facts of films on this machine: what was fetched, and a copy for each film of the collection.
///
/// The file is disposable. It is attached to the collection's connection as `cache`, so that lists of
/// the collection are filtered and sorted by plain SQL.
package struct FilmCache: Sendable {
  let database: any DatabaseWriter
  private let path: String

  package init(database: any DatabaseWriter, path: String) {
    self.database = database
    self.path = path
  }

  /// All that is known of films, by id.
  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    try await read { db in
      let sql = "SELECT facts FROM cache.film WHERE id IN (SELECT value FROM json_each(?))"
      let list = CollectionStore.text(of: ids.map(\.rawValue))
      let films = try String.fetchAll(db, sql: sql, arguments: [list]).compactMap(Self.film)
      return Dictionary(films.map { ($0.id, $0) }) { first, _ in first }
    }
  }

  /// Keeps films; facts never give way to poorer or older ones.
  ///
  /// - Throws: ``StoreError`` where the cache cannot be written; nothing is lost then but time.
  package func store(_ films: [Film], at now: Date) async throws {
    guard !films.isEmpty else { return }
    try await write { db in
      for film in films { try Self.store(film, now, db) }
    }
  }

  /// Takes the cache's file away if it is damaged, so that the next command makes a new one.
  ///
  /// - Returns: What to tell the user, or nothing where the file is sound.
  func removeIfDamaged() async -> StoreError? {
    let verdict = try? await database.read { db in
      try String.fetchOne(db, sql: "PRAGMA cache.quick_check(1)")
    }
    guard verdict != "ok" else { return nil }
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    return .damagedCache(path: path)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await wording { try await database.inline { try $0.snapshot(body) } }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await wording { try await database.inline { try $0.changeCache(body) } }
  }

  private func wording<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    } catch let error as DatabaseError {
      if error.meansDamage, let damage = await removeIfDamaged() { throw damage }
      throw StoreError.wording(error, path: path)
    }
  }

  /// The facts of a list's rows, by id.
  static func fetchSummaries(_ ids: [FilmID], _ db: Database) throws -> [FilmID: Film] {
    let isOne = ids.count == 1
    let sql = """
      SELECT id, title, year, endYear, type, imdbRating, imdbVotes, runtimeMinutes, genres
      FROM cache.film WHERE id \(isOne ? "= ?" : "IN (SELECT value FROM json_each(?))")
      """
    let list = isOne ? ids[0].rawValue : CollectionStore.text(of: ids.map(\.rawValue))
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [list])
    var films: [FilmID: Film] = [:]
    while let row = try rows.next() {
      let film = summary(row)
      films[film.id] = film
    }
    return films
  }

  private static func summary(_ row: Row) -> Film {
    var film = Film(
      id: FilmID(canonical: row["id"]), title: row["title"], year: row["year"],
      endYear: row["endYear"], type: (row["type"] as String?).flatMap(MediaType.init(rawValue:)),
      origin: .catalog)
    film.imdbRating = (row["imdbRating"] as Int?).flatMap(Rating.init(tenths:))
    film.imdbVotes = row["imdbVotes"]
    film.runtimeMinutes = row["runtimeMinutes"]
    let genres: String = row["genres"]
    film.genres = genres.isEmpty ? [] : genres.components(separatedBy: ", ")
    return film
  }

  static func film(_ facts: String) -> Film? {
    try? JSONDecoder().decode(Film.self, from: Data(facts.utf8))
  }

  /// A film that is fetched again gets the next version (Filmz2, cache metadata).
  static func store(_ film: Film, _ now: Date, _ db: Database) throws {
    let facts = String(decoding: try JSONEncoder().encode(film), as: UTF8.self)
    try db.cachedStatement(
      sql: """
        INSERT INTO cache.film (id, title, year, endYear, type, imdbRating, imdbVotes,
          runtimeMinutes, genres, titleKey, searchText, grade, fetchedAt, storedAt, usedOn, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, year = excluded.year,
          endYear = excluded.endYear, type = excluded.type, imdbRating = excluded.imdbRating,
          imdbVotes = excluded.imdbVotes, runtimeMinutes = excluded.runtimeMinutes,
          genres = excluded.genres, titleKey = excluded.titleKey,
          searchText = excluded.searchText, grade = excluded.grade,
          version = film.version + (film.fetchedAt IS NOT NULL),
          fetchedAt = excluded.fetchedAt, storedAt = excluded.storedAt,
          usedOn = excluded.usedOn, facts = excluded.facts
        WHERE excluded.grade > film.grade OR (excluded.grade = film.grade AND NOT (
          film.grade = 2 AND json_extract(excluded.facts, '$.origin') = 'starter'
          AND json_extract(film.facts, '$.origin') = 'catalog'
        ) AND (
          excluded.fetchedAt IS NULL OR film.fetchedAt IS NULL
          OR excluded.fetchedAt >= film.fetchedAt OR film.fetchedAt > excluded.storedAt + 86400))
        """
    ).execute(
      arguments: [
        film.id.rawValue, film.title, film.year, film.endYear, film.type?.rawValue,
        film.imdbRating?.tenths, film.imdbVotes, film.runtimeMinutes,
        film.genres.joined(separator: ", "), TextFolding.key(film.title), searchText(film),
        film.richness, film.fetchedAt?.timeIntervalSince1970, now.timeIntervalSince1970, day(now),
        facts,
      ])
  }

  /// Whole days since 1970, for telling when something was used.
  static func day(_ moment: Date) -> Int { Int(moment.timeIntervalSince1970 / 86_400) }

  /// Title, original title, people and year, folded, for the text filter of lists.
  private static func searchText(_ film: Film) -> String {
    let texts =
      [film.title, film.originalTitle ?? ""] + film.directors + film.writers + film.actors
    let keys = texts.map(TextFolding.key) + [film.year.map(String.init) ?? ""]
    return keys.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension DatabaseError {
  /// Whether it says that a file is no database, or a broken one.
  var meansDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }

  /// Whether it says that, or that a table or a value is not as it was made: somebody else wrote to
  /// the file.
  var meansAlteration: Bool { meansDamage || resultCode == .SQLITE_ERROR }
}

extension Database {
  /// What one of SQLite's checks found, or nothing where all is well.
  func verdict(of check: String) throws -> String? {
    let verdict = try String.fetchOne(self, sql: check)
    guard verdict != "ok" else { return nil }
    return verdict?.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no answer"
  }
}
