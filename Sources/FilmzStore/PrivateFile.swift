package import Foundation
import Glibc

/// Files and folders that nobody else may read: 0600, in folders of 0700.
package enum PrivateFile {
  /// Makes a folder and those above it that are missing, with mode 0700.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
  package static func createFolder(_ folder: URL) throws(StoreError) {
    let path = folder.path(percentEncoded: false)
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder.pathComponents.count > 1 else { throw failure(path) }
    let parent = folder.deletingLastPathComponent()
    guard parent != folder else { throw failure(path) }
    try createFolder(parent)
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure(path) }
  }

  /// Makes an empty file of mode 0600 with its folders, unless it is there.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
  package static func create(_ file: URL) throws(StoreError) {
    try createFolder(file.deletingLastPathComponent())
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    close(descriptor)
  }

  /// Replaces a file's content in one step; a crash leaves the old or the new one.
  ///
  /// A file that is not durable may be lost or empty after a power cut. Throws
  /// ``StoreError/cannotCreate(path:reason:)``.
  package static func replace(
    _ file: URL, with data: Data, isDurable: Bool = true
  ) throws(StoreError) {
    try createFolder(file.deletingLastPathComponent())
    let path = file.resolvingSymlinksInPath().path(percentEncoded: false)
    let temporary = path + ".\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    do throws(StoreError) {
      defer { close(descriptor) }
      guard write(data, to: descriptor), !isDurable || fsync(descriptor) == 0 else {
        throw failure(path)
      }
      guard rename(temporary, path) == 0 else { throw failure(path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Rewrites a small file in place while no other process does; a missing file counts as empty.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``, or what the body throws.
  package static func rewrite(_ file: URL, _ body: (Data) throws -> Data) throws {
    let path = file.path(percentEncoded: false)
    var descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT {
      try create(file)
      descriptor = open(path, O_RDWR | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    fchmod(descriptor, 0o600)
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    let data = try body(FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data())
    guard lseek(descriptor, 0, SEEK_SET) == 0, write(data, to: descriptor),
      ftruncate(descriptor, off_t(data.count)) == 0
    else { throw failure(path) }
  }

  /// Waits until a file's content is on the disk; a missing file needs no waiting.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
  static func synchronize(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return }
      throw failure(path)
    }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw failure(path) }
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

  private static func failure(_ path: String, _ code: CInt = errno) -> StoreError {
    code == ENOSPC
      ? .diskFull(path: path)
      : .cannotCreate(path: path, reason: String(cString: strerror(code)))
  }
}
