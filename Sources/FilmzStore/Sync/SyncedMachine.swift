package import Foundation
import GRDB

/// What the newest file of another installation that was read says about its machine.
package struct SyncedMachine: Sendable, Hashable {
  package let installation: String
  package let name: String
  /// The time at which the file was written.
  package let writtenAt: Date
  /// The number of the file among those of its installation.
  package let fileNumber: Int
  /// The highest number of each installation's files that the machine had read or written, by installation.
  package let received: [String: Int]

  package init(
    installation: String, name: String, writtenAt: Date, fileNumber: Int, received: [String: Int]
  ) {
    self.installation = installation
    self.name = name
    self.writtenAt = writtenAt
    self.fileNumber = fileNumber
    self.received = received
  }
}

extension CollectionStore {
  /// Returns the other machines, by installation.
  package func syncedMachines() async throws -> [String: SyncedMachine] {
    try await read(inTransaction: false) { db in
      let sql = "SELECT installation, name, writtenAt, fileNumber, received FROM main.syncMachine"
      let machines = try Row.fetchAll(db, sql: sql).map { row in
        let received = Data(try row.value(4, String.self).utf8)
        return SyncedMachine(
          installation: try row.value(0), name: try row.value(1),
          writtenAt: Date(microseconds: try row.value(2)), fileNumber: try row.value(3),
          received: (try? JSONDecoder().decode([String: Int].self, from: received)) ?? [:])
      }
      return Dictionary(machines.map { ($0.installation, $0) }) { first, _ in first }
    }
  }

  /// Records what a file says about its machine, unless a newer file of it was recorded.
  package func record(_ machine: SyncedMachine) async throws {
    try await write { try Self.record(machine, $0) }
  }

  static func record(_ machine: SyncedMachine, _ db: Database) throws {
    let received = String(decoding: try JSONEncoder().encode(machine.received), as: UTF8.self)
    try db.cachedStatement(
      sql: """
        INSERT INTO main.syncMachine (installation, name, writtenAt, fileNumber, received)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET name = excluded.name, writtenAt = excluded.writtenAt,
          fileNumber = excluded.fileNumber, received = excluded.received
        WHERE excluded.fileNumber >= fileNumber
        """
    ).execute(arguments: [
      machine.installation, machine.name, machine.writtenAt.microseconds, machine.fileNumber,
      received,
    ])
  }
}
