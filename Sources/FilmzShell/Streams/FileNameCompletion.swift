import FilmzTerminal
import Foundation

/// Completes file paths.
package enum FileNameCompletion {
  /// The maximum number of results.
  private static let maximumCount = 300

  /// Returns the sorted paths that begin with a prefix, and whether there are too many to return
  /// all.
  ///
  /// The paths of folders end with `/`. Hidden files are included only if the prefix asks for them,
  /// and names with control characters never.
  package static func matching(
    _ prefix: String, foldersOnly: Bool, environment: [String: String]
  ) -> (names: [String], isTruncated: Bool) {
    let nameStart = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = String(prefix[..<nameStart])
    let name = prefix[nameStart...]
    let path = UserPath.expanded(folder.isEmpty ? "." : folder, environment: environment)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let matches = files.filter {
      $0.hasPrefix(name) && ($0.first != "." || name.first == ".") && $0.sanitizedForTerminal == $0
    }.sorted()
    let paths = matches.prefix(maximumCount).map {
      folder + $0 + (isFolder("\(path)/\($0)") ? "/" : "")
    }
    return (paths.filter { !foldersOnly || $0.hasSuffix("/") }, matches.count > maximumCount)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
