package import Foundation
import Glibc

/// An exclusive lock on a folder or on a lock file.
///
/// The lock is advisory (`flock`). It excludes other locks on the same folder or file, in this process and
/// in others. The system releases it when the process exits.
package final class FileLock: Sendable {
  /// The default time to wait for a lock.
  package static let defaultTimeout = Duration.seconds(10)

  /// The descriptor of the open folder or file; negative if the folder could not be opened.
  private let descriptor: CInt

  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Locks a folder without waiting.
  ///
  /// If the folder cannot be locked, because it does not exist or its file system does not support
  /// locks, the returned lock has no effect.
  ///
  /// - Returns: `nil` if another lock on the folder is held.
  package static func tryLock(folder: URL) -> FileLock? {
    let lock = FileLock(opening: folder)
    return lock.lock(LOCK_EX | LOCK_NB) == EWOULDBLOCK ? nil : lock
  }

  /// Locks a file without waiting, and creates it with mode 0600 if it does not exist.
  ///
  /// A lock file must not be removed: a process that opened it before the removal and a process that
  /// creates it again would both acquire the lock.
  ///
  /// - Returns: `nil` if another lock on the file is held, or the file system of the file does not
  ///   support locks.
  /// - Throws: ``FileError`` if the file cannot be opened or created.
  package static func tryLock(file path: String) throws(FileError) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    let lock = FileLock(descriptor: descriptor)
    guard FileStatus(descriptor: descriptor)?.isRegular == true else { throw .notAFile(path: path) }
    return lock.lock(LOCK_EX | LOCK_NB) == 0 ? lock : nil
  }

  /// Runs a closure with a lock on a folder.
  ///
  /// The thread blocks until the lock is acquired. If the folder cannot be locked, the closure runs
  /// without a lock.
  ///
  /// - Throws: ``FileError/locked(path:)`` after the timeout; `CancellationError` if the task is
  ///   cancelled while it waits; any error that the closure throws.
  package static func withLock<Value>(
    _ folder: URL, timeout: Duration = defaultTimeout, _ body: () throws -> Value
  ) throws -> Value {
    let lock = FileLock(opening: folder)
    defer { lock.release() }
    let code = try wait(for: lock.descriptor, timeout: timeout)
    if code == EWOULDBLOCK { throw FileError.locked(path: folder.path(percentEncoded: false)) }
    return try body()
  }

  /// Waits until an open file or folder can be locked, and locks it.
  ///
  /// - Returns: 0 if the lock was acquired; `EWOULDBLOCK` after the timeout; another error number if the
  ///   file or folder cannot be locked.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  static func wait(for descriptor: CInt, timeout: Duration) throws -> CInt {
    let end = ContinuousClock.now.advanced(by: timeout)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK, ContinuousClock.now < end else { return code }
      if Task.isCancelled { throw CancellationError() }
      usleep(5_000)
    }
    return 0
  }

  /// Releases the lock before `deinit` would.
  package func release() { flock(descriptor, LOCK_UN) }

  private convenience init(opening folder: URL) {
    let path = folder.path(percentEncoded: false)
    self.init(descriptor: open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Calls `flock` until no signal interrupts it, and returns 0 or the error number.
  private func lock(_ operation: CInt) -> CInt {
    while flock(descriptor, operation) != 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }
}
