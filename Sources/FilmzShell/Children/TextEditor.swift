package import FilmzCommands
import FilmzDomain
package import Foundation
import Subprocess

/// Edits text in the user's text editor.
package struct TextEditor: Sendable {
  private let environment: [String: String]
  /// The folder in which folders for edited files are created.
  private let folder: URL
  private let runningCommand: RunningCommand

  package init(environment: [String: String], folder: URL, runningCommand: RunningCommand) {
    (self.environment, self.folder, self.runningCommand) = (environment, folder, runningCommand)
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
    guard let editor = Self.commandLine(environment: environment) else { throw CommandError.noEditor }
    let file = try EditorFile(in: folder, holding: text)
    do {
      let termination = try await run(editor, on: file)
      // Termination by Ctrl-C is a failure, too.
      if let failure = termination.failureDescription() { throw CommandError.editorFailed(editor, reason: failure) }
      guard let text = file.text() else { throw CommandError.editorFailed(editor, reason: "left no readable text") }
      return EditedText(text.withoutTrailingNewlines, removeFile: { file.remove() }, preserveFile: { file.preserve() })
    } catch {
      guard file.isChanged else {
        file.remove()
        throw error
      }
      throw SavedTextError(after: error, path: file.preserve())
    }
  }

  private func run(_ editor: String, on file: EditorFile) async throws -> TerminationStatus {
    do {
      return try await runningCommand.runChild(Self.script(for: editor), [file.path])
    } catch let error where !(error is CancellationError) {
      throw CommandError.editorFailed(editor, reason: "cannot be started")
    }
  }
}

/// The command line of the user's text editor.
extension TextEditor {
  /// The editors to look for if the user has not set one; `editor` is the default of Debian.
  ///
  /// `sensible-editor` is not one of them: it may ask the user which editor to use.
  private static let fallbacks = ["editor", "nano", "vi"]

  /// Returns the editor's command line for `sh`: `$EDITOR`, `$VISUAL`, or the first installed
  /// fallback.
  ///
  /// Variables that are empty or whitespace are ignored. The command line may contain arguments.
  /// Returns `nil` if there is no editor.
  static func commandLine(environment: [String: String]) -> String? {
    let chosen = ["EDITOR", "VISUAL"].compactMap { environment[$0] }.first { $0.contains { !$0.isWhitespace } }
    return chosen ?? fallbacks.first { isInstalled($0, environment: environment) }
  }

  /// Returns the script with which `sh` runs an editor on the file `$1`.
  ///
  /// Like git, the script passes the command line to the shell as it is. Unless the command line
  /// contains shell operators, such as `;`, the editor replaces the shell (`exec`), so that signals
  /// reach the editor. `env` is needed after `exec` for assignments such as `TERM=xterm vi`.
  static func script(for commandLine: String) -> String {
    let hasShellOperators = commandLine.contains { "|&;<>()".contains($0) || $0.isNewline }
    if hasShellOperators { return commandLine + " \"$1\"" }
    let prefix = beginsWithAssignment(commandLine) ? "exec env " : "exec "
    return prefix + commandLine + " \"$1\""
  }

  /// Returns whether a command line begins with `NAME=`, possibly after whitespace.
  private static func beginsWithAssignment(_ commandLine: String) -> Bool {
    let start = commandLine.drop(while: \.isWhitespace)
    let name = start.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
    return !name.isEmpty && start[name.endIndex...].first == "="
  }
}
