package import Foundation
import Glibc

/// Distinguishes a file from every other file, including one that replaces it.
package struct FileIdentity: Sendable, Hashable {
  /// The number of the file system; it may be another one after a reboot.
  package let device: UInt64
  /// The number of the file in its file system; it may be reused after the file was removed.
  package let inode: UInt64

  /// The identity of a file or folder; symbolic links are followed.
  ///
  /// Returns `nil` if no file exists or its status cannot be read; `errno` has the reason.
  package init?(of file: URL) { self.init(path: file.path(percentEncoded: false)) }

  /// The identity of the file or folder with a path; as ``init(of:)``.
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
