package import Foundation
import Glibc

/// An exclusive lock on a folder or on a lock file.
///
/// The lock is advisory (`flock`). It excludes other processes and other locks of the same process,
/// and it ends with the process at the latest.
package final class FileLock: Sendable {
  /// How long a lock is waited for.
  package static let defaultTimeout = Duration.seconds(10)

  /// Negative if the folder could not be opened.
  private let descriptor: CInt

  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Locks a folder without waiting.
  ///
  /// A folder that cannot be locked, because it does not exist or its file system has no locks, can
  /// still be written; the returned lock has no effect then.
  ///
  /// - Returns: `nil` if another lock on the folder is held.
  package static func tryLock(folder: URL) -> FileLock? {
    let lock = FileLock(opening: folder)
    return lock.lock(LOCK_EX | LOCK_NB) == EWOULDBLOCK ? nil : lock
  }

  /// Locks a file without waiting, and creates it with mode 0600 if it does not exist.
  ///
  /// The file is never removed: a process that waits for the removed file and one that creates it
  /// anew would both get the lock.
  ///
  /// - Returns: `nil` if another lock on the file is held.
  package static func tryLock(file path: String) throws(FileError) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path) }
    let lock = FileLock(descriptor: descriptor)
    return lock.lock(LOCK_EX | LOCK_NB) == 0 ? lock : nil
  }

  /// Runs a closure while no other lock on the folder is held.
  ///
  /// The thread waits for the lock. If the folder cannot be locked, the closure is run without a lock.
  ///
  /// - Throws: ``FileError/locked(path:)`` after the timeout; `CancellationError` if the task is
  ///   cancelled before; what the closure throws.
  package static func withLock<Value>(
    _ folder: URL, timeout: Duration = defaultTimeout, _ body: () throws -> Value
  ) throws -> Value {
    let lock = FileLock(opening: folder)
    defer { lock.release() }
    let code = try wait(for: lock.descriptor, timeout: timeout)
    if code == EWOULDBLOCK { throw FileError.locked(path: folder.path(percentEncoded: false)) }
    return try body()
  }

  /// Locks an open file for this process, and waits for that.
  ///
  /// - Returns: 0; `EWOULDBLOCK` after the timeout; another error number if it cannot be locked.
  /// - Throws: `CancellationError`.
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

  /// Releases the lock before the value is destroyed.
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
