package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB
import Glibc

/// The backups of a collection: complete database files in a folder next to the collection file.
///
/// A file is written under a temporary name, checked, and flushed to the disk before it gets its final
/// name.
package struct BackupStore: Sendable {
  /// The number of automatic backups above which the oldest are removed.
  static let automaticLimit = 7
  static let fileSuffix = ".sqlite"

  /// The folder of the backups.
  package let folder: URL
  /// The collection file.
  let collection: URL

  init(collection: URL) {
    self.collection = collection
    folder = collection.deletingLastPathComponent().appending(path: "backups")
  }

  /// Returns all backups, newest first.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)`` if the folder cannot be read.
  package func list() throws(StoreError) -> [Backup] { try files().map(countingFilms) }

  /// Returns the backup with a name, which may include the file name extension.
  ///
  /// - Throws: ``StoreError/noSuchBackup(name:newest:)``, ``StoreError/cannotRead(path:reason:)``.
  package func backup(named name: String) throws(StoreError) -> Backup {
    let files = try files()
    let backupName = name.hasSuffix(Self.fileSuffix) ? String(name.dropLast(Self.fileSuffix.count)) : name
    guard let backup = files.first(where: { $0.name == backupName }) else {
      throw .noSuchBackup(name: name, newest: files.prefix(3).map(\.name))
    }
    return countingFilms(backup)
  }

  /// The newest automatic or manual backup that can be read; `nil` if there is none.
  package var newest: Backup? {
    let files = (try? files()) ?? []
    return files.lazy.filter { $0.kind == .automatic || $0.kind == .manual }.map(countingFilms)
      .first { $0.films != nil }
  }

  /// Returns the URL of a backup's file.
  package func file(of name: String) -> URL { folder.appending(path: name + Self.fileSuffix) }

  /// Returns all backups, newest first, without the numbers of their films.
  ///
  /// Damaged files that ``quarantineCollection(replacedWith:prefix:at:)`` has moved to the folder are left out.
  func files() throws(StoreError) -> [Backup] {
    let path = folder.path(percentEncoded: false)
    if access(path, F_OK) != 0, errno == ENOENT { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .cannotRead(path: path, reason: "its files cannot be listed")
    }
    return names.filter { $0.hasSuffix(Self.fileSuffix) && !$0.hasPrefix(Self.damagedPrefix) }
      .compactMap { backup(ofFileNamed: String($0.dropLast(Self.fileSuffix.count))) }
      .sorted { (Self.sortTime(of: $0), $0.name) > (Self.sortTime(of: $1), $1.name) }
  }

  private func backup(ofFileNamed name: String) -> Backup? {
    var status = stat()
    guard stat(file(of: name).path(percentEncoded: false), &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let modificationTime = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    return Backup(name: name, time: Self.time(of: name, modificationTime: modificationTime), bytes: Int(status.st_size))
  }

  /// Returns a backup with the number of its films, which is `nil` if the file cannot be read.
  func countingFilms(_ backup: Backup) -> Backup {
    var backup = backup
    let reader = try? reader(of: backup.name)
    backup.films = try? reader?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") }
    return backup
  }

  // MARK: - Reading a backup

  /// Opens a backup for reading, without checking its content.
  func reader(of name: String) throws -> DatabaseQueue {
    try CollectionFile.immutableQueue(path: file(of: name).path(percentEncoded: false))
  }

  /// Opens a backup for restoring, after checking that it is an undamaged collection of a supported
  /// version.
  ///
  /// - Throws: ``StoreError/unusableBackup(name:reason:)``.
  func checkedReader(of name: String) throws(StoreError) -> DatabaseQueue {
    do {
      let reader = try reader(of: name)
      if let defect = try reader.read(Self.defect) { throw StoreError.unusableBackup(name: name, reason: defect) }
      return reader
    } catch let failure as StoreError {
      throw failure
    } catch {
      throw .unusableBackup(name: name, reason: "it is damaged or not a filmz collection")
    }
  }

  /// Returns why a database cannot be used as a collection, or `nil` if it can.
  static func defect(in db: Database) throws -> String? {
    let id = try Int.fetchOne(db, sql: "PRAGMA main.application_id")
    guard id == CollectionSchema.applicationID else { return "it is not a filmz collection" }
    guard try !CollectionSchema.isPrerelease(db) else { return "it was made by a filmz older than the first release" }
    guard try !CollectionSchema.migrator.hasBeenSuperseded(db) else { return "it was written by a newer filmz" }
    if let damage = try db.integrityCheck("PRAGMA main.quick_check(1)") { return "it is damaged: \(damage)" }
    return try CollectionSchema.hasExpectedSchema(db) ? nil : "it is damaged: a table is missing"
  }

  /// Returns the id of the newest change in a collection or a backup, or `nil` if it has no changes.
  static func newestChange(_ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT id FROM main.change ORDER BY number DESC LIMIT 1")
  }
}

// The names of backups: `2026-11-21`, `manual-20261121T140501Z`, `replaced-20261121T140501Z`.
extension BackupStore {
  /// Returns a name with a prefix and a time in UTC.
  static func timestampedName(_ prefix: String, _ now: Date) -> String {
    let digits: String = now.formatted(.iso8601).filter { $0.isLetter || $0.isNumber }
    return "\(prefix)-\(digits)"
  }

  /// Returns the day, in the user's time zone, in the name of an automatic backup, or `nil` for other backups.
  private static func day(of name: String) -> PartialDate? { name.utf8.count == 10 ? PartialDate(name) : nil }

  /// Returns the time at which a backup was made, from its name and the modification time of its file.
  ///
  /// The name takes precedence, because copying a file changes its modification time. If the name is a
  /// day, the result is the modification time if that is on the day, and the start of the day if it is
  /// not. If the name contains neither a day nor a time, the result is the modification time.
  private static func time(of name: String, modificationTime: Date) -> Date {
    if let day = day(of: name) { return PartialDate(day: modificationTime) == day ? modificationTime : day.startOfDay }
    return timestamp(in: name) ?? modificationTime
  }

  /// Returns the time by which a backup is sorted: the start of its day if its name is a day, or else its time.
  ///
  /// The backup of a day is made before the first change of the day, so it is older than others of that day. The
  /// modification time of its file does not count, because it changes when a home is copied.
  private static func sortTime(of backup: Backup) -> Date { day(of: backup.name)?.startOfDay ?? backup.time }

  /// Returns the time in a name like `manual-20261121T140501Z`; `nil` if the name has another form.
  private static func timestamp(in name: String) -> Date? {
    let pattern = /[a-z]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-\d+)?/
    guard let match = name.wholeMatch(of: pattern)?.output else { return nil }
    let text = "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z"
    return try? Date(text, strategy: .iso8601)
  }
}

