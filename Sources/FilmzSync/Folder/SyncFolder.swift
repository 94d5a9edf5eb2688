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
