package import Foundation
import Glibc

/// Operations on files that other users cannot read.
///
/// Files are created with mode 0600, folders with mode 0700.
package enum PrivateFile {
  /// Creates a folder and its missing ancestors with mode 0700, unless the folder exists.
  package static func createFolder(_ folder: URL) throws(FileError) {
    let path = folder.path(percentEncoded: false)
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, folder.pathComponents.count > 1 else { throw FileError(path: path) }
    let parent = folder.deletingLastPathComponent()
    guard parent != folder else { throw FileError(path: path) }
    try createFolder(parent)
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileError(path: path) }
  }

  /// Creates an empty file with mode 0600, and the missing folders of its path, unless the file exists.
  package static func create(_ file: URL) throws(FileError) {
    try createFolder(file.deletingLastPathComponent())
    do throws(FileError) {
      try createNew(file)
    } catch {
      guard FileStatus(of: file) != nil else { throw error }
    }
  }

  /// Creates an empty file with mode 0600 in an existing folder.
  ///
  /// - Throws: A ``FileError``, also if the name is in use, even by a symbolic link.
  package static func createNew(_ file: URL) throws(FileError) {
    let path = file.path(percentEncoded: false)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    close(descriptor)
  }

  /// Returns the content of a file, or `nil` if it does not exist.
  ///
  /// The null device is read as an empty file. If there is a maximum size, no more bytes are read.
  ///
  /// - Throws: ``FileError/notAFile(path:)`` for a folder, pipe, socket, or device other than the null
  ///   device, without waiting for data; ``FileError/cannotRead(path:reason:)``.
  package static func read(_ file: URL, maximumSize: Int = .max) throws(FileError) -> Data? {
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
      return try FileHandle(fileDescriptor: descriptor).read(upToCount: maximumSize) ?? Data()
    } catch {
      throw .cannotRead(path: path, reason: .systemError)
    }
  }

  /// Replaces the content of a file atomically: after a crash it has either the old or the new content.
  ///
  /// The content is first written to a temporary file with a random name in the same folder. The temporary
  /// file may be left after a crash, and can be removed with ``removeLeftovers(of:)``.
  ///
  /// - Parameters:
  ///   - file: The file, which need not exist.
  ///   - data: The new content.
  ///   - isDurable: `true` to flush the content and the folder to the disk; otherwise the file may be lost
  ///     or empty after a power failure.
  ///   - followsLink: `true` to replace the target of a symbolic link instead of the link.
  ///   - permissions: The permissions of the file, regardless of the process's mask.
  /// - Throws: A ``FileError``; ``FileError/notAFile(path:)`` for a symbolic link of another user that
  ///   would be followed.
  package static func replace(
    _ file: URL, with data: Data, isDurable: Bool = true, followsLink: Bool = false, permissions: mode_t = 0o600
  ) throws(FileError) {
    if followsLink, FileStatus.isSymlinkOfAnotherUser(file.path(percentEncoded: false)) {
      throw .notAFile(path: file.path(percentEncoded: false))
    }
    let file = followsLink ? file.resolvingSymlinksInPath() : file
    let folder = file.deletingLastPathComponent()
    try createFolder(folder)
    let path = file.path(percentEncoded: false)
    // Another process may remove the temporary file as a leftover before it is locked.
    while try !replace(path, with: data, isDurable: isDurable, permissions) {}
    // Some file systems cannot flush a folder; only errors of the disk are reported, because the file has
    // been replaced already.
    if isDurable, !flushToDisk(folder.path(percentEncoded: false)), [EIO, ENOSPC, EDQUOT].contains(errno) {
      let reason = "the disk has not confirmed the new content: \(String.systemError)"
      throw .cannotWrite(path: path, reason: reason)
    }
  }

  /// Replaces a file atomically with one that a closure writes.
  ///
  /// The closure gets the path of an empty temporary file in the folder of the file; a missing folder is
  /// created. The file may be lost or empty after a power failure.
  ///
  /// - Throws: A ``FileError``, or the error of the closure; in both cases, the file is unchanged.
  package static func replace(_ file: URL, _ write: (_ path: String) async throws -> Void) async throws {
    try createFolder(file.deletingLastPathComponent())
    let path = file.path(percentEncoded: false)
    let (temporary, descriptor) = try openTemporary(for: path)
    defer { close(descriptor) }
    do {
      try await write(temporary)
      guard rename(temporary, path) == 0 else { throw FileError(path: path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Attempts to replace the content of a file.
  ///
  /// - Returns: `false` if another process has removed the temporary file, so that the call must be
  ///   repeated.
  private static func replace(
    _ path: String, with data: Data, isDurable: Bool, _ permissions: mode_t
  ) throws(FileError) -> Bool {
    let (temporary, descriptor) = try openTemporary(for: path)
    defer { close(descriptor) }
    guard fchmod(descriptor, permissions) == 0, write(data, to: descriptor), !isDurable || fsync(descriptor) == 0,
      rename(temporary, path) == 0
    else {
      let error = FileError(path: path)
      if unlink(temporary) != 0, errno == ENOENT { return false }
      throw error
    }
    return true
  }

  /// Creates and locks an empty temporary file with a random name next to a file, with mode 0600.
  private static func openTemporary(for path: String) throws(FileError) -> (path: String, descriptor: CInt) {
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let temporary = path + temporaryInfix + name + temporarySuffix
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    flock(descriptor, LOCK_EX | LOCK_NB)
    return (temporary, descriptor)
  }

  /// The string between the name of the replaced file and the random part in a temporary file's name.
  private static let temporaryInfix = ".filmz-"
  private static let temporarySuffix = ".new"

  /// Removes the temporary files of a file that interrupted calls of
  /// ``replace(_:with:isDurable:followsLink:permissions:)`` have left.
  ///
  /// This includes temporary files of earlier versions, whose names contain the process id. Temporary files
  /// that are in use are locked, and not removed.
  package static func removeLeftovers(of file: URL) {
    let file = FileStatus.isSymlink(file) ? file.resolvingSymlinksInPath() : file
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let path = file.path(percentEncoded: false)
    // `lastPathComponent` takes 0.1 ms at its first call.
    let fileName = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    for name in names where name.hasPrefix(fileName) && isTemporaryEnding(name.dropFirst(fileName.count)) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
  }

  /// Returns whether a folder contains files that may be temporary files of ``removeLeftovers(of:)``.
  package static func mayHaveLeftovers(in folder: URL) -> Bool {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    return names?.contains { $0.hasSuffix(temporarySuffix) } ?? false
  }

  /// Returns whether a file's name followed by an ending is the name of a temporary file.
  private static func isTemporaryEnding(_ ending: Substring) -> Bool {
    guard ending.hasSuffix(temporarySuffix) else { return false }
    let start = ending.dropLast(temporarySuffix.count)
    let processID = start.dropFirst()
    let isOfEarlierVersion = start.first == "." && !processID.isEmpty && processID.allSatisfy(\.isNumber)
    return isOfEarlierVersion || start.hasPrefix(temporaryInfix)
  }

  /// Rewrites a small file in place while holding an exclusive lock on it.
  ///
  /// The closure gets the content of the file, and returns the new content. If the file does not exist, it
  /// is created, and its content is empty. The file must not be a symbolic link. Waits at most one second
  /// for the lock; a file that cannot be locked, because its file system does not support locks, is
  /// rewritten without a lock.
  ///
  /// - Throws: A ``FileError``, `CancellationError`, or any error that the closure throws.
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
    guard FileStatus(descriptor: descriptor)?.isRegular == true else { throw FileError.notAFile(path: path) }
    fchmod(descriptor, 0o600)
    if try FileLock.wait(for: descriptor, timeout: .seconds(1)) == EWOULDBLOCK { throw FileError.locked(path: path) }
    let data = try body(FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data())
    guard lseek(descriptor, 0, SEEK_SET) == 0, write(data, to: descriptor),
      ftruncate(descriptor, off_t(data.count)) == 0
    else { throw FileError(path: path) }
  }

  /// Returns whether a file can be opened but not completely read, such as after an error of the disk.
  ///
  /// Reads the whole file. Returns `false` if the file cannot be opened.
  package static func hasReadError(_ path: String) -> Bool {
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

  /// Flushes the content of a file to the disk; does nothing if the file does not exist.
  package static func flush(_ path: String) throws(FileError) {
    if !flushToDisk(path), errno != ENOENT { throw FileError(path: path) }
  }

  private static func write(_ data: Data, to descriptor: CInt) -> Bool {
    var remainingData = data[...]
    while !remainingData.isEmpty {
      let count = remainingData.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      remainingData = remainingData.dropFirst(count)
    }
    return true
  }
}

/// Flushes the content of a file, or the names in a folder, to the disk.
///
/// - Returns: `false` if the file or folder cannot be opened or flushed; `errno` has the reason.
package func flushToDisk(_ path: String) -> Bool {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return fsync(descriptor) == 0
}