extension BackupStore {
  /// Makes a backup whose name consists of its kind and the time.
  ///
  /// - Throws: A ``StoreError``; no partial file remains.
  func make(_ kind: Backup.Kind, of queue: DatabaseQueue, at now: Date) throws -> Backup {
    try mapFileErrors(PrivateFile.createFolder(folder))
    return try withFolderLock(folder) {
      try make(freeName(Self.timestampedName(kind.rawValue, now)), of: queue, at: now)
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
      let name = PartialDate(day: now).text
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

  /// Flushes a file, or the names of the files in a folder, to the disk.
  func flush(_ file: URL) throws(StoreError) {
    let path = file.path(percentEncoded: false)
    guard flushToDisk(path) else { throw .cannotWrite(path: path, reason: .systemError) }
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
      throw StoreError.cannotWrite(path: path, reason: reason)
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
    if defect != nil { throw StoreError.damaged(collection.path(percentEncoded: false)) }
  }

  /// Returns the id of the newest change in a backup, or `nil` if the backup has no changes or cannot be
  /// read.
  private func newestChange(of name: String) -> String? { try? reader(of: name).read(Self.newestChange) }

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
  /// The backup needs half of that, and the next change may need the other half to rewrite the collection.
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

  /// Runs a closure that reads or copies the collection, and throws a database error as a ``StoreError``.
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
