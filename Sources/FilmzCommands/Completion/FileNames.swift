import Foundation

/// The files that a path may mean.
enum FileNames {
  /// Paths that begin as typed, in order; folders with a `/` at their end, hidden ones only where asked for.
  static func matching(_ typed: String, foldersOnly: Bool) -> [String] {
    let split = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<split])
    let name = typed[split...]
    let place = folder.isEmpty ? "." : NSString(string: folder).expandingTildeInPath
    let files = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return files.filter { $0.hasPrefix(name) && ($0.first != "." || name.first == ".") }
      .map { folder + $0 + (isFolder(place + "/" + $0) ? "/" : "") }
      .filter { !foldersOnly || $0.hasSuffix("/") }
      .filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
      .sorted()
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
