import FilmzFiles
import Foundation
import Glibc

/// Moves an unusable collection file to the folder of the backups, and replaces it with a new one.
///
/// Programs that have the old file open continue to use it; SQLite detects that the old file was moved,
/// and does not touch the new file's log.
struct Quarantine {
  /// The name prefix of damaged collections, and of other programs' files that were in the collection's
  /// place.
  static let damaged = "damaged"
  /// The name prefix of collections of a newer version.
  static let newer = "newer"
  /// The name prefix of collections from before the first release.
  static let older = "older"

  let backups: BackupStore

  /// Replaces the collection file atomically with a complete file in the same folder.
  ///
  /// The old file is moved to the folder of the backups, with its log and journal, under a name with the
  /// given prefix. Returns the new URL of the old file, or `nil` if there was no file; throws
  /// ``StoreError/cannotCreate(path:reason:)``, or another ``StoreError`` of the file system.
  func replace(with newFile: URL, prefix: String, at now: Date) throws(StoreError) -> URL? {
    try mapFileErrors(PrivateFile.createFolder(backups.folder))
    let collectionPath = path(of: backups.collection.resolvingSymlinksInPath())
    let name = backups.freeName(BackupName.timestamped(prefix, now))
    let quarantined = backups.file(of: name)
    var movedSuffixes: [String] = []
    for suffix in ["", "-wal", "-journal", "-shm"] where exists(collectionPath + suffix) {
      try linkOrCopy(collectionPath + suffix, to: path(of: quarantined) + suffix)
      movedSuffixes.append(suffix)
    }
    try backups.flush(backups.folder)
    // SQLite would apply an old log to the new file.
    for suffix in movedSuffixes where !suffix.isEmpty { unlink(collectionPath + suffix) }
    guard rename(path(of: newFile), collectionPath) == 0 else {
      throw writeError(collectionPath)
    }
    try backups.flush(newFile.deletingLastPathComponent())
    return movedSuffixes.contains("") ? quarantined : nil
  }

  /// Creates a hard link to a file, or a copy of the file if no link can be created.
  private func linkOrCopy(_ path: String, to target: String) throws(StoreError) {
    defer { chmod(target, 0o600) }
    if link(path, target) == 0 { return }
    do {
      try FileManager.default.copyItem(atPath: path, toPath: target)
    } catch {
      throw writeError(target)
    }
    try backups.flush(URL(filePath: target))
  }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func path(of file: URL) -> String { file.path(percentEncoded: false) }

  private func writeError(_ path: String) -> StoreError {
    .cannotCreate(path: path, reason: .systemError)
  }
}
