package import FilmzDomain

/// A text that the user wrote in an editor; until it is discarded it also stands in a file.
package struct EditedText: Sendable {
  /// What was written, without the line breaks at its end.
  package let text: String
  private let removal: @Sendable () -> Void
  private let keep: @Sendable () -> String

  /// Creates a text; `keep` makes the file stay and returns its path.
  package init(
    _ text: String, removal: @escaping @Sendable () -> Void, keep: @escaping @Sendable () -> String
  ) {
    self.text = text
    self.removal = removal
    self.keep = keep
  }

  /// Takes the file away, once the text is kept elsewhere or not needed.
  func discard() { removal() }

  /// Does something with the text, and discards it; where that fails the file stays, and the error names
  /// it.
  func use<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    do {
      let value = try await body(text)
      discard()
      return value
    } catch {
      throw KeptText(after: error, path: keep())
    }
  }
}

/// A failure after which what the user wrote still stands in a file.
package struct KeptText: UserFacingError {
  private let cause: any UserFacingError
  private let path: String

  package init(after error: any Error, path: String) {
    cause = error as? any UserFacingError ?? CommandError.interrupted
    self.path = path
  }

  package var message: String { "\(cause.text.withoutFullStop); what you wrote is in \(path)" }
  package var kind: ExitCategory { cause.kind }
}
