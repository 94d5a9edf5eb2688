package import FilmzDomain
import Foundation
import GRDB

// The marks of films.
//
// A skip has no effect as long as its film is in the collection. A film can have both after `identify`, an undo, or
// sync. A film that is added to the collection or removed from it loses its skip.
extension JournalTransaction {
  /// Returns the mark of a film; `nil` if it has none.
  package func mark(of film: FilmID) throws -> Mark? {
    if let entry = try entry(film) { return entry.isWatched ? .seen : .wanted }
    return try skip(of: film) == nil ? nil : .skipped
  }

  /// Returns the skip of a film; `nil` if the film is not skipped.
  package func skip(of film: FilmID) throws -> SkippedFilm? { try CollectionStore.fetchSkips([film], db)[film] }

  /// Records that the user is not interested in a film, which must not be in the collection.
  ///
  /// Does nothing if the film is skipped already.
  package func insertSkip(of film: FilmID, caption: Caption?, platform: String?) throws {
    guard try skip(of: film) == nil else { return }
    let fields: [String: FieldValue] = [
      "skippedAt": .integer(now.microseconds),
      "platform": platform.map { .text($0.replacingNULCharacters) } ?? .null,
    ]
    try upsert(.init(.skip, film.rawValue), fields.merging(Self.fields(of: caption)) { $1 })
  }

  /// Sets the caption of a film's skip; does nothing if the film has no skip, or if the skip has a caption already.
  package func completeSkip(of film: FilmID, with caption: Caption) throws {
    guard let skip = try skip(of: film), skip.caption == nil else { return }
    try upsert(.init(.skip, film.rawValue), Self.fields(of: caption))
  }

  private static func fields(of caption: Caption?) -> [String: FieldValue] {
    [
      "title": caption.map { .text($0.title.replacingNULCharacters) } ?? .null,
      "year": caption?.year.map { .integer(Int64($0)) } ?? .null,
    ]
  }

  /// Removes the skip of a film; does nothing if the film is not skipped.
  package func deleteSkip(of film: FilmID) throws { try delete(Change.Subject(.skip, film.rawValue)) }
}

extension CollectionStore {
  /// Returns the skipped films, the most recently skipped first.
  package func skippedFilms() async throws -> [SkippedFilm] {
    try await read(inTransaction: false) { db in
      let sql = "SELECT * FROM \(Self.effectiveSkips) ORDER BY skippedAt DESC, id"
      return try Row.fetchAll(db, sql: sql).map(SkippedFilm.init(row:))
    }
  }

  /// Returns the ids of the films that were watched or skipped, including their other ids.
  package func seenOrSkippedFilms() async throws -> Set<FilmID> {
    try await read(inTransaction: false) { db in
      let films = "SELECT film AS id FROM viewing UNION SELECT id FROM skip"
      let aliases = try db.hasAliases ? " UNION SELECT id FROM alias WHERE film IN (\(films))" : ""
      return Set(try String.fetchAll(db, sql: films + aliases).map(FilmID.init(unchecked:)))
    }
  }

  /// Returns the number of skipped films.
  package func skipCount() async throws -> Int { try await read { try Self.fetchSkipCount($0) } }

  static func fetchSkipCount(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(effectiveSkips)") ?? 0
  }

  /// The SQL after `FROM` of the skips of films that are not in the collection; it ends with a condition.
  static let effectiveSkips = "main.skip WHERE id NOT IN (SELECT id FROM main.entry)"

  /// Returns the skips of films with the given canonical ids, by id.
  static func fetchSkips(_ ids: [FilmID], _ db: Database) throws -> [FilmID: SkippedFilm] {
    guard !ids.isEmpty, try db.isTrue("SELECT EXISTS (SELECT 1 FROM main.skip)") else { return [:] }
    let sql = "SELECT * FROM \(effectiveSkips) AND id IN (SELECT value FROM json_each(?))"
    let skips = try db.rows(sql, [jsonArray(of: ids)]).map(SkippedFilm.init(row:))
    return Dictionary(skips.map { ($0.id, $0) }) { first, _ in first }
  }
}

extension SkippedFilm {
  init(row: Row) throws {
    let title: String? = try row.value("title")
    self.init(
      id: FilmID(unchecked: try row.value("id")),
      caption: try title.map { Caption(title: $0, year: try row.value("year")) },
      skippedAt: Date(microseconds: try row.value("skippedAt")), platform: try row.value("platform"))
  }
}
