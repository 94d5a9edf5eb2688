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
    do throws(FileError) {
      try createNew(file)
    } catch {
      guard FileStatus(of: file) != nil else { throw error }
    }
  }

  /// Creates an empty file of mode 0600 in a folder that exists.
  ///
  /// - Throws: A ``FileError``; if something has the name already, even a symbolic link.
  package static func createNew(_ file: URL) throws(FileError) {
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    close(descriptor)
  }

  /// Returns a file's content; `nil` if there is no file.
  ///
  /// The null device counts as an empty file.
  ///
  /// - Throws: ``FileError/notAFile(path:)`` for a folder, a pipe or a device, which is not waited for;
  ///   ``FileError/cannotRead(path:reason:)``.
  package static func read(_ file: URL) throws(FileError) -> Data? {
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      if errno == ENXIO { throw .notAFile(path: path) }
      throw .cannotRead(path: path, reason: .systemError)
    }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFCHR where status.st_rdev == FileStatus.nullDevice: return Data()
    default: throw .notAFile(path: path)
    }
    do {
      return try FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data()
    } catch {
      throw .cannotRead(path: path, reason: .systemError)
    }
  }

  /// Replaces a file's content atomically: after a crash it has the old or the new content.
  ///
  /// The content is written to a file of a random name beside it first (``removeLeftovers(of:)``).
  ///
  /// - Parameters:
  ///   - file: The file, which need not exist.
  ///   - data: The new content.
  ///   - isDurable: Whether content and name are on the disk at the end; otherwise the file may be
  ///     lost or empty after a power failure.
  ///   - followsLink: Whether a symbolic link stays and its file is replaced; otherwise the link is.
  /// - Throws: A ``FileError``; ``FileError/notAFile(path:)`` for a link of another user.
  package static func replace(
    _ file: URL, with data: Data, isDurable: Bool = true, followsLink: Bool = false
  ) throws(FileError) {
    if followsLink, FileStatus.isForeignLink(file.path(percentEncoded: false)) {
      throw .notAFile(path: file.path(percentEncoded: false))
    }
    let file = followsLink ? file.resolvingSymlinksInPath() : file
    let folder = file.deletingLastPathComponent()
    try createFolder(folder)
    let path = file.path(percentEncoded: false)
    // A program that starts may take the new file for a leftover before it is locked.
    while try !replace(path, with: data, isDurable: isDurable) {}
    // Some file systems refuse this; the name stands all the same.
    if isDurable, !FileSync.synchronize(folder.path(percentEncoded: false)),
      [EIO, ENOSPC, EDQUOT].contains(errno)
    {
      let reason = "the disk has not confirmed the new content: \(String.systemError)"
      throw .cannotCreate(path: path, reason: reason)
    }
  }

  /// Makes one attempt to replace a file's content.
  ///
  /// - Returns: `false` if another program removed the new file.
  private static func replace(
    _ path: String, with data: Data, isDurable: Bool
  ) throws(FileError) -> Bool {
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let temporary = path + leftoverStart + name + leftoverEnd
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    defer { close(descriptor) }
    flock(descriptor, LOCK_EX | LOCK_NB)
    guard write(data, to: descriptor), !isDurable || fsync(descriptor) == 0,
      rename(temporary, path) == 0
    else {
      let error = FileError(path: path)
      if unlink(temporary) != 0, errno == ENOENT { return false }
      throw error
    }
    return true
  }

  /// What stands between the name of a file and the random part of the name of its new content.
  private static let leftoverStart = ".filmz-"
  private static let leftoverEnd = ".new"

  /// Removes what calls of ``replace(_:with:isDurable:followsLink:)`` left that did not end, here or in earlier
  /// versions, whose names had the number of the process.
  package static func removeLeftovers(of file: URL) {
    let file = file.resolvingSymlinksInPath()
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let own = file.lastPathComponent
    for name in names where name.hasPrefix(own) && isLeftover(name.dropFirst(own.count)) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
  }

  private static func isLeftover(_ rest: Substring) -> Bool {
    guard rest.hasSuffix(leftoverEnd) else { return false }
    let start = rest.dropLast(leftoverEnd.count)
    return start.hasPrefix(leftoverStart)
      || (start.first == "." && start.count > 1 && start.dropFirst().allSatisfy(\.isNumber))
  }

  /// Rewrites a small file in place under an exclusive lock; a missing file counts as empty.
  ///
  /// A symbolic link is not followed, and a lock of another process is waited for for a second.
  ///
  /// - Throws: ``FileError``, `CancellationError`, or what the body throws.
  package static func rewrite(_ file: URL, _ body: (Data) throws -> Data) throws {
    let path = file.path(percentEncoded: false)
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    var descriptor = open(path, flags)
    if descriptor < 0, errno == ENOENT {
      try create(file)
      descriptor = open(path, flags)
    }
    guard descriptor >= 0 else { throw FileError(path: path) }
    defer { close(descriptor) }
    guard FileStatus(descriptor: descriptor)?.isRegular == true else {
      throw FileError.notAFile(path: path)
    }
    fchmod(descriptor, 0o600)
    if try FileLock.wait(for: descriptor, timeout: .seconds(1)) == EWOULDBLOCK {
      throw FileError.locked(path: path)
    }
    let data = try body(FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data())
    guard lseek(descriptor, 0, SEEK_SET) == 0, write(data, to: descriptor),
      ftruncate(descriptor, off_t(data.count)) == 0
    else { throw FileError(path: path) }
  }

  /// Whether the disk gives an error for bytes of a file; `false` if the file cannot be opened.
  package static func failsToRead(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var offset = 0
    return withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 8) { buffer in
      while true {
        let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count < 0 }
        offset += count
      }
    }
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
