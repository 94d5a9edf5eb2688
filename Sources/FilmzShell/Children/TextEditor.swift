package import FilmzCommands
import FilmzDomain
import FilmzFiles
import FilmzStore
package import Foundation
import Glibc

/// Edits text in the user's text editor.
package struct TextEditor: Sendable {
  private let environment: [String: String]
  /// The folder in which folders for edited files are created.
  private let folder: URL
  private let childRunner: ChildProcessRunner

  package init(environment: [String: String], folder: URL, childRunner: ChildProcessRunner) {
    (self.environment, self.folder, self.childRunner) = (environment, folder, childRunner)
  }

  /// Removes edited files that killed processes left behind.
  ///
  /// - Returns: The new URLs of the folders that are renamed instead, because they contain changes by
  ///   the user.
  package static func removeLeftovers(in folder: URL) -> [URL] {
    EditorFile.removeLeftovers(in: folder)
  }

  /// Opens text in the editor, waits for the editor to exit, and returns the saved text.
  ///
  /// If the editor fails after the text was changed, the changed text is preserved in a file that
  /// the error names.
  ///
  /// - Throws: ``CommandError/noEditor``, ``CommandError/editorFailed(_:reason:)``,
  ///   `CancellationError`, or a ``StoreError`` if the file cannot be created. If the text was
  ///   changed before the failure, throws a ``SavedTextError`` that describes the failure.
  package func edit(_ text: String) async throws -> EditedText {
    guard let editor = EditorProgram.commandLine(environment: environment) else {
      throw CommandError.noEditor
    }
    let file = try EditorFile(in: folder, holding: text)
    do {
      let termination = try await run(editor, on: file)
      // Termination by Ctrl-C is a failure, too.
      if let failure = termination.failureDescription() {
        throw CommandError.editorFailed(editor, reason: failure)
      }
      guard let text = file.text() else {
        throw CommandError.editorFailed(editor, reason: "left no readable text")
      }
      return EditedText(
        text.withoutTrailingNewlines, removeFile: { file.remove() },
        preserveFile: { file.preserve() })
    } catch {
      guard file.isChanged else {
        file.remove()
        throw error
      }
      throw SavedTextError(after: error, path: file.preserve())
    }
  }

  private func run(
    _ editor: String, on file: EditorFile
  ) async throws -> ChildProcessRunner.Termination {
    do {
      return try await childRunner.run(EditorProgram.script(for: editor), [file.path])
    } catch let error where !(error is CancellationError) {
      throw CommandError.editorFailed(editor, reason: "cannot be started")
    }
  }
}

/// The file that is opened in an editor, in a folder of its own that only the user can access.
///
/// The folder also contains files that editors create next to the file, such as backups and swap
/// files. The folder is locked until the last copy of this value is destroyed.
struct EditorFile: Sendable {
  private static let folderPrefix = "edit-"
  /// The name of the file with the original text.
  ///
  /// After a process was killed, comparison with the original text shows whether there are changes.
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

  /// Returns the current text, or `nil` if the file cannot be read or is not UTF-8.
  func text() -> String? {
    (try? Data(contentsOf: file)).flatMap { String(data: $0, encoding: .utf8) }
  }

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
  func preserve() -> String {
    (Self.preserve(folder) ?? folder).appending(path: Self.name).path(percentEncoded: false)
  }

  /// Removes the original text from a folder, and renames the folder.
  ///
  /// - Returns: The new URL of the folder, or `nil` if it cannot be renamed.
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
  /// A folder with changes by the user is not removed, but renamed so that its name begins with
  /// `kept-`.
  ///
  /// - Returns: The new URLs of the folders that were renamed.
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

  /// Returns whether a folder contains files that the editor created, or a text that is not empty
  /// and differs from the original text.
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

/// The user's text editor.
enum EditorProgram {
  /// The editors to look for if the user has not set one.
  private static let fallbacks = ["sensible-editor", "nano", "vi"]

  /// Returns the editor's command line for `sh`: `$EDITOR`, `$VISUAL`, or the first installed
  /// fallback.
  ///
  /// Variables that are empty or whitespace are ignored. The command line may contain arguments.
  /// Returns `nil` if there is no editor.
  static func commandLine(environment: [String: String]) -> String? {
    let chosen = ["EDITOR", "VISUAL"].compactMap { environment[$0] }
      .first { $0.contains { !$0.isWhitespace } }
    return chosen ?? fallbacks.first { ProgramPath.contains($0, path: environment["PATH"] ?? "") }
  }

  /// Returns the script with which `sh` runs an editor on the file `$1`.
  ///
  /// Like git, the script passes the command line to the shell as it is. Unless the command line
  /// contains shell operators, such as `;`, the editor replaces the shell (`exec`), so that signals
  /// reach the editor. `env` is needed after `exec` for assignments such as `TERM=xterm vi`.
  static func script(for commandLine: String) -> String {
    let hasShellOperators = commandLine.contains { "|&;<>()".contains($0) || $0.isNewline }
    let prefix = hasShellOperators ? "" : beginsWithAssignment(commandLine) ? "exec env " : "exec "
    return prefix + commandLine + " \"$1\""
  }

  /// Returns whether a command line begins with `NAME=`, possibly after whitespace.
  private static func beginsWithAssignment(_ commandLine: String) -> Bool {
    let start = commandLine.drop(while: \.isWhitespace)
    let name = start.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return !name.isEmpty && start[name.endIndex...].first == "="
  }
}
