package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Returns the comments on a film under all of its ids, newest first.
  ///
  /// Returns at most `limit` comments, or all of them if the limit is `nil`.
  package func comments(of film: FilmID, limit: Int? = nil) async throws -> [FilmComment] {
    try await read { try Self.fetchComments(of: film, limit: limit, $0) }
  }

  static func fetchComments(of film: FilmID, limit: Int?, _ db: Database) throws -> [FilmComment] {
    let ids = try fetchIDs(of: [film], db)
    let condition = ids.count == 1 ? "film = ?" : "film IN (SELECT value FROM json_each(?))"
    let argument = ids.count == 1 ? film.rawValue : jsonArray(of: ids)
    return try fetchComments(condition, [argument], limit, db).map { comment in
      var comment = comment
      comment.film = film
      return comment
    }
  }

  /// Returns the comments on all films, newest first, each with the id of the film under which it is stored.
  ///
  /// Returns at most `limit` comments, or all of them if the limit is `nil`.
  package func comments(limit: Int? = nil) async throws -> [FilmComment] {
    try await read(inTransaction: false) { try Self.fetchComments("1", [], limit, $0) }
  }

  /// Returns at most `limit` comments whose ids begin with a string, in uppercase or lowercase.
  package func comments(withIDPrefix prefix: String, limit: Int) async throws -> [FilmComment] {
    try await read(inTransaction: false) { db in
      let prefix = prefix.uppercased()
      return try Self.fetchComments("id BETWEEN ? AND ? || '~'", [prefix, prefix], limit, db)
    }
  }

  /// The SQL of the comments of the collection, and of those that others share on a server, whose source is `server`.
  static let allComments = """
    (SELECT id, film, name, time, text, source, shared FROM main.comment
    UNION ALL SELECT id, film, writer, time, text, 'server', NULL FROM main.sharedComment
    WHERE text IS NOT NULL AND NOT isOwn)
    """

  /// The SQL condition that there are any comments.
  private static let hasComments = "EXISTS (SELECT 1 FROM main.comment) OR EXISTS (SELECT 1 FROM main.sharedComment)"

  private static func fetchComments(
    _ condition: String, _ arguments: StatementArguments, _ limit: Int?, _ db: Database
  ) throws -> [FilmComment] {
    let sql = """
      SELECT id, film, name, time, text, source, shared FROM \(allComments) WHERE \(condition)
      ORDER BY time DESC, id DESC LIMIT ?
      """
    return try db.rows(sql, arguments + [limit ?? -1]).cancellableMap(FilmComment.init(row:))
  }

  /// Returns all ids of films with the given canonical ids, including these.
  static func fetchIDs(of films: [FilmID], _ db: Database) throws -> [FilmID] {
    let sql = """
      WITH shown AS (SELECT value AS id FROM json_each(?)),
        own AS (SELECT id FROM main.alias WHERE film IN (SELECT id FROM shown))
      SELECT id FROM shown
      UNION SELECT id FROM own
      UNION SELECT known.id FROM cache.alias AS known
        WHERE known.film IN (SELECT id FROM shown UNION ALL SELECT id FROM own)
          AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = known.id)
          AND NOT EXISTS (SELECT 1 FROM main.entry WHERE entry.id = known.id)
      """
    return try db.filmIDs(sql, [jsonArray(of: films)])
  }

  // MARK: - Numbers of comments

  /// The number of films above which it is faster to count the comments on all films.
  private static let maximumCountedFilms = 500

  /// Returns the numbers of comments on films with the given canonical ids; films without comments are left out.
  package func commentCounts(of films: [FilmID]) async throws -> [FilmID: Int] {
    try await read { try Self.fetchCanonicalCommentCounts(of: films, $0) }
  }

  /// Returns the own and imported records of films with the given canonical ids, and the numbers of comments on them.
  ///
  /// If there are no records and comments, only one statement is run.
  package func recordsAndCommentCounts(
    of films: [FilmID]
  ) async throws -> (records: [FilmID: FilmRecords], commentCounts: [FilmID: Int]) {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.record) OR EXISTS (SELECT 1 FROM main.importedRecord)
        OR \(Self.hasComments)
      """
    return try await read(inTransaction: false) { db in
      guard try db.isTrue(sql) else { return ([:], [:]) }
      return try db.readTransaction { db in
        (try Self.fetchFilmRecords(films, db), try Self.fetchCanonicalCommentCounts(of: films, db))
      }
    }
  }

  private static func fetchCanonicalCommentCounts(of films: [FilmID], _ db: Database) throws -> [FilmID: Int] {
    guard try db.isTrue("SELECT \(hasComments)") else { return [:] }
    let countsByID = try fetchCommentCounts(of: films, db)
    let canonical = try db.canonicalIDs(of: Array(countsByID.keys))
    var counts: [FilmID: Int] = [:]
    for (id, count) in countsByID { counts[canonical[id] ?? id, default: 0] += count }
    return counts
  }

  /// Returns the numbers of comments by the ids of films under which the comments are stored.
  ///
  /// The result may contain other films, too.
  private static func fetchCommentCounts(of films: [FilmID], _ db: Database) throws -> [FilmID: Int] {
    let countsAll = films.count > maximumCountedFilms
    let sql = """
      SELECT film, count(*) AS count FROM \(allComments)
      \(countsAll ? "" : "WHERE film IN (SELECT value FROM json_each(?))") GROUP BY film
      """
    let arguments = countsAll ? [] : [jsonArray(of: try fetchIDs(of: films, db))]
    return try db.rows(sql, StatementArguments(arguments)).byFilm("film") { try $0.value("count") }
  }
}

extension FilmComment {
  /// Creates a comment from a row of the table.
  init(row: Row) throws {
    guard let id = UUID(uuidString: try row.value("id")) else { throw DamagedRowError(file: .collection) }
    self.init(
      id: id, film: FilmID(unchecked: try row.value("film")), name: try row.value("name"), time: try row.value("time"),
      text: try row.value("text"), source: try row.value("source"), isShared: try row.value("shared") ?? false)
  }
}

// Comments on films.
extension JournalTransaction {
  /// Returns the comments on a film, newest first.
  package func comments(of film: FilmID) throws -> [FilmComment] {
    try CollectionStore.fetchComments(of: film, limit: nil, db)
  }

  /// Adds a comment.
  package func insert(_ comment: FilmComment) throws { try upsert(comment.id.commentSubject, comment.fields) }

  /// Returns the text of a comment; `nil` if the comment does not exist.
  package func text(ofComment id: UUID) throws -> String? { try fields(of: id.commentSubject)?["text"]?.text }

  /// Changes the text of a comment, which must exist; the same text is not recorded.
  package func setText(_ text: String, ofComment id: UUID) throws {
    try upsert(id.commentSubject, ["text": .text(text.replacingNULCharacters)])
  }

  /// Removes a comment; does nothing if it does not exist.
  package func deleteComment(_ id: UUID) throws { try delete(id.commentSubject) }
}

extension FilmComment {
  /// The values of the journal's fields.
  var fields: [String: FieldValue] {
    [
      "film": .text(film.rawValue), "name": .text(name.replacingNULCharacters),
      "time": .text(time.replacingNULCharacters), "text": .text(text.replacingNULCharacters),
      "source": source.map { .text($0) } ?? .null, "shared": isShared ? .integer(1) : .null,
    ]
  }

  /// `true` if none of the texts is empty.
  var canBeStored: Bool { ![film.rawValue, name, time, text].contains("") && source != "" }
}

extension UUID { fileprivate var commentSubject: Change.Subject { .init(.comment, uuidString) } }
