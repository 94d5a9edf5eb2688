package import FilmzCommands
import FilmzDomain
package import Foundation

/// Edits text in the user's text editor.
package struct TextEditor: Sendable {
  private let environment: [String: String]
  /// The folder in which folders for edited files are created.
  private let folder: URL
  private let childRunner: ChildProcessRunner

  package init(environment: [String: String], folder: URL, childRunner: ChildProcessRunner) {
    self.environment = environment
    self.folder = folder
    self.childRunner = childRunner
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
