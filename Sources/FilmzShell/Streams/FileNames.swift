import FilmzTerminal
import Foundation

/// The files that a path may mean, for completion.
package enum FileNames {
  /// Files of one answer.
  private static let limit = 300

  /// Paths that begin as typed, in order, and whether there are more of them.
  ///
  /// Folders have a `/` at their end; hidden files stand there only where asked for, and those with
  /// signs that a terminal obeys never.
  package static func matching(
    _ typed: String, foldersOnly: Bool, environment: [String: String]
  ) -> (names: [String], isCut: Bool) {
    let split = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<split])
    let name = typed[split...]
    let place = UserPath.expanded(folder.isEmpty ? "." : folder, environment: environment)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    let found = files.filter {
      $0.hasPrefix(name) && ($0.first != "." || name.first == ".") && $0.sanitizedForTerminal == $0
    }.sorted()
    let names = found.prefix(limit).map { folder + $0 + (isFolder("\(place)/\($0)") ? "/" : "") }
    return (names.filter { !foldersOnly || $0.hasSuffix("/") }, found.count > limit)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
