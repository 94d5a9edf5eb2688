package import Foundation
import Glibc

/// The status of a file or folder.
package struct FileStatus: Sendable, Equatable {
  package let identity: FileIdentity
  package let bytes: Int
  /// Permission bits such as `0o600`, without the file type.
  package let mode: UInt32
  /// The time of the last change of the content, in nanoseconds since 1970; overflows after 2262.
  package let modificationTime: Int
  /// `true` for a file, `false` for a folder, pipe, socket, or device.
  package let isRegular: Bool

  /// Reads the status of a file or folder; symbolic links are followed.
  ///
  /// Returns `nil` if the file does not exist or its status cannot be read.
  package init?(of file: URL) { self.init(path: file.path(percentEncoded: false)) }

  /// Reads the status of the file or folder at a path, like ``init(of:)``.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the status of an open file.
  init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The device number of `/dev/null`: major number 1, minor number 3.
  ///
  /// Source: Linux, `admin-guide/devices.txt`.
  static let nullDevice: dev_t = 0x103

  private init(_ status: stat) {
    identity = FileIdentity(status)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    bytes = Int(status.st_size)
    mode = status.st_mode & 0o7777
    modificationTime = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }

  /// Returns the target of a symbolic link with all links resolved, or the path itself.
  ///
  /// The path itself is returned if it is not a symbolic link, or its target does not exist or cannot be
  /// resolved.
  package static func target(of path: String) -> String {
    guard ownerOfSymlink(path) != nil, let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Returns whether a file is a symbolic link.
  static func isSymlink(_ file: URL) -> Bool { ownerOfSymlink(file.path(percentEncoded: false)) != nil }

  /// Returns whether a path is a symbolic link whose owner is neither the current user nor root.
  package static func isSymlinkOfAnotherUser(_ path: String) -> Bool {
    guard let owner = ownerOfSymlink(path) else { return false }
    return owner != geteuid() && owner != 0
  }

  /// Returns the user that owns a symbolic link; `nil` if the path is not one.
  private static func ownerOfSymlink(_ path: String) -> uid_t? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    return status.st_uid
  }

  /// Returns whether both statuses have the same identity, size, and modification time.
  ///
  /// In this case the content of the file has most likely not changed from one status to the other.
  package func indicatesSameContent(as other: FileStatus) -> Bool {
    identity == other.identity && bytes == other.bytes && modificationTime == other.modificationTime
  }

  /// `true` if other users have any permission.
  package var isOpenToOthers: Bool { mode & 0o077 != 0 }

  /// The permission bits as four octal digits.
  package var modeText: String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns whether files can be created in a folder or, if it does not exist, in its closest existing
  /// ancestor.
  package static func canWrite(in folder: URL) -> Bool {
    let path = closestExistingPath(folder)
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && access(path, W_OK | X_OK) == 0
  }

  /// Returns the number of bytes that are available in the file system of a folder.
  ///
  /// The folder need not exist. Returns `nil` if the number is unknown.
  package static func freeBytes(at folder: URL) -> Int? {
    var status = statvfs()
    // A file system that does not report its size reports zero blocks.
    guard statvfs(closestExistingPath(folder), &status) == 0, status.f_blocks > 0 else { return nil }
    let bytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return bytes.overflow ? Int.max : Int(clamping: bytes.partialValue)
  }

  /// Returns the path of a folder or, if it does not exist, of its closest existing ancestor.
  private static func closestExistingPath(_ folder: URL) -> String {
    var folder = folder
    var status = stat()
    while lstat(folder.path(percentEncoded: false), &status) != 0, errno == ENOENT, folder.pathComponents.count > 1 {
      folder = folder.deletingLastPathComponent()
    }
    return folder.path(percentEncoded: false)
  }
}

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
    guard let status = FileStatus(path: path) else { return nil }
    self = status.identity
  }

  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}

// The creation time of files, which is read with `statx(2)`.
//
// Swift's Glibc module does not declare `statx`, so the function is looked up by name. The size and the
// offsets are those of `struct statx` in `linux/stat.h`, which are the same on all architectures.
extension FileStatus {
  private typealias Statx =
    @Sendable @convention(c) (
      _ folder: CInt, _ path: UnsafePointer<CChar>, _ flags: CInt, _ mask: UInt32, _ status: UnsafeMutableRawPointer
    ) -> CInt

  private static let statx = dlsym(nil, "statx").map { unsafeBitCast($0, to: Statx.self) }
  /// `STATX_BTIME`: in the mask, requests the creation time; in the first field of the result, indicates that it is
  /// known.
  private static let birthTimeFlag: UInt32 = 0x800
  private static let statusSize = 256
  private static let secondsOffset = 80
  private static let nanosecondsOffset = 88

  /// Returns the creation time of a file in nanoseconds since 1970, or 0 if it is unknown.
  package static func birthTime(_ path: String) -> Int64 {
    withUnsafeTemporaryAllocation(byteCount: statusSize, alignment: 8) { status in
      guard let statx, let start = status.baseAddress, statx(AT_FDCWD, path, 0, birthTimeFlag, start) == 0,
        status.load(as: UInt32.self) & birthTimeFlag != 0
      else { return 0 }
      let seconds = status.load(fromByteOffset: secondsOffset, as: Int64.self)
      let nanoseconds = status.load(fromByteOffset: nanosecondsOffset, as: UInt32.self)
      // The result overflows after 2262, which is harmless because times are only compared.
      return seconds &* 1_000_000_000 &+ Int64(nanoseconds)
    }
  }
}
