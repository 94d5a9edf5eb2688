package import FilmzDomain
package import Foundation

/// The lists that the members of a server have published.
package struct ServerLists: Sendable {
  /// The address of the server without its password.
  package let place: String
  private let connection: PostgresConnection

  package init(_ connection: PostgresConnection, _ address: PostgresAddress) {
    self.connection = connection
    place = address.place
  }

  /// Publishes a list, instead of one of the user that has its id.
  ///
  /// - Throws: A ``PostgresError``; also if another member has a list with the id.
  package func publish(_ list: PublishedList) async throws {
    let rows = try await connection.query(
      """
      INSERT INTO filmz.list (id, data) VALUES ($1, $2)
      ON CONFLICT (id) DO UPDATE SET data = excluded.data WHERE list.owner = current_user
      RETURNING id
      """, [list.id, list.json])
    guard !rows.isEmpty else {
      throw PostgresError(.refused(code: "23505"), "another member has a list with this id")
    }
  }

  /// Returns whether the user has a list with an id there.
  package func contains(_ id: String) async throws -> Bool {
    try await !connection.query(
      "SELECT 1 FROM filmz.list WHERE id = $1 AND owner = current_user", [id]
    ).isEmpty
  }

  /// Returns the data of a list, the member who has published it, and whether that is the user; `nil` if there is none
  /// with the id.
  package func data(of id: String) async throws -> (data: Data, owner: String, isOwn: Bool)? {
    let rows = try await connection.query(
      "SELECT data, owner, owner = current_user FROM filmz.list WHERE id = $1", [id])
    guard let row = rows.first, let text = row[0], let owner = row[1] else { return nil }
    return (Data(text.utf8), owner, row[2] == "t")
  }
}
