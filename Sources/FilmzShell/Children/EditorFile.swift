import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// The file that is opened in an editor, in a folder of its own that only the user can access.
///
/// The folder also contains files that editors create next to it, such as backups and swap files.
/// It is locked until the value is released.
struct EditorFile: Sendable {
  private static let folderPrefix = "edit-"
  /// The name of a copy of the original text, which shows whether the text was changed.
  private static let originalName = "original"

  private let folder: URL
  private let content: Data
  private let lock: FileLock

  /// Creates the file in a new subfolder of `parent`.
  ///
  /// A line break is appended to a text that is not empty and does not end with one.
  ///
  /// - Throws: A `StoreError`.
  init(in parent: URL, holding text: String) throws {
    try mapFileErrors(PrivateFile.createFolder(parent))
    content = Data((text.isEmpty || text.last?.isNewline == true ? text : text + "\n").utf8)
    (folder, lock) = try Self.createFolder(in: parent)
    let original = folder.appending(path: Self.originalName)
    try mapFileErrors(PrivateFile.replace(original, with: content, isDurable: false))
    try mapFileErrors(PrivateFile.replace(file, with: content, isDurable: false))
  }

  /// Creates and locks a folder.
  ///
  /// Tries again if another process, in `removeLeftovers(in:)`, removes the folder before it is
  /// locked.
  private static func createFolder(in parent: URL) throws -> (URL, FileLock) {
    while true {
      let name = folderPrefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let folder = parent.appending(path: name)
      try mapFileErrors(PrivateFile.createFolder(folder))
      if let lock = FileLock.tryLock(folder: folder), FileIdentity(of: folder) != nil {
        return (folder, lock)
      }
    }
  }

  var path: String { file.path(percentEncoded: false) }

  /// Returns the current text, or `nil` if the file does not exist or is not UTF-8.
  func text() -> String? {
    (try? Data(contentsOf: file)).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// `true` if the text was changed and is not empty.
  var isChanged: Bool {
    guard let data = try? Data(contentsOf: file) else { return false }
    return !data.isEmpty && data != content
  }

  /// Removes the folder with all its files.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Renames the folder so that it is not removed as a leftover.
  ///
  /// - Returns: The path of the text.
  func preserve() -> String {
    (Self.preserve(folder) ?? folder).appending(path: Self.name).path(percentEncoded: false)
  }

  /// Removes the original text from a folder and renames the folder; returns `nil` if renaming
  /// fails.
  private static func preserve(_ folder: URL) -> URL? {
    try? FileManager.default.removeItem(at: folder.appending(path: originalName))
    let name = "kept-" + folder.lastPathComponent.dropFirst(folderPrefix.count)
    let preservedFolder = folder.deletingLastPathComponent().appending(path: name)
    return (try? FileManager.default.moveItem(at: folder, to: preservedFolder)) == nil
      ? nil : preservedFolder
  }

  private var file: URL { folder.appending(path: Self.name) }

  private static let name = "note.txt"

  // MARK: - Leftovers

  /// Removes folders that killed processes left behind.
  ///
  /// A folder with changes by the user is renamed so that its name begins with `kept-`.
  ///
  /// - Returns: The folders that were renamed.
  static func removeLeftovers(in parent: URL) -> [URL] {
    let path = parent.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasPrefix(folderPrefix) }.compactMap { name in
      let folder = parent.appending(path: name)
      guard let lock = FileLock.tryLock(folder: folder) else { return nil }
      defer { lock.release() }
      if !hasUserChanges(folder) {
        try? FileManager.default.removeItem(at: folder)
        return nil
      }
      return preserve(folder)
    }
  }

  /// Returns whether a folder contains other files than the text, or the text was changed.
  private static func hasUserChanges(_ folder: URL) -> Bool {
    let path = folder.path(percentEncoded: false)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard Set(names).isSubset(of: [originalName, name]) else { return true }
    guard let text = try? Data(contentsOf: folder.appending(path: name)), !text.isEmpty else {
      return false
    }
    return text != (try? Data(contentsOf: folder.appending(path: originalName)))
  }
}
