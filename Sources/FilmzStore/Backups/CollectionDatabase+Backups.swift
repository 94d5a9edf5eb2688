package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB

extension CollectionDatabase {
  /// The stores on files for a change at a moment, before which the day's backup is made.
  ///
  /// If there can be no backup, the change goes on, and a warning says it once; but a collection whose
  /// copy is damaged takes no change.
  ///
  /// - Throws: A ``StoreError`` if the collection file cannot be made or opened, or is damaged.
  package func openForWriting(at now: Date) throws -> Stores {
    try openForWriting { stores in
      guard backupDay?.contains(now) != true else { return }
      try makeAutomaticBackup(of: stores.collection.connection, at: now)
      backupDay = Calendar(identifier: .gregorian).dateInterval(of: .day, for: now)
    }
  }

  /// Makes a backup by hand.
  ///
  /// - Throws: ``StoreError/nothingToBackUp``, or another ``StoreError``.
  package func backUp(at now: Date) throws -> Backup {
    let queue = try queue()
    guard try holdsSomething(queue) else { throw StoreError.nothingToBackUp }
    do {
      return try backups.make(.manual, of: queue, at: now)
    } catch StoreError.damagedCollection {
      throw try openForReading().collection.connection.foundDamage()
    }
  }

  /// What stands in the collection's place; a file is checked.
  ///
  /// - Throws: A ``StoreError`` where it cannot be read for another cause than what it is.
  package func state() throws -> CollectionState {
    guard try hasCollection() else { return .missing }
    do {
      return try queue().read { db in
        guard try CollectionSchema.isSound(db), !isFoundDamaged else { return .damaged }
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
      if error.meansAlteration { return .damaged }
      throw StoreError.wording(error, path: paths.collection.path(percentEncoded: false))
    }
  }

  /// Puts a backup in the collection's place, and keeps what was there.
  ///
  /// A sound collection is written over as one transaction, so that other programs which have it open
  /// see that; anything else is set aside whole. Throws a ``StoreError``; the collection is as it was
  /// then.
  package func restore(_ backup: Backup, at now: Date) throws -> Restoration {
    let source = try backups.checkedReader(of: backup.name)
    var restoration = Restoration(backup: backup)
    let state = try state()
    switch state {
    case .sound: restoration.replaced = try overwrite(with: source, at: now)
    case .newer:
      restoration.setAside = try replaceFile(with: source, prefix: Quarantine.newer, at: now)
    case .older:
      restoration.setAside = try replaceFile(with: source, prefix: Quarantine.older, at: now)
    case .missing, .damaged, .foreign:
      restoration.setAside = try replaceFile(with: source, prefix: Quarantine.damaged, at: now)
    }
    close()
    // The restored collection is written under another id.
    try? FileManager.default.removeItem(at: paths.installation)
    try? FileManager.default.removeItem(at: paths.damage)
    // Before another program meets it, it is brought to this version and gets an id of its own.
    _ = try openForWriting()
    return restoration
  }

  // MARK: - Steps

  private func makeAutomaticBackup(of connection: StoreConnection, at now: Date) throws {
    do {
      try backups.makeAutomatic(of: try queue(), at: now)
    } catch StoreError.damagedCollection {
      throw connection.foundDamage()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      defer { hasWarnedOfBackup = true }
      guard !hasWarnedOfBackup else { return }
      let failure = error as? any UserFacingError
      let reason = failure?.message ?? "something went wrong"
      warnings.add(.trouble("no backup could be made today: \(reason)", failure?.remedy))
    }
  }

  private func holdsSomething(_ queue: DatabaseQueue) throws -> Bool {
    do {
      return try queue.read(Backups.newestChange) != nil
    } catch let error as DatabaseError {
      throw StoreError.wording(error, path: paths.collection.path(percentEncoded: false))
    }
  }

  /// - Returns: The backup of what was there, if that was anything.
  private func overwrite(with source: DatabaseQueue, at now: Date) throws -> Backup? {
    _ = try openForWriting()
    let queue = try queue()
    let present = try secondReader()
    var isLocked = false
    var replaced: Backup?
    do {
      // With the first page the collection is locked, so that nobody changes it after its copy was
      // made; where there can be no copy, nothing is written over.
      try source.backup(to: queue, pagesPerStep: 1) { [backups] _ in
        guard !isLocked else { return }
        isLocked = true
        guard try present.read(Backups.newestChange) != nil else { return }
        replaced = try backups.make(.replaced, of: present, at: now)
      }
    } catch let error as DatabaseError {
      throw StoreError.wording(error, path: paths.collection.path(percentEncoded: false))
    }
    markUnsynchronized()
    return replaced
  }

  /// A second connection to the collection, to read what stands there while it is written over.
  private func secondReader() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(
      path: paths.collection.path(percentEncoded: false), configuration: configuration)
  }

  private func replaceFile(
    with source: DatabaseQueue, prefix: String, at now: Date
  ) throws -> URL? {
    close()
    let place = paths.collection.resolvingSymlinksInPath().path(percentEncoded: false)
    let new = URL(filePath: place + ".new")
    try mapFileErrors(PrivateFile.createFolder(backups.folder))
    return try withFolderLock(backups.folder) {
      defer { backups.remove(new) }
      backups.remove(new)
      try backups.write(source, to: new)
      return try withFolderLock(paths.dataFolder) {
        try Quarantine(backups: backups).replace(with: new, prefix: prefix, at: now)
      }
    }
  }
}
