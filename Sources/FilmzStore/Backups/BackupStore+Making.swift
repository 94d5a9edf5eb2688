import FilmzDomain
import FilmzFiles
import Foundation
import GRDB
import Glibc

extension BackupStore {
  /// Makes a backup whose name consists of its kind and the time.
  ///
  /// - Throws: A ``StoreError``; no partial file remains.
  func make(_ kind: Backup.Kind, of queue: DatabaseQueue, at now: Date) throws -> Backup {
    try mapFileErrors(PrivateFile.createFolder(folder))
    return try withFolderLock(folder) {
      try make(freeName(BackupName.timestamped(kind.rawValue, now)), of: queue, at: now)
    }
  }

  /// Makes the automatic backup of the day, unless the day already has one, the collection has no
  /// changes, or nothing has changed since the newest automatic backup.
  ///
  /// After making a backup, keeps the newest ``automaticLimit`` automatic backups and removes the older
  /// ones. Unreadable backups and those with a later date do not count, and are never removed.
  ///
  /// - Throws: A ``StoreError``.
  func makeAutomatic(of queue: DatabaseQueue, at now: Date) throws {
    guard let change = try mapDatabaseErrors({ try queue.read(Self.newestChange) }) else { return }
    try mapFileErrors(PrivateFile.createFolder(folder))
    try withFolderLock(folder) {
      let name = BackupName.automatic(now)
      let automatic = try files().filter { $0.kind == .automatic }
      guard !automatic.contains(where: { $0.name == name }) else { return }
      if let newest = automatic.first, newestChange(of: newest.name) == change { return }
      _ = try make(name, of: queue, at: now)
      // A backup with a later date was made while the clock was ahead.
      let usable = automatic.filter { $0.name < name && countingFilms($0).films != nil }
      for old in usable.dropFirst(Self.automaticLimit - 1) { remove(file(of: old.name)) }
    }
  }

  /// Returns a name that no backup has yet: the given name or, if it is in use, the name with a number
  /// appended.
  ///
  /// If the name is in use with every number up to 1000, returns the given name.
  func freeName(_ name: String) -> String {
    let names = [name] + (2...1000).map { "\(name)-\($0)" }
    return names.first { FileStatus(of: file(of: $0)) == nil } ?? name
  }

  /// Copies a database to a new file with SQLite's online backup, checks the copy, and flushes it to the
  /// disk.
  ///
  /// - Throws: A ``StoreError`` if the copy cannot be written or is damaged; the new file is removed
  ///   then.
  func write(_ queue: DatabaseQueue, to newFile: URL) throws {
    do {
      try mapFileErrors(PrivateFile.createNew(newFile))
      try mapDatabaseErrors { try copy(queue, to: newFile.path(percentEncoded: false)) }
      try flush(newFile)
    } catch {
      remove(newFile)
      throw error
    }
  }

  /// Removes a database file with its log and journal.
  func remove(_ file: URL) { removeDatabase(file.path(percentEncoded: false)) }

  /// Flushes a file, or the names in a folder, to the disk.
  func flush(_ file: URL) throws(StoreError) {
    let path = file.path(percentEncoded: false)
    guard FileFlush.flush(path) else {
      throw .cannotCreate(path: path, reason: .systemError)
    }
  }

  private func make(_ name: String, of queue: DatabaseQueue, at now: Date) throws -> Backup {
    removeLeftovers()
    try requireFreeSpace()
    let file = file(of: name)
    let temporary = URL(filePath: file.path(percentEncoded: false) + ".new")
    try write(queue, to: temporary)
    setTime(of: temporary, to: now)
    let path = file.path(percentEncoded: false)
    guard rename(temporary.path(percentEncoded: false), path) == 0 else {
      let reason = String.systemError
      remove(temporary)
      throw StoreError.cannotCreate(path: path, reason: reason)
    }
    try flush(folder)
    return try backup(named: name)
  }

  /// Copies a database into an empty file, and checks the copy.
  ///
  /// A defect of the copy is reported as damage to the collection.
  private func copy(_ queue: DatabaseQueue, to path: String) throws {
    let copy = try DatabaseQueue(path: path)
    try queue.backup(to: copy)
    let defect = try copy.inDatabase { db in
      // Without a write-ahead log a backup is a single file, which is readable on read-only disks.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      return try Self.defect(in: db)
    }
    try copy.close()
    if defect != nil {
      throw StoreError.damaged(collection.path(percentEncoded: false))
    }
  }

  /// Returns the id of the newest change in a backup, or `nil` if the backup has no changes or cannot be
  /// read.
  private func newestChange(of name: String) -> String? {
    try? reader(of: name).read(Self.newestChange)
  }

  /// Removes temporary files of processes that were killed.
  private func removeLeftovers() {
    let path = folder.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.contains(Self.fileSuffix + ".new") {
      unlink(folder.appending(path: name).path(percentEncoded: false))
    }
  }

  /// Throws if the free space on the disk is known to be less than twice the size of the collection.
  ///
  /// Half of that is for the backup, the other half for the change after it, which may rewrite the collection.
  private func requireFreeSpace() throws(StoreError) {
    let bytes = FileStatus(of: collection)?.bytes ?? 0
    if let free = FileStatus.freeBytes(at: folder), free < 2 * bytes {
      throw .diskFull(path: folder.path(percentEncoded: false))
    }
  }

  private func setTime(of file: URL, to time: Date) {
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = Int(time.timeIntervalSince1970) }
    utimensat(AT_FDCWD, file.path(percentEncoded: false), times, 0)
  }

  /// Runs a closure that reads or copies the collection, and rethrows a database error as a
  /// ``StoreError``.
  private func mapDatabaseErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError where error.isCorruptionOrSchemaMismatch {
      throw StoreError.damaged(collection.path(percentEncoded: false))
    } catch let error as DatabaseError {
      throw StoreError(error, path: folder.path(percentEncoded: false))
    }
  }
}
