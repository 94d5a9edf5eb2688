package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB
import Glibc

/// The backups of a collection: whole database files in a folder beside it.
///
/// A file that has its final name is whole: it is made under another, checked and synced before.
package struct Backups: Sendable {
  /// Automatic backups that are kept.
  static let kept = 7
  static let ending = ".sqlite"

  /// The folder that they lie in.
  package let folder: URL
  /// The file that they are backups of.
  let collection: URL

  init(collection: URL) {
    self.collection = collection
    folder = collection.deletingLastPathComponent().appending(path: "backups")
  }

  /// All backups, newest first.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)`` where the folder cannot be read.
  package func list() throws(StoreError) -> [Backup] { try files().map(counted) }

  /// The backup of a name, with or without the file's ending.
  ///
  /// - Throws: ``StoreError/noSuchBackup(name:newest:)``.
  package func backup(named name: String) throws(StoreError) -> Backup {
    let files = try files()
    let bare = name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : name
    guard let found = files.first(where: { $0.name == bare }) else {
      throw .noSuchBackup(name: name, newest: files.prefix(3).map(\.name))
    }
    return counted(found)
  }

  /// The newest backup that was made by day or by hand, and can be read.
  package var newest: Backup? {
    let files = (try? files()) ?? []
    return files.lazy.filter { $0.kind == .automatic || $0.kind == .manual }.map(counted)
      .first { $0.films != nil }
  }

  /// The place of a backup's file.
  package func file(of name: String) -> URL { folder.appending(path: name + Self.ending) }

  /// Files that may be backups, newest first; their films are not counted.
  ///
  /// What was set aside because it is damaged is none.
  func files() throws(StoreError) -> [Backup] {
    let path = folder.path(percentEncoded: false)
    if access(path, F_OK) != 0, errno == ENOENT { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .cannotRead(path: path, reason: "its files cannot be listed")
    }
    return names.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(Quarantine.damaged) }
      .compactMap { described(String($0.dropLast(Self.ending.count))) }
      .sorted { ($0.time, $0.name) > ($1.time, $1.name) }
  }

  private func described(_ name: String) -> Backup? {
    var status = stat()
    guard stat(file(of: name).path(percentEncoded: false), &status) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let time = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    return Backup(
      name: name, time: BackupName.time(of: name, file: time), bytes: Int(status.st_size))
  }

  func counted(_ backup: Backup) -> Backup {
    var backup = backup
    backup.films = try? reader(of: backup.name).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM entry")
    }
    return backup
  }

  // MARK: - Reading a backup

  func reader(of name: String) throws -> DatabaseQueue {
    try CollectionFile.reader(of: file(of: name).path(percentEncoded: false))
  }

  /// A connection to a backup that may be restored: one of ours, not newer than we are, and sound.
  ///
  /// - Throws: ``StoreError/unusableBackup(name:reason:)``.
  func checkedReader(of name: String) throws(StoreError) -> DatabaseQueue {
    do {
      let reader = try reader(of: name)
      if let trouble = try reader.read(Self.trouble) {
        throw StoreError.unusableBackup(name: name, reason: trouble)
      }
      return reader
    } catch let failure as StoreError {
      throw failure
    } catch {
      throw .unusableBackup(name: name, reason: "it is damaged or no filmz collection")
    }
  }

  /// Why a database is no sound collection.
  static func trouble(_ db: Database) throws -> String? {
    let id = try Int.fetchOne(db, sql: "PRAGMA main.application_id")
    guard id == CollectionSchema.applicationID else { return "it is no filmz collection" }
    guard try !CollectionSchema.isOfDevelopment(db) else {
      return "it was made by a filmz from before its first release"
    }
    guard try !CollectionSchema.migrator.hasBeenSuperseded(db) else {
      return "it was written by a newer filmz"
    }
    if let damage = try db.verdict(of: "PRAGMA main.quick_check(1)") {
      return "it is damaged: \(damage)"
    }
    return try CollectionSchema.hasItsTables(db) ? nil : "it is damaged: a table is missing"
  }

  /// The last change that a collection or a backup knows of.
  static func newestChange(_ db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT id FROM main.change ORDER BY number DESC LIMIT 1")
  }
}
