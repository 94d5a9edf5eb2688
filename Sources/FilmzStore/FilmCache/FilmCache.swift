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

  /// All that is known of films, by the ids given.
  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    try await read { db in
      let rows = try Self.fetchFacts(ids, db)
      return Dictionary(rows.compactMap { row in Film(fact: row).map { ($0.id, $0) } }) {
        first, _ in
        first
      }
    }
  }

  /// Keeps films; facts are never replaced by less detailed or older ones of the same source.
  ///
  /// - Throws: ``StoreError`` where the cache cannot be written; nothing is lost then but time.
  package func store(_ films: [Film], at now: Date) async throws {
    guard !films.isEmpty else { return }
    try await write { db in
      for film in films { try Self.store(film, now, db) }
      try Self.markStale(films.map(\.id), db)
    }
  }

  /// Takes the cache's file away if it is damaged, so that the next command makes a new one.
  ///
  /// - Returns: The error for the user; `nil` if the file is sound.
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

  /// The facts of a list's rows, by id; the films are of the collection.
  static func fetchSummaries(_ ids: [FilmID], hasAliases: Bool, _ db: Database) throws
    -> [FilmID: Film]
  {
    let isOne = ids.count == 1
    let view = hasAliases ? summariesWithAliases : summaries
    let sql = view + (isOne ? "= ?" : "IN (SELECT value FROM json_each(?))")
    let list = isOne ? ids[0].rawValue : CollectionStore.text(of: ids.map(\.rawValue))
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [list])
    var films: [FilmID: Film] = [:]
    while let row = try rows.next() {
      let film = summary(row)
      films[film.id] = film
    }
    return films
  }

  private static let summaries = selectSummaries(FactView(hasAliases: false))
  private static let summariesWithAliases = selectSummaries(FactView(hasAliases: true))

  private static func selectSummaries(_ view: FactView) -> String {
    let columns = [
      "title", "year", "endYear", "type", "imdbRating", "imdbVotes", "runtimeMinutes", "genres",
      "source",
    ]
    return "SELECT * FROM \(view.ofCollection(columns)) WHERE source IS NOT NULL AND id "
  }

  private static func summary(_ row: Row) -> Film {
    var film = Film(
      id: FilmID(canonical: row["id"]), title: row["title"], year: row["year"],
      endYear: row["endYear"], type: (row["type"] as String?).flatMap(MediaType.init(rawValue:)),
      origin: Film.Origin(rawValue: row["source"]))
    film.imdbRating = (row["imdbRating"] as Int?).flatMap(Rating.init(tenths:))
    film.imdbVotes = row["imdbVotes"]
    film.runtimeMinutes = row["runtimeMinutes"]
    film.genres = (row["genres"] as String?)?.components(separatedBy: ", ") ?? []
    return film
  }

  /// Rows of the view over any films, for `Film(fact:)`.
  static func fetchFacts(_ ids: [FilmID], _ db: Database) throws -> [Row] {
    let view = try FactView(db).ofGivenFilms(["facts", "source", "level", "fetchedAt", "usedOn"])
    let sql = "SELECT * FROM \(view) WHERE source IS NOT NULL"
    let list = CollectionStore.text(of: ids.map(\.rawValue))
    return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [list])
  }

  /// Keeps the facts of one source.
  ///
  /// A film that is fetched again gets the next version (Filmz2, cache metadata).
  static func store(_ film: Film, _ now: Date, _ db: Database) throws {
    let layer = film.provenance.layer
    let known = try fetchLayers(film.id, db)
    guard layer.details.flatMap({ known[$0] }) == nil else { return }
    if let old = known[layer], !old.provenance.shouldBeReplaced(by: film.provenance, at: now) {
      return
    }
    let replaced = known[layer] ?? layer.hits.flatMap { known[$0] }
    let version = replaced.map { $0.version + ($0.provenance.fetchedAt == nil ? 0 : 1) } ?? 1
    if let hits = layer.hits, known[hits] != nil {
      try db.cachedStatement(sql: "DELETE FROM cache.film WHERE id = ? AND layer = ?")
        .execute(arguments: [film.id.rawValue, hits.rawValue])
    }
    try write(film, layer, version: version, now, db)
  }

  /// What is known of one layer without its facts.
  private struct KnownLayer {
    let provenance: Provenance
    let version: Int
  }

  private static func fetchLayers(_ id: FilmID, _ db: Database) throws -> [FactLayer: KnownLayer] {
    let sql = "SELECT layer, source, level, fetchedAt, version FROM cache.film WHERE id = ?"
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [id.rawValue])
    var layers: [FactLayer: KnownLayer] = [:]
    while let row = try rows.next() {
      guard let layer = FactLayer(rawValue: row["layer"]),
        let level = DetailLevel(rawValue: row["level"])
      else { continue }
      let fetchedAt = (row["fetchedAt"] as Double?).map(Date.init(timeIntervalSince1970:))
      layers[layer] = KnownLayer(
        provenance: Provenance(
          origin: Film.Origin(rawValue: row["source"]), level: level, fetchedAt: fetchedAt),
        version: row["version"])
    }
    return layers
  }

  private static func write(
    _ film: Film, _ layer: FactLayer, version: Int, _ now: Date, _ db: Database
  ) throws {
    let facts = String(decoding: try JSONEncoder().encode(film), as: UTF8.self)
    try db.cachedStatement(
      sql: """
        INSERT INTO cache.film (id, layer, source, level, title, year, endYear, type, imdbRating,
          imdbVotes, runtimeMinutes, genres, titleKey, names, people, directors, actors, fetchedAt,
          storedAt, usedOn, version, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id, layer) DO UPDATE SET source = excluded.source, level = excluded.level,
          title = excluded.title, year = excluded.year, endYear = excluded.endYear,
          type = excluded.type, imdbRating = excluded.imdbRating, imdbVotes = excluded.imdbVotes,
          runtimeMinutes = excluded.runtimeMinutes, genres = excluded.genres,
          titleKey = excluded.titleKey, names = excluded.names, people = excluded.people,
          directors = excluded.directors, actors = excluded.actors, fetchedAt = excluded.fetchedAt,
          storedAt = excluded.storedAt, usedOn = excluded.usedOn, version = excluded.version,
          facts = excluded.facts
        """
    ).execute(
      arguments: [
        film.id.rawValue, layer.rawValue, film.origin.rawValue, film.level.rawValue, film.title,
        film.year, film.endYear, film.type?.rawValue, film.imdbRating?.tenths, film.imdbVotes,
        film.runtimeMinutes, joined(film.genres, by: ", "), TextFolding.key(film.title),
        lines([film.title, film.originalTitle ?? ""].map(TextFolding.key)),
        lines((film.directors + film.writers + film.actors).map(TextFolding.key)),
        lines(film.directors), lines(film.actors), film.fetchedAt?.timeIntervalSince1970,
        now.timeIntervalSince1970, day(now), version, facts,
      ])
  }

  /// Makes the list's rows of films stale of which facts are kept under another id.
  static func markStale(_ ids: [FilmID], _ db: Database) throws {
    guard try CollectionStore.hasAliases(db) else { return }
    try db.cachedStatement(
      sql: """
        UPDATE cache.listing SET isStale = 1 WHERE id IN (
          SELECT film FROM main.alias WHERE id IN (SELECT value FROM json_each(?)))
        """
    ).execute(arguments: [CollectionStore.text(of: ids.map(\.rawValue))])
  }

  /// Whole days since 1970, for telling when something was used.
  static func day(_ moment: Date) -> Int { Int(moment.timeIntervalSince1970 / 86_400) }

  private static func lines(_ texts: [String]) -> String? { joined(texts, by: "\n") }

  /// Texts that are not empty, one behind the other; `nil` if there are none.
  private static func joined(_ texts: [String], by separator: String) -> String? {
    let texts = texts.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: separator)
  }
}

extension Film {
  /// The facts of a row of ``FactView``; `nil` if they cannot be read.
  ///
  /// What the layers tell of where they come from is that of the first one.
  init?(fact row: Row) {
    guard let facts = row["facts"] as String?,
      var film = try? JSONDecoder().decode(Film.self, from: Data(facts.utf8)),
      let origin = (row["source"] as String?).map(Film.Origin.init(rawValue:))
    else { return nil }
    film.origin = origin
    if row["fetchedAt"] as Double? == nil { film.fetchedAt = nil }
    film.isComplete = row["level"] > DetailLevel.hit.rawValue
    film.id = FilmID(canonical: row["id"])
    self = film
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
  /// What one of SQLite's checks found; `nil` if it found nothing.
  func verdict(of check: String) throws -> String? {
    let verdict = try String.fetchOne(self, sql: check)
    guard verdict != "ok" else { return nil }
    return verdict?.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no answer"
  }
}
