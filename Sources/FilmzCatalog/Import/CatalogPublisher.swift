import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// Creates the draft of a catalog, and replaces the catalog with the draft atomically.
///
/// A lock prevents other imports until the publisher is deinitialized. If an import is killed, the next
/// import removes its draft.
final class CatalogPublisher: Sendable {
  /// The path of the file to write the new catalog to.
  let draftPath: String
  private let path: String
  private let folder: URL
  private let lock: FileLock

  /// Creates the folder if it is missing, acquires the lock, and creates an empty draft.
  ///
  /// - Throws: ``CatalogError/busy``, ``CatalogError/cannotWrite(path:reason:)``,
  ///   ``CatalogError/unusableFolder(path:reason:)``.
  init(_ file: URL) throws(CatalogError) {
    let resolved = file.resolvingSymlinksInPath()
    path = resolved.path(percentEncoded: false)
    folder = resolved.deletingLastPathComponent()
    draftPath = self.path + ".new"
    try Self.makeFolder(folder)
    lock = try Self.lock(path)
    unlink(draftPath)
    let descriptor = open(draftPath, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path: draftPath, reason: .systemError) }
    close(descriptor)
  }

  /// Replaces the catalog with the draft atomically, and returns the size of the catalog in bytes.
  ///
  /// The change survives a power failure.
  func publish() throws(CatalogError) -> Int {
    var status = stat()
    guard flushToDisk(draftPath), stat(draftPath, &status) == 0, rename(draftPath, path) == 0 else {
      throw .cannotWrite(path: path, reason: .systemError)
    }
    // An error is ignored: some file systems cannot flush folders to disk, and the catalog has been
    // replaced already.
    _ = flushToDisk(folder.path(percentEncoded: false))
    return Int(status.st_size)
  }

  /// Removes a catalog and any draft of a killed import; returns whether there was a catalog.
  ///
  /// - Throws: ``CatalogError/busy``, ``CatalogError/cannotWrite(path:reason:)``.
  static func remove(_ file: URL) throws(CatalogError) -> Bool {
    let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
    var status = stat()
    guard stat(path, &status) == 0 || stat(path + ".new", &status) == 0 else { return false }
    let lock = try lock(path)
    defer { lock.release() }
    unlink(path + ".new")
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw .cannotWrite(path: path, reason: .systemError) }
    return false
  }

  /// Removes the draft.
  func discard() { unlink(draftPath) }

  private static func lock(_ path: String) throws(CatalogError) -> FileLock {
    do throws(FileError) {
      if let lock = try FileLock.tryLock(file: path + ".lock") { return lock }
    } catch {
      throw .cannotWrite(path: error.path, reason: error.reason)
    }
    throw .busy
  }

  private static func makeFolder(_ folder: URL) throws(CatalogError) {
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      let path = folder.path(percentEncoded: false)
      throw .unusableFolder(
        path: path, reason: "the folder cannot be created; check the permissions of its parent folder")
    }
  }
}
