import Glibc

/// A folder through which installations exchange their files, and the key of the files.
///
/// A program like Syncthing or Dropbox carries the folder to other machines, or it is on a network or a
/// removable drive. The folder is never created.
package struct SyncFolder: SyncCarrier {
  package let path: String
  package let key: SyncKey
  package let changesPerFile = 25_000
  package let maximumFileCount = 64

  package init(path: String, key: SyncKey) {
    self.path = path
    self.key = key
  }

  package func removeAll(own files: [SyncFile]) throws(SyncCarrierError) {
    for file in files { try remove(file) }
  }

  /// Removes a file, and flushes the folder; does nothing if the file does not exist.
  package func remove(_ file: SyncFile) throws(SyncCarrierError) {
    let folder = try FolderHandle(path)
    try folder.remove(file.fileName)
    try folder.flush()
  }
}

/// What a folder contains, without the content of the files.
package struct SyncFolderListing: Sendable, Equatable {
  /// A file with the name of a file that filmz writes.
  ///
  /// Another size, modification time, or inode means that the content may be different.
  package struct Entry: Sendable, Hashable {
    package let file: SyncFile
    /// The size in bytes.
    package let size: Int
    /// In nanoseconds since 1970; overflows after 2262.
    package let modificationTime: Int
    package let inode: UInt64

    /// What differs if the file was replaced, or was read by a filmz with another version of the format.
    var stamp: String { "\(size) \(modificationTime) \(inode) \(SyncFileHeader.currentVersion)" }
  }

  /// The files of all installations, in order.
  package let entries: [Entry]
  /// The number of files with another name that ends like those of filmz.
  ///
  /// These are mostly copies, which programs make that carry the folder, when they find two files of the
  /// same name: `… (conflicted copy).filmzsync`, `….sync-conflict-….filmzsync`.
  package let conflictCopies: Int
  /// The number of other files and folders, without hidden ones.
  package let foreign: Int
}

extension SyncFolder {
  /// Lists the files in the folder.
  ///
  /// Reads the folder once, and the status of each file.
  ///
  /// - Parameter expectsFiles: `true` if the folder had files of filmz the last time. The folder at which
  ///   a drive is mounted exists without the drive as well, usually empty.
  /// - Returns: The files, and the numbers of other files.
  /// - Throws: ``SyncCarrierError/missing(path:)``, ``SyncCarrierError/notAFolder(path:)``,
  ///   ``SyncCarrierError/unreadable(path:reason:)``, or, if files are expected and there are none,
  ///   ``SyncCarrierError/emptied(path:)``.
  package func list(expectsFiles: Bool = false) throws(SyncCarrierError) -> SyncFolderListing {
    let folder = try FolderHandle(path)
    var entries: [SyncFolderListing.Entry] = []
    var conflictCopies = 0
    var foreign = 0
    for name in try folder.names() {
      if let file = name.flatMap(SyncFile.init(fileName:)) {
        // A file that was removed since the folder was read is left out.
        guard let status = try folder.status(of: file.fileName) else { continue }
        entries.append(SyncFolderListing.Entry(file, status))
      } else if name?.hasPrefix(".") != true {
        if name?.hasSuffix(SyncFile.suffix) == true { conflictCopies += 1 } else { foreign += 1 }
      }
    }
    if expectsFiles, entries.isEmpty { throw .emptied(path: path) }
    return SyncFolderListing(
      entries: entries.sorted { $0.file < $1.file }, conflictCopies: conflictCopies,
      foreign: foreign)
  }
}

extension SyncFolderListing.Entry {
  fileprivate init(_ file: SyncFile, _ status: stat) {
    self.file = file
    size = Int(status.st_size)
    modificationTime = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    inode = UInt64(status.st_ino)
  }
}

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
