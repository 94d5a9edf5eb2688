/// A folder through which installations exchange their files, and the key of the files.
///
/// A program like Syncthing or Dropbox carries the folder to other machines, or it is on a network or a
/// removable drive. The folder is never created.
package struct SyncFolder: Sendable {
  package let path: String
  package let key: SyncKey

  package init(path: String, key: SyncKey) {
    self.path = path
    self.key = key
  }

  /// Removes a file, and flushes the folder; does nothing if the file does not exist.
  package func remove(_ file: SyncFile) throws(SyncFolderError) {
    let folder = try FolderHandle(path)
    try folder.remove(file.fileName)
    try folder.flush()
  }
}
