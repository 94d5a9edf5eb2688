package import FilmzDomain

/// A text that the user wrote in an editor, and the temporary file that contains it.
package struct EditedText: Sendable {
  /// The text without trailing line breaks.
  package let text: String
  private let removeFile: @Sendable () -> Void
  private let preserveFile: @Sendable () -> String

  /// Creates a text with a function that removes its file, and one that preserves the file and
  /// returns the file's path.
  package init(
    _ text: String, removeFile: @escaping @Sendable () -> Void,
    preserveFile: @escaping @Sendable () -> String
  ) {
    self.text = text
    self.removeFile = removeFile
    self.preserveFile = preserveFile
  }

  /// Removes the file; called when the text has been stored elsewhere or is no longer needed.
  func discard() { removeFile() }

  /// Passes the text to a function, then removes the file.
  ///
  /// - Throws: ``SavedTextError`` if the function fails; the file is preserved in this case.
  func use<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    do {
      let value = try await body(text)
      discard()
      return value
    } catch {
      throw SavedTextError(after: error, path: preserveFile())
    }
  }
}

/// An error after which the text that the user wrote is still available in a file.
package struct SavedTextError: UserFacingError {
  private let cause: any UserFacingError
  private let path: String

  /// Creates an error that reports another error and the path of the file with the text.
  ///
  /// An error that is not a `UserFacingError` is reported as an interruption.
  package init(after error: any Error, path: String) {
    cause = error as? any UserFacingError ?? CommandError.interrupted
    self.path = path
  }

  package var message: String { "\(cause.text.withoutFullStop); what you wrote is in \(path)" }
  package var exitCategory: ExitCategory { cause.exitCategory }
}
