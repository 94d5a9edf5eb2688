import FilmzTerminal
import Foundation

/// Completes file paths.
package enum FileNameCompletion {
  /// The maximum number of results.
  private static let maximumCount = 300

  /// Returns the sorted paths that begin with a prefix, and whether some are omitted because there
  /// are too many.
  ///
  /// If `foldersOnly` is `true`, only those of the first 300 paths that are folders are returned.
  /// The paths of folders end with `/`. Hidden files are included only if the last component of the
  /// prefix begins with a dot. Names with characters that are unsafe to display are not included.
  package static func matching(
    _ prefix: String, foldersOnly: Bool, userPath: UserPath
  ) -> (names: [String], isTruncated: Bool) {
    let nameStart = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = String(prefix[..<nameStart])
    let namePrefix = prefix[nameStart...]
    let folderPath = userPath.expanded(folder.isEmpty ? "." : folder)
    let fileNames = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
    let matches = fileNames.filter {
      $0.hasPrefix(namePrefix) && ($0.first != "." || namePrefix.first == ".")
        && $0.sanitizedForTerminal == $0
    }.sorted()
    let paths = matches.prefix(maximumCount).map {
      folder + $0 + (isFolder("\(folderPath)/\($0)") ? "/" : "")
    }
    return (paths.filter { !foldersOnly || $0.hasSuffix("/") }, matches.count > maximumCount)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
