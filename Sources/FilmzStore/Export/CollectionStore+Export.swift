package import FilmzDomain
import GRDB

/// A film of the collection with the data that exports write.
package struct ExportedEntry: Sendable {
  package let entry: CollectionEntry
  /// The facts that lists show, with the original title and the directors; `nil` if no facts are stored.
  package let film: Film?
  /// The other ids of the film that the collection or the film cache has.
  package let aliases: [FilmID]
  /// The day of the rating; `nil` if there is no rating, or if it was imported without a day.
  package let ratedOn: PartialDate?
}

// The data that exports need.
extension CollectionStore {
  private static let exportChunkSize = 500

  /// Returns the films of the collection with the given canonical ids, in this order; other ids are left out.
  package func exportedEntries(_ ids: [FilmID]) async throws -> [ExportedEntry] {
    try await read { db in
      let days = try ValueDays(db)
      let factColumns = [
        "title", "year", "endYear", "type", "imdbRating", "imdbVotes", "runtimeMinutes", "genres",
        "source", "originalTitle", "directors",
      ]
      let view = try FactView(db).collectionSubquery(factColumns)
      var entries: [ExportedEntry] = []
      entries.reserveCapacity(ids.count)
      for start in stride(from: 0, to: ids.count, by: Self.exportChunkSize) {
        try Task.checkCancellation()
        let chunk = Array(ids[start..<min(start + Self.exportChunkSize, ids.count)])
        entries += try Self.exportedEntries(chunk, view: view, days, db)
      }
      return entries
    }
  }

  private static func exportedEntries(
    _ ids: [FilmID], view: String, _ days: ValueDays, _ db: Database
  ) throws -> [ExportedEntry] {
    let stored = Dictionary(try fetchEntries(ids, db).map { ($0.id, $0) }) { first, _ in first }
    let films = try exportedFacts(ids, view: view, db)
    let aliases = try exportedAliases(ids, db)
    return ids.compactMap { id in
      guard let entry = stored[id] else { return nil }
      let ratedOn = days.ratingDay(of: id) ?? entry.imported.date(of: .rating)
      return ExportedEntry(
        entry: entry, film: films[id], aliases: aliases[id] ?? [], ratedOn: entry.rating == nil ? nil : ratedOn)
    }
  }

  private static func exportedFacts(_ ids: [FilmID], view: String, _ db: Database) throws -> [FilmID: Film] {
    let sql = "SELECT * FROM \(view) WHERE source IS NOT NULL AND id IN (SELECT value FROM json_each(?))"
    let rows = try db.rowCursor(sql, [jsonArray(of: ids)])
    var films: [FilmID: Film] = [:]
    while let row = try rows.next() {
      var film = try FilmCache.summary(row)
      film.originalTitle = try row.value("originalTitle")
      film.directors = try row.value("directors", String?.self)?.split(separator: "\n").map(String.init) ?? []
      films[film.id] = film
    }
    return films
  }

  private static func exportedAliases(_ ids: [FilmID], _ db: Database) throws -> [FilmID: [FilmID]] {
    let sql = """
      SELECT id, film FROM main.alias WHERE film IN (SELECT value FROM json_each(?1))
      UNION SELECT id, film FROM cache.alias WHERE film IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (SELECT 1 FROM main.alias AS own WHERE own.id = alias.id)
      ORDER BY id
      """
    var aliases: [FilmID: [FilmID]] = [:]
    for row in try db.rows(sql, [jsonArray(of: ids)]) {
      aliases[FilmID(unchecked: try row.value("film")), default: []].append(FilmID(unchecked: try row.value("id")))
    }
    return aliases
  }

  // MARK: - Subjects

  /// Calls a closure with every subject of the collection, by kind and in the order of their ids.
  ///
  /// The last subjects are aliases whose only field is `rejected`: they are films known by title and year only, for
  /// which the user has rejected all ids.
  ///
  /// - Parameters:
  ///   - films: The canonical ids of the films to which the subjects must belong; subjects that belong to no film
  ///     are left out, except lists. `nil` for all subjects.
  ///   - body: The closure; the fields include those that are null, and the days of all ratings and notes.
  /// - Throws: A ``StoreError``, `CancellationError`, or an error of the closure.
  package func forEachSubject(
    of films: Set<FilmID>?, _ body: @escaping @Sendable (Change.Subject, [String: FieldValue]) throws -> Void
  ) async throws {
    try await read { [subjects] db in
      let days = try ValueDays(db)
      for declaration in subjects.all {
        try Task.checkCancellation()
        try declaration.forEachStoredRow(db) { id, fields in
          let subject = Change.Subject(declaration.kind, id)
          if let films, declaration.kind != .list {
            guard let film = subjects.film(of: subject, fields), films.contains(film) else { return }
          }
          try body(subject, days.adding(to: fields, of: subject))
        }
      }
      for (alias, rejected) in try Journal(db: db, subjects: subjects).rejectionsWithoutAlias()
      where films?.contains(alias) != false {
        let ids = rejected.map(\.rawValue).sorted()
        try body(Change.Subject(.alias, alias.rawValue), ["rejected": .list(ids)])
      }
    }
  }
}
