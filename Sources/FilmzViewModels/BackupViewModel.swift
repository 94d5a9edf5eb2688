package import FilmzDomain
package import FilmzStore

/// Lists, makes, and restores backups of the collection.
package struct BackupViewModel: Sendable {
  private let database: CollectionDatabase

  package init(database: CollectionDatabase) { self.database = database }

  /// Returns all backups, newest first.
  package func list() throws -> [Backup] { try database.backups.list() }

  /// Returns the backup with a name; the name may be given without `.sqlite`.
  ///
  /// - Throws: ``FilmzStore/StoreError/noSuchBackup(name:newest:)``.
  package func backup(named name: String) throws -> Backup {
    try database.backups.backup(named: name)
  }

  /// Makes a backup of the collection.
  package func backUp(in context: CommandContext) async throws -> Backup {
    try await database.backUp(at: context.now)
  }

  /// Returns the state of the collection that a restored backup would replace.
  package func state() async throws -> CollectionState { try await database.state() }

  /// Replaces the collection with a backup.
  ///
  /// First makes a backup of the collection that is to be replaced. If its file cannot be used,
  /// moves the file to another place instead.
  package func restore(
    _ backup: Backup, in context: CommandContext
  ) async throws -> Restoration {
    try await database.restore(backup, at: context.now)
  }
}
