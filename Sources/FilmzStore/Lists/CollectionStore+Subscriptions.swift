package import FilmzDomain
package import Foundation
import GRDB

// The lists of others that the user follows.
extension CollectionStore {
  /// Returns the followed lists.
  ///
  /// A list is left out if this version cannot parse its address, which a later version may have stored.
  package func followedLists() async throws -> [FollowedList] {
    try await read { db in
      let sql = """
        SELECT subscription.id, name, address, followedAt, content, readAt, isWithdrawn
        FROM main.subscription LEFT JOIN main.followedList ON followedList.id = subscription.id
        """
      return try db.rows(sql).compactMap(FollowedList.init(row:)).withDistinctNames
    }
  }

  /// Stores the content of a followed list; if the owner has withdrawn it, the previous films are kept.
  package func save(_ list: PublishedList, at now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO main.followedList (id, content, readAt, isWithdrawn) VALUES (?1, ?2, ?3, ?4)
          ON CONFLICT (id) DO UPDATE SET readAt = ?3, isWithdrawn = ?4,
            content = CASE WHEN ?4 THEN content ELSE ?2 END
          """, arguments: [list.id, list.json, now.microseconds, list.isWithdrawn])
    }
  }

  /// Records that the owner of a followed list has withdrawn it.
  package func markWithdrawn(_ list: FollowedList, at now: Date) async throws {
    try await write { db in
      let sql = "UPDATE main.followedList SET isWithdrawn = 1, readAt = ? WHERE id = ?"
      try db.run(sql, [now.microseconds, list.id])
    }
  }

  /// Removes the stored content of lists that are not followed any more.
  package func removeUnfollowedLists() async throws {
    try await write { db in
      try db.execute(sql: "DELETE FROM main.followedList WHERE id NOT IN (SELECT id FROM main.subscription)")
    }
  }
}

extension JournalTransaction {
  /// Follows a list.
  package func follow(_ list: PublishedList, at address: ListAddress) throws {
    try upsert(
      .init(.subscription, list.id),
      [
        "name": .text(list.name), "address": .text(address.text),
        "followedAt": .integer(now.microseconds),
      ])
  }

  /// Stops following a list.
  package func unfollow(_ list: FollowedList) throws { try delete(.init(.subscription, list.id)) }
}

extension FollowedList {
  fileprivate init?(row: Row) throws {
    guard let address = ListAddress(stored: try row.value("address")) else { return nil }
    let text: String? = try row.value("content")
    let content = text.flatMap { try? PublishedList(json: Data($0.utf8)) }
    let readAt: Int64? = try row.value("readAt")
    self.init(
      id: try row.value("id"), name: try content?.name ?? row.value("name"), address: address,
      followedAt: Date(microseconds: try row.value("followedAt")), content: content,
      readAt: readAt.map(Date.init(microseconds:)), isWithdrawn: try row.value("isWithdrawn") ?? false)
  }
}
