package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB
import Glibc

extension CollectionDatabase {
  /// Opens the stores for writing, and makes the automatic backup of the day before it returns them.
  ///
  /// If the backup cannot be made, the stores are returned nevertheless, and the first failure adds a warning. If the
  /// copy is damaged, the collection is damaged as well, and this method throws.
  ///
  /// - Throws: A ``StoreError`` if the collection file cannot be created or opened, or is damaged;
  ///   `CancellationError`.
  package func openForWriting(at now: Date) throws -> Stores {
    try openForWriting { stores in
      guard checkedBackupDay?.contains(now) != true else { return }
      try makeAutomaticBackup(of: stores.collection.connection, at: now)
      checkedBackupDay = Calendar(identifier: .gregorian).dateInterval(of: .day, for: now)
    }
  }

  /// Makes a manual backup.
  ///
  /// - Throws: ``StoreError/nothingToBackUp``, or another ``StoreError``.
  package func backUp(at now: Date) throws -> Backup {
    let queue = try queue()
    guard try hasChanges(queue) else { throw StoreError.nothingToBackUp }
    do {
      return try backups.make(.manual, of: queue, at: now)
    } catch StoreError.damagedCollection {
      throw try markAsDamaged()
    }
  }

  /// Opens and checks the collection file, and returns its state.
  ///
  /// - Throws: A ``StoreError`` if the file cannot be read for a reason other than its content.
  package func state() throws -> CollectionState {
    guard try hasCollection() else { return .missing }
    do {
      return try queue().read { db in
        guard try CollectionSchema.isIntact(db), !hasFoundDamage else { return .damaged }
        return .sound(films: try CollectionStore.fetchCounts(db).total)
      }
    } catch StoreError.damagedCollection, StoreError.lostCollection {
      return .damaged
    } catch StoreError.notACollection {
      return .foreign
    } catch StoreError.newerCollection {
      return .newer
    } catch StoreError.olderCollection {
      return .older
    } catch let error as DatabaseError {
      if error.isCorruptionOrSchemaMismatch { return .damaged }
      throw StoreError(error, path: collectionPath)
    }
  }

  /// Replaces the collection with a backup, and preserves the previous collection.
  ///
  /// An undamaged collection that this version can read is backed up and overwritten in one transaction;
  /// other programs that have it open then see the new content. Any other file is moved to the folder of
  /// the backups.
  ///
  /// - Returns: The restored backup, and either the backup of the previous collection or the new location
  ///   of its file.
  /// - Throws: A ``StoreError``; the collection is unchanged then, unless the error occurs when the restored
  ///   collection is opened.
  package func restore(_ backup: Backup, at now: Date) throws -> Restoration {
    let backupQueue = try backups.checkedReader(of: backup.name)
    var restoration = Restoration(backup: backup)
    let state = try state()
    switch state {
    case .sound: restoration.replaced = try overwrite(with: backupQueue, at: now)
    case .newer: restoration.setAside = try replaceFile(with: backupQueue, prefix: "newer", at: now)
    case .older: restoration.setAside = try replaceFile(with: backupQueue, prefix: "older", at: now)
    case .missing, .damaged, .foreign:
      restoration.setAside = try replaceFile(with: backupQueue, prefix: BackupStore.damagedPrefix, at: now)
    }
    close()
    // The restored collection needs a new installation id.
    try? FileManager.default.removeItem(at: paths.installation)
    try? FileManager.default.removeItem(at: paths.damage)
    // Migrates the collection and assigns the new id before another program opens it.
    _ = try openForWriting()
    return restoration
  }

  /// Changes the collection to the content of a backup in one step of the journal, after backing up the present
  /// content.
  ///
  /// - Throws: A ``StoreError``; the collection is unchanged then.
  package func restoreAsStep(_ backup: Backup, _ command: String, at now: Date) async throws -> Restoration {
    // A copy in memory, so that a backup of an earlier version can be migrated.
    let copy = try DatabaseQueue()
    try backups.checkedReader(of: backup.name).backup(to: copy)
    try CollectionSchema.migrator.migrate(copy)
    var restoration = Restoration(backup: backup)
    let collection = try openForWriting().collection
    if try hasChanges(queue()) { restoration.replaced = try backups.make(.replaced, of: queue(), at: now) }
    let rows = try await copy.read { [subjects = collection.subjects] db in
      try subjects.all.map { try $0.allStoredRows(db) }
    }
    restoration.invalidValues = try await collection.apply(command, at: now) { transaction in
      try transaction.replaceAll(with: rows)
    }
    return restoration
  }

  // MARK: - Making and restoring

