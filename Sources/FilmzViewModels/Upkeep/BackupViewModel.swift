package import FilmzDomain
package import FilmzStore
package import Foundation

/// Lists, makes, and restores backups of the collection.
package struct BackupViewModel: Sendable {
  private let database: CollectionDatabase
  /// The settings of sync, which exist if it is set up.
  private let sync: URL

  package init(database: CollectionDatabase, sync: URL) {
    self.database = database
    self.sync = sync
  }

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
  /// First makes a backup of the collection that is to be replaced. If its file cannot be used, moves the file to
  /// another place instead. If sync is set up, the difference is one step of the current collection; otherwise, sync
  /// would restore everything that the backup does not have.
  package func restore(
    _ backup: Backup, in context: CommandContext
  ) async throws -> Restoration {
    if FileManager.default.fileExists(atPath: sync.path(percentEncoded: false)),
      case .sound = try await database.state()
    {
      return try await database.restoreAsStep(backup, context.line, at: context.now)
    }
    return try await database.restore(backup, at: context.now)
  }
}
