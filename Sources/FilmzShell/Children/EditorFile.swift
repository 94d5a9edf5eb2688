import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// The file that an editor gets, in a folder of its own that nobody else may enter.
///
/// The folder also takes what editors put beside a file: copies, and traces of what was typed. It is
/// locked as long as the value lives.
struct EditorFile: Sendable {
  private static let start = "edit-"
  /// The text that the editor got, by which a text that was written is told from it.
  private static let original = "original"

  private let folder: URL
  private let content: Data
  private let lock: FileLock

  /// Makes the file below a folder; a text that is not empty ends with a line break in it.
  ///
  /// - Throws: A `StoreError`.
  init(in parent: URL, holding text: String) throws {
    try mapFileErrors(PrivateFile.createFolder(parent))
    content = Data((text.isEmpty || text.last?.isNewline == true ? text : text + "\n").utf8)
    (folder, lock) = try Self.makeFolder(in: parent)
    let original = folder.appending(path: Self.original)
    try mapFileErrors(PrivateFile.replace(original, with: content, isDurable: false))
    try mapFileErrors(PrivateFile.replace(file, with: content, isDurable: false))
  }

  /// Makes a folder that is locked; a program that starts may remove it before it is.
  private static func makeFolder(in parent: URL) throws -> (URL, FileLock) {
    while true {
      let name = start + String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let folder = parent.appending(path: name)
      try mapFileErrors(PrivateFile.createFolder(folder))
      if let lock = FileLock.tryLock(folder: folder), FileIdentity(of: folder) != nil {
        return (folder, lock)
      }
    }
  }

  var path: String { file.path(percentEncoded: false) }

  /// What the file holds now; nothing where it is gone, or no UTF-8.
  func text() -> String? {
    (try? Data(contentsOf: file)).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// Whether something was written that would be lost.
  var isChanged: Bool {
    guard let data = try? Data(contentsOf: file) else { return false }
    return !data.isEmpty && data != content
  }

  /// Takes the file away, with all that the editor left beside it.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Gives the folder a name under which it stays.
  ///
  /// - Returns: The path of the text.
  func keep() -> String {
    (Self.keep(folder) ?? folder).appending(path: Self.name).path(percentEncoded: false)
  }

  /// Renames a folder, and removes what the editor got; returns `nil` if it cannot be renamed.
  private static func keep(_ folder: URL) -> URL? {
    try? FileManager.default.removeItem(at: folder.appending(path: original))
    let name = "kept-" + folder.lastPathComponent.dropFirst(start.count)
    let kept = folder.deletingLastPathComponent().appending(path: name)
    return (try? FileManager.default.moveItem(at: folder, to: kept)) == nil ? nil : kept
  }

  private var file: URL { folder.appending(path: Self.name) }

  private static let name = "note.txt"

  // MARK: - After a kill

  /// Removes folders of programs that were killed, unless somebody wrote in them.
  ///
  /// A folder in which something was written gets a name that begins with `kept-`.
  ///
  /// - Returns: The folders that were renamed now.
  static func removeLeftovers(in parent: URL) -> [URL] {
    let path = parent.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasPrefix(start) }.compactMap { name in
      let folder = parent.appending(path: name)
      guard let lock = FileLock.tryLock(folder: folder) else { return nil }
      defer { lock.release() }
      if !isWritten(folder) {
        try? FileManager.default.removeItem(at: folder)
        return nil
      }
      return keep(folder)
    }
  }

  /// Whether an editor left something beside the text, or changed it.
  private static func isWritten(_ folder: URL) -> Bool {
    let path = folder.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard Set(names).isSubset(of: [original, name]) else { return true }
    guard let text = try? Data(contentsOf: folder.appending(path: name)), !text.isEmpty else {
      return false
    }
    return text != (try? Data(contentsOf: folder.appending(path: original)))
  }
}
