package import Foundation
import Glibc

/// The status of a file or folder.
package struct FileStatus: Sendable, Equatable {
  package let identity: FileIdentity
  package let bytes: Int
  /// Permission bits such as `0o600`, without the file type.
  package let mode: UInt32
  /// When the content was changed last, in nanoseconds since 1970; wraps around after 2262.
  package let modificationTime: Int
  /// Whether it is a file, and no folder, pipe, socket or device.
  package let isRegular: Bool

  /// The status of a file or folder; symbolic links are followed.
  ///
  /// Returns `nil` if no file exists or its status cannot be read.
  package init?(of file: URL) {
    self.init(path: file.path(percentEncoded: false))
  }

  /// The status of the file or folder with a path; as ``init(of:)``.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of an open file.
  init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The number of `/dev/null` (Linux allocated devices).
  static let nullDevice: dev_t = 0x103

  private init(_ status: stat) {
    identity = FileIdentity(status)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    bytes = Int(status.st_size)
    mode = status.st_mode & 0o7777
    modificationTime = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }

  /// Returns the path of the file that a symbolic link leads to, or the path itself if it is none or
  /// leads nowhere.
  package static func target(of path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let target = realpath(path, nil)
    else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Whether a path is a symbolic link of another user than this one and root.
  package static func isForeignLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      && status.st_uid != geteuid() && status.st_uid != 0
  }

  /// Whether both are of the same file and it was not written in between.
  package func hasSameContent(as other: FileStatus) -> Bool {
    identity == other.identity && bytes == other.bytes
      && modificationTime == other.modificationTime
  }

  /// Whether other users may read, write or run it.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }

  /// The permission bits as four octal digits.
  package var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether files can be created in a folder, or in the closest existing folder above it.
  package static func canWrite(in folder: URL) -> Bool {
    let path = nearest(folder)
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && access(path, W_OK | X_OK) == 0
  }

  /// Free bytes in the file system of a folder, which need not exist; `nil` if they are unknown.
  package static func freeBytes(at folder: URL) -> Int? {
    var status = statvfs()
    // A file system that does not tell its size has no blocks at all.
    guard statvfs(nearest(folder), &status) == 0, status.f_blocks > 0 else { return nil }
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? Int.max : Int(clamping: bytes.partialValue)
  }

  /// The folder, or the closest existing one above it.
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
