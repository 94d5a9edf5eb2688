import Glibc

/// Waits until written data is on the disk.
package enum FileSync {
  /// Waits until the content of a file, or the names in a folder, are on the disk.
  ///
  /// - Returns: `false` if the path cannot be opened or synchronized; `errno` has the reason.
  package static func synchronize(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}
