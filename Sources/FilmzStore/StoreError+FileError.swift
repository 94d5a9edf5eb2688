package import FilmzFiles
package import Foundation
import Glibc

extension StoreError {
  /// Creates the error for a file or folder that could not be read or written.
  package init(_ error: FileError) {
    self =
      switch error {
      case .cannotCreate(let path, let reason): .cannotCreate(path: path, reason: reason)
      case .cannotRead(let path, let reason): .cannotRead(path: path, reason: reason)
      case .diskFull(let path): .diskFull(path: path)
      case .locked(let path): .busy(path: path)
      case .notAFile(let path): .notAFile(path: path)
      }
  }
}

/// Returns the value of an expression.
///
/// If the expression throws a ``FilmzFiles/FileError``, throws that error as a ``StoreError``.
package func mapFileErrors<Value>(
  _ expression: @autoclosure () throws(FileError) -> Value
) throws(StoreError) -> Value {
  do throws(FileError) {
    return try expression()
  } catch {
    throw StoreError(error)
  }
}

/// Evaluates an expression that writes a file atomically.
///
/// If the expression throws a ``FilmzFiles/FileError``, throws that error as a ``StoreError``.
///
/// The error for a full disk reports that nothing was changed, unlike that of ``mapFileErrors(_:)``.
func mapReplaceErrors(_ expression: @autoclosure () throws(FileError) -> Void) throws(StoreError) {
  do throws(FileError) {
    try expression()
  } catch .diskFull(let path) {
    throw .diskFull(path: path, isUnchanged: true)
  } catch {
    throw StoreError(error)
  }
}

/// Runs a closure while holding the lock of a folder (``FilmzFiles/FileLock``).
///
/// - Throws: ``StoreError/busy(path:)`` after the timeout; `CancellationError`; any error that the
/// closure throws, except that a ``FilmzFiles/FileError`` is thrown as a ``StoreError``.
package func withFolderLock<Value>(
  _ folder: URL, timeout: Duration = FileLock.defaultTimeout, _ body: () throws -> Value
) throws -> Value {
  do {
    return try FileLock.withLock(folder, timeout: timeout, body)
  } catch let error as FileError {
    throw StoreError(error)
  }
}

/// Removes a database file, and the files that SQLite creates next to it.
func removeDatabase(_ path: String) {
  for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
}
