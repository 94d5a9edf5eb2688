import Glibc

/// Flushes written data to the disk.
package enum FileSync {
  /// Flushes the content of a file, or the names in a folder, to the disk.
  ///
  /// - Returns: `false` if the path cannot be opened or synchronized; `errno` has the reason.
  package static func synchronize(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}
