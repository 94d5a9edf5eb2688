package import FilmzDomain
package import Foundation
import GRDB

// The comments on a server. They are not part of the journal, and those of others are neither synced nor exported.
extension CollectionStore {
  /// Returns the number of the newest change of a comment that was received; 0 if there is none.
  package func sharedCommentPosition() async throws -> Int64 {
    try await read(inTransaction: false) { try Self.sharedCommentPosition($0) }
  }

  static func sharedCommentPosition(_ db: Database) throws -> Int64 {
    try db.integer("SELECT max(number) FROM main.sharedComment")
  }

  /// Returns the number of own comments on the server, including removed ones, and the sum of their
  /// ``SharedComment/number``s.
  package func ownSharedComments() async throws -> (count: Int64, sum: Int64) {
    let sql = "SELECT count(*), coalesce(sum(number), 0) FROM main.sharedComment WHERE isOwn"
    return try await read(inTransaction: false) { db in
      guard let row = try db.row(sql) else { return (0, 0) }
      return (try row.value(0), try row.value(1))
    }
  }

  /// Removes all received comments.
  package func forgetSharedComments() async throws {
    try await write { try $0.execute(sql: "DELETE FROM main.sharedComment") }
  }

  /// Returns whether comments of others have times before 1970 or after 2199, which servers do not send any more.
  package func hasMisdatedSharedComments() async throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.sharedComment WHERE text IS NOT NULL AND NOT isOwn
        AND (time < '1970' OR time >= '2200'))
      """
    return try await read(inTransaction: false) { try $0.isTrue(sql) }
  }

  /// Returns the limit, in which the stored comments of others are counted.
  package func sharedCommentLimit() async throws -> SharedCommentLimit {
    let sql = """
      SELECT writer, substr(time, 1, 10), count(*), sum(length(CAST(text AS BLOB)))
      FROM main.sharedComment WHERE text IS NOT NULL AND NOT isOwn GROUP BY 1, 2
      """
    return try await read(inTransaction: false) { db in
      var limit = SharedCommentLimit()
      for row in try db.rows(sql) {
        limit.add(try row.value(2), size: try row.value(3), of: try row.value(0), on: try row.value(1))
      }
      return limit
    }
  }

  /// Stores new and changed comments in the order of their numbers, up to a limit.
  ///
  /// Removed comments of others, and those that exceed the limit, are not stored, except the last comment, whose number
  /// is the new ``sharedCommentPosition()``.
  ///
  /// - Returns: The limit, in which these comments are counted.
  package func receive(
    _ comments: [SharedComment], within limit: SharedCommentLimit
  ) async throws -> SharedCommentLimit {
    try await write { db in
      var limit = limit
      let position = try Self.sharedCommentPosition(db)
      try db.run("DELETE FROM main.sharedComment WHERE number = ? AND text IS NULL AND NOT isOwn", [position])
      for (index, comment) in comments.enumerated() {
        let text = try Self.admittedText(of: comment, &limit, db)
        guard comment.isOwn || text != nil || index == comments.count - 1 else { continue }
        try Self.insert(comment, text, db)
      }
      return limit
    }
  }

  /// Returns the text of a received comment; `nil` if the comment was removed or exceeds the limit.
  ///
  /// Removes the stored version of the comment if it is of somebody else.
  private static func admittedText(
    of comment: SharedComment, _ limit: inout SharedCommentLimit, _ db: Database
  ) throws -> String? {
    let text = comment.text?.replacingNULCharacters
    guard !comment.isOwn else { return text }
    let stored = "FROM main.sharedComment WHERE id = ? AND writer = ? AND NOT isOwn"
    let key: StatementArguments = [comment.id.uuidString, comment.writer]
    let sql = "SELECT substr(time, 1, 10), length(CAST(text AS BLOB)) \(stored) AND text IS NOT NULL"
    if let old = try db.row(sql, key) {
      limit.add(-1, size: try -old.value(1, Int.self), of: comment.writer, on: try old.value(0))
    }
    try db.run("DELETE \(stored)", key)
    guard let text, limit.admits(text, of: comment.writer, on: String(comment.time.prefix(10))) else { return nil }
    return text
  }

  private static func insert(_ comment: SharedComment, _ text: String?, _ db: Database) throws {
    try db.run(
      """
      INSERT OR REPLACE INTO main.sharedComment (id, writer, film, text, time, number, isOwn)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, [comment.id.uuidString, comment.writer, comment.film, text, comment.time, comment.number, comment.isOwn])
  }

  /// Returns the shared comments that the server does not have in their current version, and the number of further ones
  /// that the server would refuse.
  package func unsentSharedComments() async throws -> (comments: [FilmComment], refused: Int) {
    let sql = """
      SELECT comment.id, comment.film, name, comment.time, comment.text, source, shared
      FROM main.comment LEFT JOIN main.sharedComment AS sent ON sent.id = comment.id AND sent.isOwn
      WHERE shared AND source IS NULL
        AND (sent.text IS NOT comment.text OR sent.film IS NOT comment.film)
      ORDER BY comment.time, comment.id
      """
    let comments = try await read(inTransaction: false) { db in try db.rows(sql).map(FilmComment.init(row:)) }
    let accepted = comments.filter {
      $0.text.utf8.count <= FilmComment.maximumSharedSize && $0.date != nil && $0.film.isCanonical
    }
    return (accepted, comments.count - accepted.count)
  }

  /// Returns the ids of own comments that are on the server although the user has removed them or shares them no
  /// longer.
  ///
  /// Comments of another machine whose changes have not been received yet are not included.
  package func removedSharedComments() async throws -> [String] {
    let sql = """
      SELECT id FROM main.sharedComment
      WHERE isOwn AND text IS NOT NULL
        AND id NOT IN (SELECT id FROM main.comment WHERE shared)
        AND EXISTS (SELECT 1 FROM main.change
          WHERE change.subject = sharedComment.id AND subjectKind = 'comment')
      """
    return try await read(inTransaction: false) { try String.fetchAll($0, sql: sql) }
  }
}

