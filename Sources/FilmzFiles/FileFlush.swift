import Glibc

/// Flushes files and folders to the disk.
package enum FileFlush {
  /// Flushes the content of a file, or the names in a folder, to the disk.
  ///
  /// - Returns: `false` if the file or folder cannot be opened or flushed; `errno` has the reason.
  package static func flush(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }
}