  private func makeAutomaticBackup(of connection: StoreConnection, at now: Date) throws {
    do {
      try backups.makeAutomatic(of: try queue(), at: now)
    } catch StoreError.damagedCollection {
      throw connection.markAsDamaged()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      defer { hasWarnedAboutBackup = true }
      guard !hasWarnedAboutBackup else { return }
      let failure = error as? any UserFacingError
      let reason = failure?.message ?? "unexpected error"
      warnings.add(.problem("no backup could be made today: \(reason)", failure?.remedy))
    }
  }

  private func hasChanges(_ queue: DatabaseQueue) throws -> Bool {
    do {
      return try queue.read(BackupStore.newestChange) != nil
    } catch let error as DatabaseError {
      throw StoreError(error, path: collectionPath)
    }
  }

  /// Overwrites the collection with a backup.
  ///
  /// - Returns: The backup of the previous content; `nil` if the collection had no changes.
  private func overwrite(with backupQueue: DatabaseQueue, at now: Date) throws -> Backup? {
    _ = try openForWriting()
    let queue = try queue()
    let reader = try secondReader()
    var isLocked = false
    var replaced: Backup?
    do {
      // Writing the first page locks the collection; no other program can change it between this backup
      // and the end of the transaction. If the backup fails, the transaction is rolled back.
      try backupQueue.backup(to: queue, pagesPerStep: 1) { [backups] _ in
        guard !isLocked else { return }
        isLocked = true
        guard try reader.read(BackupStore.newestChange) != nil else { return }
        replaced = try backups.make(.replaced, of: reader, at: now)
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: collectionPath)
    }
    markUnflushed()
    return replaced
  }

  /// Opens a second connection to the collection, to read its previous content while it is overwritten.
  private func secondReader() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: collectionPath, configuration: configuration)
  }

  /// Replaces the collection file with a copy of a backup, and moves the previous file to the folder of the
  /// backups.
  ///
  /// - Returns: The new location of the previous file; `nil` if there was none.
  private func replaceFile(with backupQueue: DatabaseQueue, prefix: String, at now: Date) throws -> URL? {
    close()
    let collectionPath = paths.collection.resolvingSymlinksInPath().path(percentEncoded: false)
    let newFile = URL(filePath: collectionPath + ".new")
    try mapFileErrors(PrivateFile.createFolder(backups.folder))
    return try withFolderLock(backups.folder) {
      defer { backups.remove(newFile) }
      backups.remove(newFile)
      try backups.write(backupQueue, to: newFile)
      return try withFolderLock(paths.dataFolder) {
        try backups.quarantineCollection(replacedWith: newFile, prefix: prefix, at: now)
      }
    }
  }
}

// Moving an unusable collection file to the folder of the backups, and replacing it with a new one.
//
// Programs that have the old file open continue to use it; SQLite detects that the old file was moved, and does not
// touch the new file's log.
extension BackupStore {
  /// The name prefix of damaged collections, and of files of other programs that had the collection's path.
  static let damagedPrefix = "damaged"

  /// Replaces the collection file atomically with a complete file in the same folder.
  ///
  /// The old file is moved to the folder of the backups, with its log and journal, under a name with the
  /// given prefix.
  ///
  /// - Returns: The new URL of the old file; `nil` if there was no file.
  /// - Throws: ``StoreError/cannotWrite(path:reason:)``, or another ``StoreError`` of the file system.
  func quarantineCollection(
    replacedWith newFile: URL, prefix: String, at now: Date
  ) throws(StoreError) -> URL? {
    try mapFileErrors(PrivateFile.createFolder(folder))
    let collectionPath = path(of: collection.resolvingSymlinksInPath())
    let name = freeName(Self.timestampedName(prefix, now))
    let quarantined = file(of: name)
    var movedSuffixes: [String] = []
    for suffix in ["", "-wal", "-journal", "-shm"] where Self.exists(collectionPath + suffix) {
      try linkOrCopy(collectionPath + suffix, to: path(of: quarantined) + suffix)
      movedSuffixes.append(suffix)
    }
    try flush(folder)
    // SQLite would apply an old log to the new file.
    for suffix in movedSuffixes where !suffix.isEmpty { unlink(collectionPath + suffix) }
    guard rename(path(of: newFile), collectionPath) == 0 else { throw writeError(collectionPath) }
    try flush(newFile.deletingLastPathComponent())
    return movedSuffixes.contains("") ? quarantined : nil
  }

  /// Creates a hard link to a file, or a copy of the file if no link can be created.
  private func linkOrCopy(_ path: String, to target: String) throws(StoreError) {
    defer { chmod(target, 0o600) }
    if link(path, target) == 0 { return }
    guard (try? FileManager.default.copyItem(atPath: path, toPath: target)) != nil else { throw writeError(target) }
    try flush(URL(filePath: target))
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func path(of file: URL) -> String { file.path(percentEncoded: false) }

  private func writeError(_ path: String) -> StoreError { .cannotWrite(path: path, reason: .systemError) }
}
