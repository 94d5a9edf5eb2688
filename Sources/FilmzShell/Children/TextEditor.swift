package import FilmzCommands
import FilmzDomain
package import Foundation

/// Lets the user write a text in an editor of their choice.
package struct TextEditor: Sendable {
  private let environment: [String: String]
  /// Where the file stands that the editor gets.
  private let folder: URL
  private let child: TerminalChild

  package init(environment: [String: String], folder: URL, child: TerminalChild) {
    self.environment = environment
    self.folder = folder
    self.child = child
  }

  /// Removes what killed programs left, and returns folders in which a text of the user stands.
  package static func removeLeftovers(in folder: URL) -> [URL] {
    EditorFile.removeLeftovers(in: folder)
  }

  /// Puts a text before the user, and gives what was saved once the editor has ended.
  ///
  /// Where the editor fails, what was saved until then stays in a file that the error names.
  ///
  /// - Throws: ``CommandError/noEditor``, ``CommandError/editorFailed(_:reason:)``, or a
  ///   ``KeptText`` with it; a ``StoreError`` where no file can be made.
  package func edit(_ text: String) async throws -> EditedText {
    guard let editor = EditorProgram.commandLine(environment: environment) else {
      throw CommandError.noEditor
    }
    let file = try EditorFile(in: folder, holding: text)
    do {
      let end = try await end(of: editor, on: file)
      // One that Ctrl-C ended saved nothing either.
      if let trouble = end.trouble() {
        throw CommandError.editorFailed(editor, reason: trouble)
      }
      guard let text = file.text() else {
        throw CommandError.editorFailed(editor, reason: "left no text behind that can be read")
      }
      return EditedText(
        text.withoutLastLineBreaks, removal: { file.remove() }, keep: { file.keep() })
    } catch {
      guard file.isChanged else {
        file.remove()
        throw error
      }
      throw KeptText(after: error, path: file.keep())
    }
  }

  private func end(of editor: String, on file: EditorFile) async throws -> TerminalChild.End {
    do {
      return try await child.run(EditorProgram.script(for: editor), [file.path])
    } catch let error where !(error is CancellationError) {
      throw CommandError.editorFailed(editor, reason: "cannot be started")
    }
  }
}
