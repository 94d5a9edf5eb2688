import Glibc

/// A folder through which installations exchange their files, and the key of the files.
///
/// A program like Syncthing or Dropbox copies the folder to other machines, or the folder is on a network drive or a
/// removable drive. filmz never creates the folder.
package struct SyncFolder: SyncCarrier {
  package let path: String
  package let key: SyncKey
  package let changesPerFile = 25_000
  package let maximumFileCount = 64

  package init(path: String, key: SyncKey) {
    (self.path, self.key) = (path, key)
  }

  package func removeAll(own files: [SyncFileName]) throws(SyncCarrierError) { for file in files { try remove(file) } }

  /// Removes a file, and flushes the folder; does nothing if the file does not exist.
  package func remove(_ file: SyncFileName) throws(SyncCarrierError) {
    let folder = try FolderHandle(path)
    try folder.remove(file.fileName)
    try folder.flush()
  }
}

extension SyncFolder {
  /// Lists the files in the folder, with the status of each file of filmz.
  ///
  /// - Parameter expectsFiles: `true` if the folder had files of filmz the last time. The mount point of a drive
  ///   exists without the drive as well, usually empty.
  /// - Returns: The files, and the numbers of other files.
  /// - Throws: ``SyncCarrierError/missing(path:)``, ``SyncCarrierError/notAFolder(path:)``,
  ///   ``SyncCarrierError/unreadable(path:reason:)``, or, if files are expected and there are none,
  ///   ``SyncCarrierError/emptied(path:)``.
  package func list(expectsFiles: Bool = false) throws(SyncCarrierError) -> SyncFileListing {
    let folder = try FolderHandle(path)
    var stamps: [SyncFileName: String] = [:]
    var conflictCopies = 0
    var otherFiles = 0
    for name in try folder.names() {
      if let file = name.flatMap(SyncFileName.init(fileName:)) {
        // A file that was removed after the names were read is left out.
        guard let status = try folder.status(of: file.fileName) else { continue }
        stamps[file] = SyncFileListing.stamp(status)
      } else if name?.hasPrefix(".") != true {
        if name?.hasSuffix(SyncFileName.suffix) == true { conflictCopies += 1 } else { otherFiles += 1 }
      }
    }
    if expectsFiles, stamps.isEmpty { throw .emptied(path: path) }
    return SyncFileListing(stamps: stamps, conflictCopies: conflictCopies, otherFiles: otherFiles)
  }
}

extension SyncFileListing {
  fileprivate static func stamp(_ status: stat) -> String {
    let time = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    return stamp(size: Int(status.st_size), time: time, inode: UInt64(status.st_ino))
  }
}

// Functions that give a temporary file its final name without replacing another file. Each returns 0 or an error
// number, which is `EEXIST` if the name is in use, even by a symbolic link. The names are those of files in the folder
// with the given descriptor.
extension SyncFolder {
  private typealias Renameat2 =
    @Sendable @convention(c) (
      _ oldFolder: CInt, _ old: UnsafePointer<CChar>, _ newFolder: CInt,
      _ new: UnsafePointer<CChar>, _ flags: CUnsignedInt
    ) -> CInt

  // Swift's Glibc module does not declare `renameat2`.
  private static let renameat2 = dlsym(nil, "renameat2").map { unsafeBitCast($0, to: Renameat2.self) }
  /// `RENAME_NOREPLACE` of `linux/fs.h`.
  private static let noReplace: CUnsignedInt = 1

  /// Renames the file in the safest way that the file system supports.
  static func rename(_ temporary: String, as name: String, in folder: CInt) -> CInt {
    var code = renameExclusively(temporary, as: name, in: folder)
    // `EINVAL`: the file system, such as NFS, does not support the flag.
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) else { return code }
    code = link(temporary, as: name, in: folder)
    // `EPERM`: the file system, such as FAT, has no hard links.
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
  /// Replaces a file that another program creates between the check and the renaming.
  static func renameIfAbsent(_ temporary: String, as name: String, in folder: CInt) -> CInt {
    var status = stat()
    if fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return EEXIST }
    guard errno == ENOENT else { return errno }
    return renameat(folder, temporary, folder, name) == 0 ? 0 : errno
  }
}

/// The files of a carrier, without their content.
package struct SyncFileListing: Sendable, Equatable {
  /// The stamps of the files: size, modification time, inode, and the version of the format that this filmz reads.
  ///
  /// A stamp changes if the file is replaced, or if a filmz with another version of the format lists it.
  package let stamps: [SyncFileName: String]
  /// The number of files whose name has the suffix of filmz's files but another form.
  ///
  /// Most are copies that programs such as Dropbox and Syncthing make of two files with the same name:
  /// `… (conflicted copy).filmzsync`, `….sync-conflict-….filmzsync`.
  package let conflictCopies: Int
  /// The number of other files and folders, without hidden ones.
  package let otherFiles: Int

  /// The files of all installations, in order.
  package var files: [SyncFileName] { stamps.keys.sorted() }

  /// Returns the stamp of a file.
  ///
  /// `size` is in bytes, and `time` is that of the last change in nanoseconds. On a server, `size` is the number of
  /// rows, and `time` is that of the creation in microseconds.
  static func stamp(size: Int, time: Int, inode: UInt64) -> String {
    "\(size) \(time) \(inode) \(SyncFileHeader.currentVersion)"
  }
}
