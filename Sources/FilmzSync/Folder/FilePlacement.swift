import Glibc

/// Ways to give a temporary file its name without replacing another file.
///
/// Each returns 0 or an error number, which is `EEXIST` if the name is in use, even by a symbolic link. The
/// names are those of files in the folder with the given descriptor.
enum FilePlacement {
  private typealias Renameat2 =
    @Sendable @convention(c) (
      _ oldFolder: CInt, _ old: UnsafePointer<CChar>, _ newFolder: CInt,
      _ new: UnsafePointer<CChar>, _ flags: CUnsignedInt
    ) -> CInt

  // Swift's Glibc module does not declare `renameat2`.
  private static let renameat2 = dlsym(nil, "renameat2").map {
    unsafeBitCast($0, to: Renameat2.self)
  }
  /// `RENAME_NOREPLACE` of `linux/fs.h`.
  private static let noReplace: CUnsignedInt = 1

  /// Uses the best way that the file system supports.
  static func place(_ temporary: String, as name: String, in folder: CInt) -> CInt {
    var code = renameExclusively(temporary, as: name, in: folder)
    // `EINVAL`: the file system does not support the flag, such as NFS.
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) else { return code }
    code = link(temporary, as: name, in: folder)
    // `EPERM`: the file system has no hard links, such as FAT.
    guard [EPERM, ENOSYS, EOPNOTSUPP, EACCES].contains(code) else { return code }
    return renameIfAbsent(temporary, as: name, in: folder)
  }

  /// Renames the file with `RENAME_NOREPLACE`.
  static func renameExclusively(_ temporary: String, as name: String, in folder: CInt) -> CInt {
    guard let renameat2 else { return ENOSYS }
    return renameat2(folder, temporary, folder, name, noReplace) == 0 ? 0 : errno
  }

  /// Makes a hard link, and removes the temporary name; a failure to remove it is ignored.
  static func link(_ temporary: String, as name: String, in folder: CInt) -> CInt {
    guard linkat(folder, temporary, folder, name, 0) == 0 else { return errno }
    unlinkat(folder, temporary, 0)
    return 0
  }

  /// Renames the file if the name is not in use.
  ///
  /// A file that another program creates between the check and the renaming is replaced.
  static func renameIfAbsent(_ temporary: String, as name: String, in folder: CInt) -> CInt {
    var status = stat()
    if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return EEXIST }
    guard errno == ENOENT else { return errno }
    return renameat(folder, temporary, folder, name) == 0 ? 0 : errno
  }
}
