import FilmzTerminal
import Foundation

/// Resolves and completes the file paths that users type.
package struct UserPath: Sendable {
  private let environment: [String: String]
  /// The folder to which paths are relative; `nil` is the working directory of the process.
  private let folder: String?

  package init(environment: [String: String], folder: String? = nil) {
    self.environment = environment
    self.folder = folder
  }

  /// Returns a path in which a leading `~` or `~/` is expanded to the user's home folder (`$HOME`), preceded by
  /// ``folder`` if it is relative.
  package func expanded(_ name: String) -> String {
    guard name == "~" || name.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return absolute(name)
    }
    return home + name.dropFirst()
  }

  /// Returns a path, preceded by ``folder`` if it is relative.
  package func absolute(_ path: String) -> String {
    guard let folder, !path.hasPrefix("/"), !path.isEmpty else { return path }
    return folder + "/" + path
  }
}

extension UserPath {
  /// The maximum number of results.
  private static let maximumCompletionCount = 300

  /// Returns the sorted paths that begin with a prefix, and whether some are omitted because there
  /// are too many.
  ///
  /// If `foldersOnly` is `true`, only the folders among the first 300 paths are returned. The paths of folders end
  /// with `/`. Hidden files are included only if the last component of the prefix begins with a dot. Names with
  /// characters that are unsafe to display are not included.
  package func completions(of prefix: String, foldersOnly: Bool) -> (names: [String], isTruncated: Bool) {
    let nameStart = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = String(prefix[..<nameStart])
    let namePrefix = prefix[nameStart...]
    let folderPath = expanded(folder.isEmpty ? "." : folder)
    let fileNames = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
    let matches = fileNames.filter {
      $0.hasPrefix(namePrefix) && ($0.first != "." || namePrefix.first == ".") && $0.sanitizedForTerminal == $0
    }.sorted()
    let paths = matches.prefix(Self.maximumCompletionCount).map {
      folder + $0 + (Self.isFolder("\(folderPath)/\($0)") ? "/" : "")
    }
    return (paths.filter { !foldersOnly || $0.hasSuffix("/") }, matches.count > Self.maximumCompletionCount)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
