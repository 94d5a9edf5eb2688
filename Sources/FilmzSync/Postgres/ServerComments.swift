package import FilmzDomain
package import FilmzStore
package import Foundation

/// Sends and receives the comments that the members of a server share.
package struct ServerComments: Sendable {
  /// The maximum number of comments that are sent with one statement.
  private static let batchSize = 400
  /// The maximum number of comments that are received with one statement.
  private static let pageSize = 200

  private let connection: PostgresConnection
  private let collection: CollectionStore

  package init(_ connection: PostgresConnection, _ collection: CollectionStore) {
    (self.connection, self.collection) = (connection, collection)
  }

  /// Sends the comments that the user has written, changed or removed, and receives those that are new or have changed.
  ///
  /// - Returns: The number of received comments of others; in `refused`, the number of own comments that cannot be
  ///   shared; in `leftOut`, the numbers of comments that exceed the limit and are not kept, by writer.
  /// - Throws: A ``PostgresError``, a `StoreError`, `CancellationError`.
  package func synchronize() async throws -> (received: Int, refused: Int, leftOut: [String: Int]) {
    if try await collection.hasMisdatedSharedComments() { try await collection.forgetSharedComments() }
    var received = 0
    var leftOut: [String: Int] = [:]
    try await receive(&received, &leftOut)
    if try await hasOtherRows() {
      // Another machine of the user may have written in the meantime.
      try await receive(&received, &leftOut)
      if try await hasOtherRows() { try await receiveAllAgain() }
    }
    try await removeOwn()
    let refused = try await sendOwn()
    try await receive(&received, &leftOut)
    return (received, refused, leftOut)
  }

  private func receiveAllAgain() async throws {
    try await collection.forgetSharedComments()
    var received = 0
    var leftOut: [String: Int] = [:]
    try await receive(&received, &leftOut)
  }

  /// Returns whether the user's rows on the server differ from the received ones, such as after the server was
  /// restored.
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
      """, [ids.postgresArray])
  }

  /// Sends the user's comments, and returns the number of those that cannot be shared.
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
          batch.map(\.id.uuidString).postgresArray, batch.map(\.film.rawValue).postgresArray,
          batch.map(\.text).postgresArray, batch.map(\.time).postgresArray,
        ])
    }
    return refused
  }

  private func receive(_ received: inout Int, _ leftOut: inout [String: Int]) async throws {
    var limit: SharedCommentLimit?
    while true {
      let rows = try await newRows()
      let comments = rows.compactMap(SharedComment.init(row:))
      guard !comments.isEmpty else { break }
      if limit == nil {
        let stored = try await collection.sharedCommentLimit()
        if stored.isExceeded {
          try await collection.forgetSharedComments()
          limit = SharedCommentLimit()
          continue
        }
        limit = stored
      }
      limit = try await collection.receive(comments, within: limit ?? SharedCommentLimit())
      received += comments.count { !$0.isOwn }
      if rows.count < Self.pageSize { break }
    }
    for (writer, count) in limit?.leftOut ?? [:] {
      leftOut[writer, default: 0] += count
      received -= count
    }
  }

  /// Returns the rows of the next page after the received ones, with times between 1970 and now.
  private func newRows() async throws -> [PostgresConnection.Row] {
    try await connection.query(
      """
      SELECT number, id, writer, film, text,
        to_char(
          greatest(least(made_at, now()), timestamptz '1970-01-01 00:00:00+00') AT TIME ZONE 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        writer = current_user
      FROM filmz.comment WHERE number > $1 ORDER BY number LIMIT \(Self.pageSize)
      """, ["\(try await collection.sharedCommentPosition())"])
  }
}

extension SharedComment {
  /// Creates a comment from a row of ``ServerComments/newRows()``; returns `nil` if the row is malformed.
  ///
  /// A comment of somebody else has no text if its text is blank, or if its film is not a valid id.
  fileprivate init?(row: PostgresConnection.Row) {
    guard row.count == 7, let number = row[0].flatMap({ Int64($0) }),
      let id = row[1].flatMap(UUID.init(uuidString:)), let writer = row[2], let film = row[3]
    else { return nil }
    let isOwn = row[6] == "t"
    let canBeShown = FilmID(unchecked: film).isCanonical && row[4]?.trimmed.isEmpty == false
    self.init(
      number: number, id: isOwn ? id : Self.id(of: id, by: writer), writer: writer, film: film,
      text: isOwn || canBeShown ? row[4] : nil, time: row[5] ?? "", isOwn: isOwn)
  }

  /// The namespace of ``id(of:by:)``.
  private static let namespace = Array("filmz shared comment".utf8)

  /// Returns an id that is unique to the writer: members choose the ids of their rows, and could choose ids of other
  /// members' rows.
  private static func id(of id: UUID, by writer: String) -> UUID {
    UUID(nameBased: Array("\(writer) \(id.uuidString)".utf8), in: namespace)
  }
}

/// The lists that the members of a server have published.
package struct ServerLists: Sendable {
  /// The address of the server without its password.
  package let place: String
  private let connection: PostgresConnection

  package init(_ connection: PostgresConnection, _ address: PostgresAddress) {
    (self.connection, place) = (connection, address.place)
  }

  /// Publishes a list, which replaces the user's list with the same id.
  ///
  /// - Throws: A ``PostgresError``, such as if a list of another member has the id.
  package func publish(_ list: PublishedList) async throws {
    let rows = try await connection.query(
      """
      INSERT INTO filmz.list (id, data) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET data = excluded.data WHERE list.owner = current_user
      RETURNING id
      """, [list.id, list.json])
    guard !rows.isEmpty else { throw PostgresError(.refused(code: "23505"), "another member has a list with this id") }
  }

  /// Returns whether the user has published a list with an id on the server.
  package func contains(_ id: String) async throws -> Bool {
    try await !connection.query("SELECT 1 FROM filmz.list WHERE id = $1 AND owner = current_user", [id]).isEmpty
  }

  /// Returns the data of the list with an id, the member who published it, and whether that is the user.
  ///
  /// Returns `nil` if there is no such list.
  package func data(of id: String) async throws -> (data: Data, owner: String, isOwn: Bool)? {
    let rows = try await connection.query(
      "SELECT data, owner, owner = current_user FROM filmz.list WHERE id = $1", [id])
    guard let row = rows.first, let text = row[0], let owner = row[1] else { return nil }
    return (Data(text.utf8), owner, row[2] == "t")
  }
}
