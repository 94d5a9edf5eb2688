import FilmzDomain
import FilmzFiles
import Foundation

/// The path of the file for rows that are not matched.
struct UnmatchedPath {
  private static let suffix = "-unmatched"

  /// The path as messages show it.
  let name: String
  let url: URL

  /// Returns the path that the user gave, or a name made from the first path of the import that is not in use.
  ///
  /// - Throws: ``ImportFailure/unmatchedFileExists(path:)`` if the given file exists and must not be replaced.
  init(_ request: ImportRequest, expandPath: (String) -> String) throws(ImportFailure) {
    if let file = request.unmatchedFile {
      name = file
      url = URL(filePath: expandPath(file))
      guard request.replacesUnmatchedFile || !Self.exists(url) else {
        throw .unmatchedFileExists(path: file)
      }
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
      return
    }
    let base = Self.baseName(of: request.paths.first ?? "")
    var number = 1
    var name = "\(base)\(Self.suffix).csv"
    while Self.exists(URL(filePath: expandPath(name))) {
      number += 1
      name = "\(base)\(Self.suffix)-\(number).csv"
    }
    self.name = name
    url = URL(filePath: expandPath(name))
  }

  /// Returns the name of a file without its extension, and without what an earlier import added to it.
  private static func baseName(of path: String) -> String {
    let name = URL(filePath: path).standardizedFileURL.deletingPathExtension().lastPathComponent
    let base = name.firstRange(of: suffix).map { String(name[..<$0.lowerBound]) } ?? name
    return base.isEmpty || base == "/" ? "import" : base
  }

  private static func exists(_ url: URL) -> Bool {
    FileStatus(of: url) != nil
  }

  /// Writes the file while the import is made: it is there only if the closure succeeds.
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
