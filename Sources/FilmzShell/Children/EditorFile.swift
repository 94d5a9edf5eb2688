import FilmzFiles
import FilmzStore
package import Foundation

/// The file that is opened in an editor, in a folder of its own that only the user can access.
///
/// The folder also contains files that editors create next to the file, such as backups and swap
/// files. The folder is locked until the last copy of this value is destroyed.
package struct EditorFile: Sendable {
  private static let folderPrefix = "edit-"
  /// The name of a second file, with the original text.
  ///
  /// After a process was killed, a comparison of the two files shows whether the user has changed the text.
  private static let originalName = "original"

  private let folder: URL
  private let originalContent: Data
  private let lock: FileLock

  /// Creates the file in a new subfolder of `parent`.
  ///
  /// If the text is not empty and does not end with a line break, one is appended.
  ///
  /// - Throws: A `StoreError`.
  init(in parent: URL, holding text: String) throws {
    try mapFileErrors(PrivateFile.createFolder(parent))
    originalContent = Data((text.isEmpty || text.last?.isNewline == true ? text : text + "\n").utf8)
    (folder, lock) = try Self.createFolder(in: parent)
    let original = folder.appending(path: Self.originalName)
    try mapFileErrors(PrivateFile.replace(original, with: originalContent, isDurable: false))
    try mapFileErrors(PrivateFile.replace(file, with: originalContent, isDurable: false))
  }

  /// Creates and locks a folder with a random name.
  ///
  /// Tries again if another process locks or removes the folder, in `removeLeftovers(in:)`, before
  /// this process has locked it.
  private static func createFolder(in parent: URL) throws -> (folder: URL, lock: FileLock) {
    while true {
      let name = folderPrefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let folder = parent.appending(path: name)
      try mapFileErrors(PrivateFile.createFolder(folder))
      if let lock = FileLock.tryLock(folder: folder), FileIdentity(of: folder) != nil { return (folder, lock) }
    }
  }

  var path: String { file.path(percentEncoded: false) }

  /// Returns the current text, or `nil` if the file cannot be read or is not UTF-8.
  func text() -> String? { (try? Data(contentsOf: file)).flatMap { String(data: $0, encoding: .utf8) } }

  /// `true` if the current text can be read, is not empty, and differs from the original text.
  var isChanged: Bool {
    guard let data = try? Data(contentsOf: file) else { return false }
    return !data.isEmpty && data != originalContent
  }

  /// Removes the folder with all its files.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Removes the original text, and renames the folder so that it is not removed as a leftover.
  ///
  /// - Returns: The new path of the text, or the old path if the folder cannot be renamed.
  func preserve() -> String { (Self.preserve(folder) ?? folder).appending(path: Self.name).path(percentEncoded: false) }

  /// Removes the original text from a folder, and renames the folder.
  ///
  /// - Returns: The new URL of the folder, or `nil` if it cannot be renamed.
  private static func preserve(_ folder: URL) -> URL? {
    try? FileManager.default.removeItem(at: folder.appending(path: originalName))
    let name = "kept-" + folder.lastPathComponent.dropFirst(folderPrefix.count)
    let preservedFolder = folder.deletingLastPathComponent().appending(path: name)
    return (try? FileManager.default.moveItem(at: folder, to: preservedFolder)) == nil ? nil : preservedFolder
  }

  private var file: URL { folder.appending(path: Self.name) }

  private static let name = "note.txt"

  // MARK: - Leftovers

  /// Removes folders that killed processes left behind.
  ///
  /// A folder with changes by the user is not removed, but renamed so that its name begins with
  /// `kept-`.
  ///
  /// - Returns: The new URLs of the folders that were renamed.
  package static func removeLeftovers(in parent: URL) -> [URL] {
    names(in: parent).filter { $0.hasPrefix(folderPrefix) }.compactMap { name in
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

  /// Returns whether a folder contains files that the editor created, or a text that is not empty
  /// and differs from the original text.
  private static func hasUserChanges(_ folder: URL) -> Bool {
    guard Set(names(in: folder)).isSubset(of: [originalName, name]) else { return true }
    guard let text = try? Data(contentsOf: folder.appending(path: name)), !text.isEmpty else { return false }
    return text != (try? Data(contentsOf: folder.appending(path: originalName)))
  }
  /// Returns the names of the files in a folder, or `[]` if it cannot be read.
  private static func names(in folder: URL) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
  }
}
