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
    let backupName =
      name.hasSuffix(Self.fileSuffix) ? String(name.dropLast(Self.fileSuffix.count)) : name
    guard let backup = files.first(where: { $0.name == backupName }) else {
      throw .noSuchBackup(name: name, newest: files.prefix(3).map(\.name))
    }
    return countingFilms(backup)
  }

  /// The newest automatic or manual backup that can be read.
  package var newest: Backup? {
    let files = (try? files()) ?? []
    return files.lazy.filter { $0.kind == .automatic || $0.kind == .manual }.map(countingFilms)
      .first { $0.films != nil }
  }

  /// Returns the URL of a backup's file.
  package func file(of name: String) -> URL { folder.appending(path: name + Self.fileSuffix) }

  /// Returns the files that may be backups, newest first, without counting their films.
  ///
  /// Files that ``Quarantine`` has moved to the folder as damaged are left out.
  func files() throws(StoreError) -> [Backup] {
    let path = folder.path(percentEncoded: false)
    if access(path, F_OK) != 0, errno == ENOENT { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .cannotRead(path: path, reason: "its files cannot be listed")
    }
    return names.filter { $0.hasSuffix(Self.fileSuffix) && !$0.hasPrefix(Quarantine.damaged) }
      .compactMap { backup(ofFileNamed: String($0.dropLast(Self.fileSuffix.count))) }
      .sorted { ($0.time, $0.name) > ($1.time, $1.name) }
  }

  private func backup(ofFileNamed name: String) -> Backup? {
    var status = stat()
    guard stat(file(of: name).path(percentEncoded: false), &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let modificationTime = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    return Backup(
      name: name, time: BackupName.time(of: name, modificationTime: modificationTime),
      bytes: Int(status.st_size))
  }

  /// Returns a backup with the numbers of its films and skips; the number of films is `nil` if the file
  /// cannot be read.
  func countingFilms(_ backup: Backup) -> Backup {
    var backup = backup
    let reader = try? reader(of: backup.name)
    backup.films = try? reader?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") }
    backup.skips =
      (try? reader?.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM skip") }) ?? 0
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
      if let defect = try reader.read(Self.defect) {
        throw StoreError.unusableBackup(name: name, reason: defect)
      }
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
    guard try !CollectionSchema.isPrerelease(db) else {
      return "it was made by a filmz older than the first release"
    }
    guard try !CollectionSchema.migrator.hasBeenSuperseded(db) else {
      return "it was written by a newer filmz"
    }
    if let damage = try db.integrityCheck("PRAGMA main.quick_check(1)") {
      return "it is damaged: \(damage)"
    }
    return try CollectionSchema.hasExpectedSchema(db) ? nil : "it is damaged: a table is missing"
  }

  /// Returns the id of the newest change in a collection or a backup, or `nil` if it has no changes.
  static func newestChange(_ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT id FROM main.change ORDER BY number DESC LIMIT 1")
  }
}
