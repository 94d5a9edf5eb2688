package import Foundation
import Glibc

/// The device and inode of a file, which distinguish it from all other existing files.
package struct FileIdentity: Sendable, Hashable {
  /// The device number of the file system, which may change when the computer restarts.
  package let device: UInt64
  /// The number of the file in its file system, which may be reused after the file has been removed.
  package let inode: UInt64

  /// Reads the identity of a file or folder; symbolic links are followed.
  ///
  /// Returns `nil` if the file does not exist or its status cannot be read; `errno` has the reason.
  package init?(of file: URL) { self.init(path: file.path(percentEncoded: false)) }

  /// Reads the identity of the file or folder at a path, like ``init(of:)``.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
