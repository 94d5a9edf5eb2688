import FilmzFiles
import Foundation

/// The path of the file for rows that are not matched.
struct UnmatchedPath {
  /// The path as the user gave it, for messages.
  let name: String
  let url: URL

  /// Creates the path that the user gave; `nil` if there is none.
  ///
  /// - Throws: ``ImportFailure/unmatchedFileExists(path:)``, ``ImportFailure/unmatchedFileIsImported(path:)``,
  ///   ``ImportFailure/notWritten(path:reason:)`` if the path is not that of a file.
  init?(_ request: ImportRequest, expandPath: (String) -> String) throws(ImportFailure) {
    guard let file = request.unmatchedFile else { return nil }
    name = file
    url = URL(filePath: expandPath(file))
    if let reason = url.missingFolder { throw .notWritten(path: file, reason: reason) }
    guard request.replacesUnmatchedFile || !Self.exists(url) else { throw .unmatchedFileExists(path: file) }
    let target = url.resolvingSymlinksInPath().standardizedFileURL
    let isImported = request.paths.contains {
      URL(filePath: expandPath($0)).resolvingSymlinksInPath().standardizedFileURL == target
    }
    guard !isImported else { throw .unmatchedFileIsImported(path: file) }
    var isFolder: ObjCBool = false
    let path = url.path(percentEncoded: false)
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue || path.hasPrefix("/dev/")
    {
      throw .notWritten(path: file, reason: "it is not a file")
    }
  }

  private static func exists(_ url: URL) -> Bool { FileStatus(of: url) != nil }

  /// Writes the file, and then calls a closure that makes the import; the file is kept only if the closure succeeds.
  func write(_ bytes: [UInt8], during body: () async throws -> Void) async throws {
    do {
      try await PrivateFile.replace(url) { path in
        try Data(bytes).write(to: URL(filePath: path))
        try await body()
      }
    } catch let error as FileError {
      throw ImportFailure.notWritten(path: name, reason: error.reason)
    } catch let error as CocoaError {
      throw ImportFailure.notWritten(path: name, reason: error.localizedDescription)
    }
  }
}
