import Foundation
import Glibc

/// Keeps other processes out of a folder's files while they are made or migrated.
enum FolderLock {
  /// Does something while no other process holds the folder; a folder that is not there is not held.
  ///
  /// The lock is advisory (`flock`), and goes with the process however that ends.
  static func with<Value>(_ folder: URL, _ body: () throws -> Value) rethrows -> Value {
    let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0 { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }
    return try body()
  }
}
