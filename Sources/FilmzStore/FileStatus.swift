package import Foundation
import Glibc

/// What the file system says of a file or folder.
package struct FileStatus: Sendable, Equatable {
  package let bytes: Int
  /// Rights as `0600`, without the file's kind.
  package let mode: UInt32

  /// The status of a file, or nothing where there is none.
  package init?(of file: URL) {
    var status = stat()
    guard stat(file.path(percentEncoded: false), &status) == 0 else { return nil }
    bytes = Int(status.st_size)
    mode = status.st_mode & 0o7777
  }

  /// Whether others than the owner may read or write it.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }

  /// The rights as four octal digits.
  package var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether files can be made in a folder, or in what would hold it where it is not there yet.
  package static func canWrite(in folder: URL) -> Bool {
    let path = nearest(folder)
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && access(path, W_OK | X_OK) == 0
  }

  /// Bytes that are free where a folder is or would be, or nothing where nobody knows.
  package static func freeBytes(at folder: URL) -> Int? {
    var status = statvfs()
    guard statvfs(nearest(folder), &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// The folder, or the closest one above it where nothing is in its place yet.
  private static func nearest(_ folder: URL) -> String {
    var folder = folder
    var status = stat()
    while lstat(folder.path(percentEncoded: false), &status) != 0, errno == ENOENT,
      folder.pathComponents.count > 1
    {
      folder = folder.deletingLastPathComponent()
    }
    return folder.path(percentEncoded: false)
  }
}
