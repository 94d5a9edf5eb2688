package import Foundation
import Glibc

/// Files and folders that no other user may read: mode 0600, in folders of mode 0700.
package enum PrivateFile {
  /// Creates a folder and the missing ones above it with mode 0700.
  package static func createFolder(_ folder: URL) throws(FileError) {
    let path = folder.path(percentEncoded: false)
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder.pathComponents.count > 1 else { throw FileError(path: path) }
    let parent = folder.deletingLastPathComponent()
    guard parent != folder else { throw FileError(path: path) }
    try createFolder(parent)
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileError(path: path) }
  }

  /// Creates an empty file of mode 0600 and its folders, unless the file exists.
  package static func create(_ file: URL) throws(FileError) {
    try createFolder(file.deletingLastPathComponent())
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    close(descriptor)
  }

  /// Replaces a file's content atomically: after a crash it has the old or the new content.
  ///
  /// A file that is not durable may be lost or empty after a power failure.
  package static func replace(
    _ file: URL, with data: Data, isDurable: Bool = true
  ) throws(FileError) {
    try createFolder(file.deletingLastPathComponent())
    let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
    let temporary = path + ".\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    do throws(FileError) {
      defer { close(descriptor) }
      guard write(data, to: descriptor), !isDurable || fsync(descriptor) == 0,
        rename(temporary, path) == 0
      else { throw FileError(path: path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Rewrites a small file in place under an exclusive lock; a missing file counts as empty.
  ///
  /// - Throws: ``FileError``, or what the body throws.
  package static func rewrite(_ file: URL, _ body: (Data) throws -> Data) throws {
    let path = file.path(percentEncoded: false)
    var descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT {
      try create(file)
      descriptor = open(path, O_RDWR | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw FileError(path: path) }
    defer { close(descriptor) }
    fchmod(descriptor, 0o600)
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    let data = try body(FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data())
    guard lseek(descriptor, 0, SEEK_SET) == 0, write(data, to: descriptor),
      ftruncate(descriptor, off_t(data.count)) == 0
    else { throw FileError(path: path) }
  }

  /// Waits until a file's content is on the disk; does nothing if the file does not exist.
  package static func synchronize(_ path: String) throws(FileError) {
    if !FileSync.synchronize(path), errno != ENOENT { throw FileError(path: path) }
  }

  private static func write(_ data: Data, to descriptor: CInt) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