/// A comment on a server.
package struct SharedComment: Sendable, Hashable {
  /// The number of the newest change of the comment; the server numbers the changes of all comments.
  package let number: Int64
  package let id: UUID
  package let writer: String
  /// The id of the film, which can be any text.
  package let film: String
  /// The text; `nil` if the writer has removed the comment.
  package let text: String?
  package let time: String
  /// `true` if the user wrote the comment, on any machine.
  package let isOwn: Bool

  package init(number: Int64, id: UUID, writer: String, film: String, text: String?, time: String, isOwn: Bool) {
    (self.number, self.id, self.writer, self.film, self.text) = (number, id, writer, film, text)
    (self.time, self.isOwn) = (time, isOwn)
  }
}

/// The limit of the comments that are kept of each member of a server, so that no member can fill the collection.
///
/// Source: contract, PostgreSQL.
package struct SharedCommentLimit: Sendable {
  /// The numbers of kept comments by writer and day.
  private var counts: [String: [String: Int]] = [:]
  /// The sizes in bytes of kept comments by writer.
  private var sizes: [String: Int] = [:]
  /// The numbers of comments that were left out, by their writers.
  package private(set) var leftOut: [String: Int] = [:]

  package init() {}

  /// `true` if more comments are stored than the limit allows, for example by an earlier version.
  package var isExceeded: Bool {
    counts.values.joined().contains { $0.value > FilmComment.maximumSharedPerDay }
      || sizes.values.contains { $0 > FilmComment.maximumSharedTotal }
  }

  /// Counts comments of a writer and day that are kept; negative numbers are subtracted.
  mutating func add(_ count: Int, size: Int, of writer: String, on date: String) {
    counts[writer, default: [:]][date, default: 0] += count
    sizes[writer, default: 0] += size
  }

  /// Returns whether a comment is kept, and counts it as kept or left out.
  mutating func admits(_ text: String, of writer: String, on date: String) -> Bool {
    guard counts[writer]?[date] ?? 0 < FilmComment.maximumSharedPerDay,
      (sizes[writer] ?? 0) + text.utf8.count <= FilmComment.maximumSharedTotal
    else {
      leftOut[writer, default: 0] += 1
      return false
    }
    add(1, size: text.utf8.count, of: writer, on: date)
    return true
  }
}
