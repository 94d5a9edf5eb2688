package import FilmzDomain
package import Foundation
import GRDB

/// The stored facts of films: those that were fetched, and those of the films in the collection.
///
/// The file is disposable. It is attached to the collection's connection as `cache`, so that SQL can
/// filter and sort the films of the collection by their facts.
package struct FilmCache: Sendable {
  let connection: StoreConnection

  /// Returns the merged facts of the films with the given ids, by these ids; films without facts are left out.
  ///
  /// The id of each film is the canonical one.
  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    try await read { db in try Self.fetchFacts(ids, db).compactMapValues { try Film(fact: $0) } }
  }

  /// Stores the facts of films and their further ids.
  ///
  /// Facts that are less detailed or older than the stored facts of the same source are left out.
  ///
  /// - Parameters:
  ///   - films: The films.
  ///   - now: The current time.
  ///   - areFetched: `true` if the films are search results that were fetched at `now`.
  /// - Throws: A ``StoreError`` if the cache cannot be written.
  package func store(_ films: [Film], at now: Date, areFetched: Bool = false) async throws {
    guard !films.isEmpty else { return }
    try await write { try Self.store(films, now, areFetched: areFetched, $0) }
  }

  /// Adds the title of the series to the stored facts of an episode that do not have it.
  ///
  /// - Throws: A ``StoreError`` if the cache cannot be written.
  package func setSeriesTitle(_ title: String, ofEpisode id: FilmID) async throws {
    try await write { db in
      try db.run(
        """
        UPDATE cache.film SET facts = json_set(facts, '$.episode.seriesTitle', ?)
        WHERE id = ? AND facts ->> '$.episode.series' IS NOT NULL
          AND facts ->> '$.episode.seriesTitle' IS NULL
        """, [title, id.rawValue])
      try Self.markStale([id], db)
    }
  }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await connection.perform(.filmCache) { try $0.readTransaction(body) }
  }

  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await connection.perform(.filmCache) { try $0.cacheWriteTransaction(body) }
  }

  /// Returns the facts that a list shows about films in the collection, by canonical id.
  static func fetchSummaries(_ ids: [FilmID], _ db: Database) throws -> [FilmID: Film] {
    let isSingle = ids.count == 1
    let view = try FactView(db, of: ids)
    let sql = view.selectSummaries + (isSingle ? "= ?" : "IN (SELECT value FROM json_each(?))")
    let ids = ids.map(\.rawValue)
    let argument = isSingle ? ids[0] : CollectionStore.jsonArray(of: ids)
    let rows = try db.rowCursor(sql, [argument])
    var films: [FilmID: Film] = [:]
    while let row = try rows.next() {
      let film = try summary(row)
      films[film.id] = film
    }
    try addEpisodes(to: &films, view, db)
    return films
  }

  /// Sets the series, season, and number of those films that are episodes.
  private static func addEpisodes(to films: inout [FilmID: Film], _ view: FactView, _ db: Database) throws {
    let ids = films.values.filter { $0.type == .episode }.map(\.id.rawValue)
    guard !ids.isEmpty else { return }
    let subquery = view.boundIDsSubquery(["facts"])
    let rows = try db.rowCursor(
      "SELECT id, facts ->> '$.episode' AS episode FROM \(subquery)", [CollectionStore.jsonArray(of: ids)])
    while let row = try rows.next() {
      guard let json = try row.value("episode", String?.self) else { continue }
      films[FilmID(unchecked: try row.value("id"))]?.episode =
        try? JSONDecoder().decode(Episode.self, from: Data(json.utf8))
    }
  }

  /// Creates a film with the facts that lists show from a row of ``FactView``.
  static func summary(_ row: Row) throws -> Film {
    let id: String = try row.value("id")
    var film = Film(
      id: FilmID(unchecked: id), title: try row.value("title", String?.self) ?? id, year: try row.value("year"),
      type: try row.value("type", String?.self).flatMap(MediaType.init(rawValue:)),
      origin: Film.Origin(rawValue: try row.value("source")))
    film.setEndYear(stored: try row.value("endYear"))
    film.imdbRating = try row.value("imdbRating", Int?.self).flatMap(Rating.init(tenths:))
    film.imdbVotes = try row.value("imdbVotes")
    film.runtimeMinutes = try row.value("runtimeMinutes")
    film.genres = try row.value("genres", String?.self)?.components(separatedBy: ", ") ?? []
    return film
  }

  /// Returns the rows of ``FactView`` for films with the given ids, by these ids, to be decoded by `Film(fact:)`.
  ///
  /// For an id that is not canonical, the facts under the canonical id are used if there are any.
  static func fetchFacts(_ ids: [FilmID], _ db: Database) throws -> [FilmID: Row] {
    let canonical = try db.canonicalIDs(of: ids, includesCollected: true)
    let view = try FactView(db, of: ids + canonical.values).boundIDsSubquery([
      "facts", "source", "origins", "level", "fetchedAt", "usedOn", "ownFacts", "isImported",
    ])
    let sql = "SELECT * FROM \(view) WHERE source IS NOT NULL"
    let list = CollectionStore.jsonArray(of: ids + canonical.values)
    let rowsByID = try db.rows(sql, [list]).byFilm { $0 }
    guard !canonical.isEmpty else { return rowsByID }
    let pairs = ids.compactMap { id in (canonical[id].flatMap { rowsByID[$0] } ?? rowsByID[id]).map { (id, $0) } }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Stores the facts of films and their further ids.
  ///
  /// Facts of a film whose canonical id a source has reported are stored under that id, unless facts of
  /// another source contradict them. Films with facts of own or imported records or of imported files are left out,
  /// because their facts would be stored as those of a source. `areFetched` is `true` for the search results of a page
  /// that was fetched at `now`.
  static func store(_ films: [Film], _ now: Date, areFetched: Bool, _ db: Database) throws {
    for film in films where film.isOfSources {
      let film = try updateAliases(with: film, at: now, db)
      try store(film, now, isFetched: areFetched, db)
    }
    try markStale(films.map(\.id), db)
  }

  /// Stores the facts of a film in the layer of their source.
  ///
  /// The facts are not stored if the cache has more detailed or newer facts of the same source
  /// (``FilmzDomain/Provenance/shouldBeReplaced(by:at:)``). Detailed facts also replace a search result of
  /// the same source. The version starts at 1 and is incremented when facts from a network source are
  /// replaced. Source: Filmz2, cache metadata.
  private static func store(_ film: Film, _ now: Date, isFetched: Bool, _ db: Database) throws {
    let layer = film.provenance.layer
    let storedLayers = try fetchLayers(film.id, db)
    // A copy of a search result of TMDB must not be kept longer than the search result.
    guard isFetched || layer != .serviceHit || storedLayers[layer]?.provenance.origin != .tmdb else { return }
    guard layer.detailLayer.flatMap({ storedLayers[$0] }) == nil else { return }
    if let old = storedLayers[layer], !old.provenance.shouldBeReplaced(by: film.provenance, at: now) { return }
    let replaced = storedLayers[layer] ?? layer.searchLayer.flatMap { storedLayers[$0] }
    let version = replaced.map { $0.version + ($0.provenance.fetchedAt == nil ? 0 : 1) } ?? 1
    if let searchLayer = layer.searchLayer, storedLayers[searchLayer] != nil {
      try db.run("DELETE FROM cache.film WHERE id = ? AND layer = ?", [film.id.rawValue, searchLayer.rawValue])
    }
    try write(film, layer, version: version, now, db)
  }

  /// Returns the sources and versions of the stored layers of a film.
  static func fetchLayers(_ id: FilmID, _ db: Database) throws -> [FactLayer: (provenance: Provenance, version: Int)] {
    let sql = "SELECT layer, source, level, fetchedAt, version FROM cache.film WHERE id = ?"
    let rows = try db.rowCursor(sql, [id.rawValue])
    var layers: [FactLayer: (provenance: Provenance, version: Int)] = [:]
    while let row = try rows.next() {
      guard let layer = FactLayer(rawValue: try row.value("layer")),
        let level = DetailLevel(rawValue: try row.value("level"))
      else { continue }
      let fetchedAt = try row.value("fetchedAt", Double?.self).map(Date.init(timeIntervalSince1970:))
      let origin = Film.Origin(rawValue: try row.value("source"))
      layers[layer] = (Provenance(origin: origin, level: level, fetchedAt: fetchedAt), try row.value("version"))
    }
    return layers
  }

  /// The columns of `cache.film` except the row number, the id, and the layer.
  static let factColumns = [
    "source", "level", "title", "year", "endYear", "type", "imdbRating", "imdbVotes",
    "runtimeMinutes", "rated", "genres", "titleKey", "names", "people", "directors", "actors",
    "fetchedAt", "storedAt", "usedOn", "version", "facts",
  ]

  private static let insertionSQL = """
    INSERT INTO cache.film (id, layer, \(factColumns.joined(separator: ", ")))
    VALUES (?, ?, \(factColumns.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT (id, layer) DO UPDATE
    SET \(factColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  private static func write(_ film: Film, _ layer: FactLayer, version: Int, _ now: Date, _ db: Database) throws {
    let facts = String(decoding: try JSONEncoder().encode(film), as: UTF8.self)
    try db.run(
      insertionSQL,
      [
        film.id.rawValue, layer.rawValue, film.origin.rawValue, film.level.rawValue, film.title,
        film.year, film.storedEndYear, film.type?.rawValue, film.imdbRating?.tenths, film.imdbVotes,
        film.runtimeMinutes, film.rated, joined(film.genres, by: ", "), TextFolding.titleKey(film.title),
        lines([film.title, film.originalTitle ?? ""].map(TextFolding.titleKey)),
        lines((film.directors + film.writers + film.actors).map(TextFolding.key)), lines(film.directors),
        lines(film.actors), film.fetchedAt?.timeIntervalSince1970, now.timeIntervalSince1970, day(now), version, facts,
      ])
  }

  /// Stores the facts of films in an imported file; they replace those of earlier files.
  ///
  /// The level of detail is 0, so that the films are still looked up in sources.
  package func storeImported(_ films: [Film], at now: Date) async throws {
    try await write { db in
      let insertion = try db.makeStatement(sql: Self.importedInsertionSQL)
      for film in films {
        insertion.setUncheckedArguments([
          film.id.rawValue, film.title, film.year, film.type?.rawValue, film.imdbRating?.tenths, film.imdbVotes,
          film.runtimeMinutes, Self.joined(film.genres, by: ", "), TextFolding.titleKey(film.title),
          Self.lines(film.directors.map(TextFolding.key)), Self.lines(film.directors), now.timeIntervalSince1970,
          Self.day(now), film.genres.isEmpty ? nil : CollectionStore.jsonArray(of: film.genres),
          film.directors.isEmpty ? nil : CollectionStore.jsonArray(of: film.directors),
        ])
        try insertion.execute()
      }
      try Self.markStale(films.map(\.id), db)
    }
  }

  /// The JSON has no members for unknown facts, because a `null` would remove the facts of the layers of lower
  /// precedence when ``FactView`` merges them.
  private static let importedInsertionSQL = """
    INSERT INTO cache.film (id, layer, source, level, title, year, type, imdbRating, imdbVotes, runtimeMinutes, genres,
      titleKey, names, people, directors, storedAt, usedOn, version, facts)
    VALUES (?1, \(FactLayer.imported.rawValue), '\(Film.Origin.imported.rawValue)', 0, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
      ?9, ?10, ?11, ?12, ?13, 1, json_patch('{}', json_object('id', ?1, 'title', ?2, 'year', ?3, 'type', ?4,
        'imdbRating', ?5, 'imdbVotes', ?6, 'runtimeMinutes', ?7, 'genres', json(?14), 'directors', json(?15),
        'origin', '\(Film.Origin.imported.rawValue)', 'isComplete', json('false'))))
    ON CONFLICT (id, layer) DO UPDATE SET \(factColumns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """

  /// Marks rows of the list index as stale after the facts stored under the given ids have changed.
  ///
  /// Only affects the rows of films that have one of the ids as an alias. For canonical ids, triggers mark
  /// the rows.
  static func markStale(_ ids: [FilmID], _ db: Database) throws {
    guard try db.hasAliases else { return }
    try db.run(
      """
      UPDATE cache.listIndex SET isStale = 1 WHERE id IN (
        SELECT film FROM main.alias WHERE id IN (SELECT value FROM json_each(?)))
      """, [CollectionStore.jsonArray(of: ids)])
  }

  /// Returns the number of whole days since 1970, the form in which days of last use are stored.
  static func day(_ moment: Date) -> Int { Int(moment.timeIntervalSince1970 / 86_400) }

  private static func lines(_ strings: [String]) -> String? { joined(strings, by: "\n") }

  /// Returns the concatenation of the strings that are not empty, or `nil` if there are none.
  private static func joined(_ strings: [String], by separator: String) -> String? {
    let strings = strings.filter { !$0.isEmpty }
    return strings.isEmpty ? nil : strings.joined(separator: separator)
  }
}

extension Film {
  /// Creates a film from a row of ``FactView``; returns `nil` if the row has no facts or they cannot be
  /// decoded.
  ///
  /// The origin, level of detail, and fetch time are those of the layer of the highest precedence. The
  /// contributing origins are only set if there are several.
  init?(fact row: Row) throws {
    guard let facts = try row.value("facts", String?.self),
      var film = try? JSONDecoder().decode(Film.self, from: Data(facts.utf8)),
      let origin = try row.value("source", String?.self).map(Film.Origin.init(rawValue:))
    else { return nil }
    film.origin = origin
    let origins = try row.value("origins", String.self).split(separator: " ")
    if origins.count > 1 { film.contributingOrigins = origins.map { Film.Origin(rawValue: String($0)) } }
    if try row.value("fetchedAt", Double?.self) == nil { film.fetchedAt = nil }
    film.isComplete = try row.value("level") > DetailLevel.hit.rawValue
    film.id = FilmID(unchecked: try row.value("id"))
    if let facts = try row.value("ownFacts", String?.self) {
      film.ownFields = OwnRecord(film: film.id, json: facts).fields
    }
    film.hasImportedFacts = try row.value("isImported")
    self = film
  }
}
