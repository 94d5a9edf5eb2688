package import FilmzFiles

/// An error in reading files from a folder or a server, or in writing them.
package enum SyncCarrierError: Error, Hashable {
  /// The folder does not exist, such as on a drive that is not mounted.
  case missing(path: String)
  /// The folder contains no files of filmz although there were some.
  ///
  /// This is also the state of the folder at which a drive will be mounted.
  case emptied(path: String)
  /// The server has no schema of filmz, or the user has no rights to it.
  case noSchema(path: String)
  /// Files in the folder, such as this one, need another key.
  case wrongKey(path: String, file: String)
  /// Files, such as this one, have a version of the format that is not read any more.
  case olderVersion(path: String, file: String)
  /// Something else is in the place of the folder.
  case notAFolder(path: String)
  case unreadable(path: String, reason: String)
  /// A file in the folder could not be created, written, or removed.
  case cannotWrite(path: String, reason: String)
  /// The disk is full, or the user's part of it.
  case full(path: String)
  /// A file, or something else, has the name of the file to be written.
  case exists(SyncFile)
  /// The content is too large for one file, or has too many changes.
  case contentTooLarge
  /// Files can be neither encrypted nor decrypted, because libcrypto cannot be used.
  case noLibrary(SystemLibraryError)
  /// The step of the change with this id is not in the content.
  case stepMissing(change: String)
}
