import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// Where a catalog is made and where it goes, held against other processes meanwhile.
///
/// What a killed import left is overwritten by the next one.
final class CatalogPublisher: Sendable {
  /// The file that is written.
  let draft: String
  private let file: String
  private let folder: URL
  private let lock: FileLock

  /// Makes the folder where it is missing, and takes it.
  ///
  /// - Throws: ``CatalogError/busy``, ``CatalogError/cannotWrite(path:reason:)``.
  init(_ file: URL) throws(CatalogError) {
    let resolved = file.resolvingSymlinksInPath()
    self.file = resolved.path(percentEncoded: false)
    folder = resolved.deletingLastPathComponent()
    draft = self.file + ".new"
    try Self.makeFolder(folder)
    lock = try Self.lock(self.file)
    unlink(draft)
    let made = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard made >= 0 else { throw .cannotWrite(path: draft, reason: .systemError) }
    close(made)
  }

  /// Puts the file that was written in the place of the old one, in one step that a power cut does
  /// not undo.
  ///
  /// - Returns: The size of the file.
  func publish() throws(CatalogError) -> Int {
    var status = stat()
    guard FileSync.synchronize(draft), stat(draft, &status) == 0, rename(draft, file) == 0 else {
      throw .cannotWrite(path: file, reason: .systemError)
    }
    // Some file systems refuse this; the new catalog stands all the same.
    _ = FileSync.synchronize(folder.path(percentEncoded: false))
    return Int(status.st_size)
  }

  /// Removes a catalog, and what a killed import left.
  ///
  /// - Returns: Whether there was one.
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

  /// Removes the file that was written.
  func discard() { unlink(draft) }

  private static func lock(_ file: String) throws(CatalogError) -> FileLock {
    do throws(FileError) {
      if let lock = try FileLock.tryLock(file: file + ".lock") { return lock }
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
      throw .unusableFolder(path: path, reason: "the folder cannot be made; see to the rights")
    }
  }
}
