import Glibc

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
