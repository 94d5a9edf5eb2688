import FilmzDomain
package import FilmzStore
import Foundation

/// The comments that the members of a server share.
package struct ServerComments: Sendable {
  /// The number of comments that are sent or read with one statement.
  private static let batchSize = 400
  private static let pageSize = 200

  private let connection: PostgresConnection
  private let collection: CollectionStore

  package init(_ connection: PostgresConnection, _ collection: CollectionStore) {
    self.connection = connection
    self.collection = collection
  }

  /// Sends what the user has written, changed or removed, and receives what is new.
  ///
  /// - Returns: The number of comments of others that are new or have changed, and of own ones that cannot be shared.
  /// - Throws: A ``PostgresError``, a `StoreError`, `CancellationError`.
  package func synchronize() async throws -> (received: Int, refused: Int) {
    var received = try await receive()
    if try await hasOtherRows() {
      // Another machine of the user may have written in the meantime.
      received += try await receive()
      if try await hasOtherRows() { try await receiveAllAgain() }
    }
    try await removeOwn()
    let refused = try await sendOwn()
    return (received + (try await receive()), refused)
  }

  private func receiveAllAgain() async throws {
    try await collection.forgetSharedComments()
    _ = try await receive()
  }

  /// Returns whether the server has not the comments of the user that it had, such as after it was restored.
  private func hasOtherRows() async throws -> Bool {
    let sql = """
      SELECT count(*), coalesce(sum(number), 0),
        (SELECT coalesce(max(number), 0) FROM filmz.comment)
      FROM filmz.comment WHERE writer = current_user
      """
    let own = try await collection.ownSharedComments()
    let numbers = try await connection.query(sql).first?.compactMap { $0.flatMap { Int64($0) } }
    let position = try await collection.sharedCommentPosition()
    guard let numbers, numbers.count == 3 else { return false }
    return numbers[0] != own.count || numbers[1] != own.sum || numbers[2] < position
  }

  private func removeOwn() async throws {
    let ids = try await collection.removedSharedComments()
    guard !ids.isEmpty else { return }
    try await connection.query(
      """
      UPDATE filmz.comment SET text = NULL
      WHERE writer = current_user AND text IS NOT NULL AND id = ANY ($1::uuid[])
      """, [PostgresArray.text(ids)])
  }

  private func sendOwn() async throws -> Int {
    let (comments, refused) = try await collection.unsentSharedComments()
    for start in stride(from: 0, to: comments.count, by: Self.batchSize) {
      let batch = comments[start..<min(start + Self.batchSize, comments.count)]
      try await connection.query(
        """
        INSERT INTO filmz.comment (id, film, text, made_at)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
        ON CONFLICT (writer, id) DO UPDATE SET film = excluded.film, text = excluded.text
        WHERE comment.film <> excluded.film OR comment.text IS DISTINCT FROM excluded.text
        """,
        [
          PostgresArray.text(batch.map(\.id.uuidString)),
          PostgresArray.text(batch.map(\.film.rawValue)), PostgresArray.text(batch.map(\.text)),
          PostgresArray.text(batch.map(\.time)),
        ])
    }
    return refused
  }

  private func receive() async throws -> Int {
    var received = 0
    while true {
      let position = try await collection.sharedCommentPosition()
      let rows = try await connection.query(
        """
        SELECT number, id, writer, film, text,
          to_char(made_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          writer = current_user
        FROM filmz.comment WHERE number > $1 ORDER BY number LIMIT \(Self.pageSize)
        """, ["\(position)"])
      guard !rows.isEmpty else { return received }
      let comments = rows.compactMap(SharedComment.init(row:))
      guard !comments.isEmpty else { return received }
      try await collection.receive(comments)
      received += comments.count { !$0.isOwn }
      if rows.count < Self.pageSize { return received }
    }
  }
}

extension SharedComment {
  /// Returns `nil` for a row that is not one; a text or film that cannot be shown is left out.
  fileprivate init?(row: PostgresConnection.Row) {
    guard row.count == 7, let number = row[0].flatMap({ Int64($0) }),
      let id = row[1].flatMap(UUID.init(uuidString:)), let writer = row[2], let film = row[3]
    else { return nil }
    let isOwn = row[6] == "t"
    let isShown = FilmID(unchecked: film).isCanonical && row[4]?.trimmed.isEmpty == false
    self.init(
      number: number, id: isOwn ? id : Self.id(of: id, by: writer), writer: writer, film: film,
      text: isOwn || isShown ? row[4] : nil, time: row[5] ?? "", isOwn: isOwn)
  }

  /// The namespace of ``id(of:by:)``.
  private static let namespace = Array("filmz shared comment".utf8)

  /// Returns an id that no comment of somebody else can have, because members choose the ids of their rows.
  private static func id(of id: UUID, by writer: String) -> UUID {
    UUID(nameBased: Array("\(writer) \(id.uuidString)".utf8), in: namespace)
  }
}
