package import FilmzFiles

extension StoreError {
  /// The error for a file or folder that could not be written.
  package init(_ error: FileError) {
    switch error {
    case .cannotCreate(let path, let reason): self = .cannotCreate(path: path, reason: reason)
    case .diskFull(let path): self = .diskFull(path: path)
    }
  }
}

/// Evaluates an expression and throws its ``FilmzFiles/FileError`` as a ``StoreError``.
package func mapFileErrors<Value>(
  _ expression: @autoclosure () throws(FileError) -> Value
) throws(StoreError) -> Value {
  do throws(FileError) {
    return try expression()
  } catch {
    throw StoreError(error)
  }
}
