import FilmzFiles
import Foundation
import Glibc

/// Takes a file that cannot be used out of the collection's place, and puts a new one there.
///
/// Programs that have the old file open go on with the old one; SQLite notices that it has moved, and
/// leaves the new one's log alone.
struct Quarantine {
  static let damaged = "damaged"
  /// Of a collection that only a newer filmz can read.
  static let newer = "newer"
  /// Of a collection from before the first release.
  static let older = "older"

  let backups: Backups

  /// Puts a whole file that lies beside the collection in its place, in one step.
  ///
  /// The old file goes to the backups with all that belongs to it, under a name that begins with the
  /// prefix. Returns where it is now, or nothing where there was none; throws
  /// ``StoreError/cannotCreate(path:reason:)``.
  func replace(with new: URL, prefix: String, at now: Date) throws(StoreError) -> URL? {
    try mapFileErrors(PrivateFile.createFolder(backups.folder))
    let place = path(of: backups.collection.resolvingSymlinksInPath())
    let name = backups.freeName(BackupName.stamped(prefix, now))
    let kept = backups.file(of: name)
    var moved: [String] = []
    for suffix in ["", "-wal", "-journal", "-shm"] where isThere(place + suffix) {
      try keep(place + suffix, as: path(of: kept) + suffix)
      moved.append(suffix)
    }
    try backups.sync(backups.folder)
    // A log must never be found beside a file that it does not belong to.
    for suffix in moved where !suffix.isEmpty { unlink(place + suffix) }
    guard rename(path(of: new), place) == 0 else { throw failure(place) }
    try backups.sync(new.deletingLastPathComponent())
    return moved.contains("") ? kept : nil
  }

  /// Gives a file a second name, or where the file system has none of these, makes a copy.
  private func keep(_ old: String, as new: String) throws(StoreError) {
    defer { chmod(new, 0o600) }
    if link(old, new) == 0 { return }
    do {
      try FileManager.default.copyItem(atPath: old, toPath: new)
    } catch {
      throw failure(new)
    }
    try backups.sync(URL(filePath: new))
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func path(of file: URL) -> String { file.path(percentEncoded: false) }

  private func failure(_ path: String) -> StoreError {
    .cannotCreate(path: path, reason: .systemError)
  }
}
