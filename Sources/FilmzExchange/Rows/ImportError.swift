/// A reason why files cannot be imported.
package enum ImportError: Error, Sendable, Hashable {
  /// A file or folder cannot be read; the reason is that of the system, such as `Permission denied`.
  case cannotRead(path: String, reason: String)
  case zip(path: String, ZipReader.Problem)
  /// The archive of filmz cannot be read.
  case archive(path: String, ArchiveReader.Problem)
  /// A part of a JSON file cannot be read, see ``JSONElementReader/Problem/concernsFile``; it may begin on an earlier line.
  case json(path: String, line: Int, JSONElementReader.Problem)
  /// The folder contains more than ``FolderWalk/maximumCount`` files and folders.
  case tooManyFiles(path: String)
  /// The file does not have the format that the user named.
  case otherFormat(path: String, ImportFormat)
}
