import FilmzDomain
import FilmzFiles
import Foundation
import GRDB
import Glibc

extension Backups {
  /// Makes a backup with a moment in its name.
  ///
  /// - Throws: A ``StoreError``; nothing is left behind then.
  func make(_ kind: Backup.Kind, of queue: DatabaseQueue, at now: Date) throws -> Backup {
    try mapFileErrors(PrivateFile.createFolder(folder))
    return try withFolderLock(folder) {
      try make(freeName(BackupName.stamped(kind.rawValue, now)), of: queue, at: now)
    }
  }

  /// Makes the automatic backup of a day, unless there is one or nothing has changed since the last,
  /// and takes away those that are more than are kept.
  ///
  /// - Throws: A ``StoreError``.
  func makeAutomatic(of queue: DatabaseQueue, at now: Date) throws {
    guard let change = try worded({ try queue.read(Self.newestChange) }) else { return }
    try mapFileErrors(PrivateFile.createFolder(folder))
    try withFolderLock(folder) {
      let name = BackupName.automatic(now)
      let present = try files().filter { $0.kind == .automatic }
      guard !present.contains(where: { $0.name == name }) else { return }
      if let newest = present.first, newestChange(of: newest.name) == change { return }
      _ = try make(name, of: queue, at: now)
      // What cannot be read, or comes of a clock that was ahead, takes no other's place.
      let useful = present.filter { $0.name < name && counted($0).films != nil }
      for old in useful.dropFirst(Self.kept - 1) { remove(file(of: old.name)) }
    }
  }

  /// A name that no file has yet.
  func freeName(_ name: String) -> String {
    let names = [name] + (2...1000).map { "\(name)-\($0)" }
    return names.first { FileStatus(of: file(of: $0)) == nil } ?? name
  }

  /// Writes a copy of a database as a file of its own that is synced, with SQLite's online backup.
  ///
  /// - Throws: A ``StoreError`` where it cannot be written or is not sound; no file is left then.
  func write(_ queue: DatabaseQueue, to temporary: URL) throws {
    do {
      try mapFileErrors(PrivateFile.createNew(temporary))
      try worded { try copy(queue, to: temporary.path(percentEncoded: false)) }
      try sync(temporary)
    } catch {
      remove(temporary)
      throw error
    }
  }

  /// Removes a database file with what belongs to it.
  func remove(_ file: URL) { removeDatabase(file.path(percentEncoded: false)) }

  /// Waits until a file or folder is on the disk.
  func sync(_ file: URL) throws(StoreError) {
    let path = file.path(percentEncoded: false)
    guard FileSync.synchronize(path) else {
      throw .cannotCreate(path: path, reason: .systemError)
    }
  }

  private func make(_ name: String, of queue: DatabaseQueue, at now: Date) throws -> Backup {
    removeLeftovers()
    try requireRoom()
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
    try sync(folder)
    return try backup(named: name)
  }

  private func copy(_ queue: DatabaseQueue, to path: String) throws {
    let copy = try DatabaseQueue(path: path)
    try queue.backup(to: copy)
    let trouble = try copy.inDatabase { db in
      // A backup is one file, which can be read where nothing can be written.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      return try Self.trouble(db)
    }
    try copy.close()
    if trouble != nil {
      throw StoreError.damaged(collection.path(percentEncoded: false))
    }
  }

  private func newestChange(of name: String) -> String? {
    try? reader(of: name).read(Self.newestChange)
  }

  /// What a killed run left.
  private func removeLeftovers() {
    let path = folder.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.contains(Self.ending + ".new") {
      unlink(folder.appending(path: name).path(percentEncoded: false))
    }
  }

  /// A backup must not take the room that the change after it needs.
  private func requireRoom() throws(StoreError) {
    let bytes = FileStatus(of: collection)?.bytes ?? 0
    if let free = FileStatus.freeBytes(at: folder), free < 2 * bytes {
      throw .diskFull(path: folder.path(percentEncoded: false))
    }
  }

  private func setTime(of file: URL, to moment: Date) {
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = Int(moment.timeIntervalSince1970) }
    utimensat(AT_FDCWD, file.path(percentEncoded: false), times, 0)
  }

  private func worded<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError where error.meansAlteration {
      throw StoreError.damaged(collection.path(percentEncoded: false))
    } catch let error as DatabaseError {
      throw StoreError.wording(error, path: folder.path(percentEncoded: false))
    }
  }
}
