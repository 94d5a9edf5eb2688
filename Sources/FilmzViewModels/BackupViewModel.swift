package import FilmzDomain
package import FilmzStore

/// The collection's backups.
package struct BackupViewModel: Sendable {
  private let database: CollectionDatabase

  package init(database: CollectionDatabase) { self.database = database }

  /// All backups, newest first.
  package func list() throws -> [Backup] { try database.backups.list() }

  /// The backup of a name, with or without `.sqlite`.
  ///
  /// - Throws: ``FilmzStore/StoreError/noSuchBackup(name:newest:)``.
  package func backup(named name: String) throws -> Backup {
    try database.backups.backup(named: name)
  }

  /// Makes a backup of the collection as it is.
  package func backUp(in context: CommandContext) async throws -> Backup {
    try await database.backUp(at: context.now)
  }

  /// What a restored backup would replace.
  package func state() async throws -> CollectionState { try await database.state() }

  /// Puts a backup in the collection's place, and keeps what was there.
  package func restore(
    _ backup: Backup, in context: CommandContext
  ) async throws -> Restoration {
    try await database.restore(backup, at: context.now)
  }
}
