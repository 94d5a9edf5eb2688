package import FilmzDomain
package import FilmzStore
package import Foundation

/// Looking after the collection's backups.
package struct BackupViewModel: Sendable {
  private let library: Library
  private let now: @Sendable () -> Date

  package init(library: Library, now: @escaping @Sendable () -> Date) {
    self.library = library
    self.now = now
  }

  /// All backups, newest first.
  package func list() throws -> [Backup] { try library.backups.list() }

  /// The backup of a name, with or without `.sqlite`.
  ///
  /// - Throws: ``FilmzStore/StoreError/noSuchBackup(name:newest:)``.
  package func backup(named name: String) throws -> Backup {
    try library.backups.backup(named: name)
  }

  /// Makes a backup of the collection as it is.
  package func backUp() async throws -> Backup { try await library.backUp(at: now()) }

  /// What a restored backup would take the place of.
  package func state() async throws -> CollectionState { try await library.state() }

  /// Puts a backup in the collection's place, and keeps what was there.
  package func restore(_ backup: Backup) async throws -> Restoration {
    try await library.restore(backup, at: now())
  }
}
