package import FilmzDomain
package import FilmzFiles
package import Foundation
import GRDB
import Glibc

/// An error of reading or changing the collection, or of another file of a home.
package enum StoreError: UserFacingError, Equatable {
  /// A file or folder could not be created, written, or opened for writing.
  case cannotWrite(path: String, reason: String)
  case cannotRead(path: String, reason: String)
  /// The path is that of a folder, a pipe, a device, or a symbolic link that must not be followed.
  case notAFile(path: String)
  /// The file at the collection's path has neither SQLite's header nor filmz's application id, or is a
  /// database of another program; `newest` is the newest backup, if any.
  case notACollection(path: String, newest: Backup? = nil)
  case damagedCollection(path: String, newest: Backup?)
  /// A row of the collection cannot be read, although SQLite's check finds no damage.
  case unreadableRow(path: String)
  case newerCollection(path: String)
  /// The collection was created by a version before the first release.
  case olderCollection(path: String)
  /// The collection file is missing, empty or without tables, although there is a backup.
  case lostCollection(path: String, newest: Backup)
  /// Another program has locked the file or folder.
  case busy(path: String)
  /// The disk is full; `isUnchanged` is `true` if the write is known to have changed nothing.
  case diskFull(path: String, isUnchanged: Bool = false)
  /// The changes were written, but they may be lost in a power failure.
  case notFlushed(path: String, reason: String)
  case saveFailed(reason: String)
  case deleteFailed(reason: String, Remedy?)
  case alreadyInCollection(title: String)
  case notInCollection(title: String)
  case notSkipped(title: String)
  case noSuchList(name: String, near: [String])
  case listExists(name: String)
  /// The film has no value to remove; the first value is its name, such as `rating`.
  case nothingToRemove(String, title: String)
  /// There is no step to undo or redo; `elsewhere` is the newest step of all if it was made on another machine.
  case nothingToReverse(UndoDirection, elsewhere: ForeignStep? = nil)
  /// A step was not undone, because data that it changed has been changed since.
  ///
  /// `data` is a short description of that data, such as `the rating`, and `film` the title of its film.
  case changedSince(command: String, data: String, film: String)
  /// This version does not support the kind, the subject, or a field of a change.
  case unknownChange
  /// A step was not undone or redone, because this version does not support one of its changes.
  case unknownStep(UndoDirection, command: String)
  case nothingToBackUp
  case noSuchBackup(name: String, newest: [String])
  case unusableBackup(name: String, reason: String)
  /// A query of the user cannot be run.
  case query(QueryError)

  package var message: String {
    switch self {
    case .cannotWrite(let path, let reason): Self.messagePrefix(for: path) + "cannot write \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .notAFile(let path): "\(path) is not a file; move it elsewhere"
    case .notACollection(let path, _): "\(path) is damaged or not a filmz collection; it was not changed"
    case .damagedCollection(let path, let newest):
      "\(path) is damaged; it was not changed" + (newest == nil ? ", and there is no backup" : "")
    case .unreadableRow(let path): "a row of \(path) cannot be read; nothing was changed"
    case .lostCollection(let path, _): "\(path) is missing or empty"
    case .newerCollection(let path): "\(path) was written by a newer filmz; it was not changed; update filmz to open it"
    case .olderCollection(let path):
      "\(path) was made by a filmz older than the first release, which this version cannot read;"
        + " it was not changed"
    case .busy(let path): "\(path) is in use by another program; try again"
    case .diskFull(let path, let isUnchanged):
      Self.messagePrefix(for: path) + "no space left for \(path)" + (isUnchanged ? "; nothing was changed" : "")
        + "; free some space"
    case .notFlushed(let path, let reason):
      "the changes are in \(path), but the disk has not confirmed them (\(reason)); they may be lost in a"
        + " power failure"
    case .saveFailed(let reason): "\(Self.savePrefix)\(reason)"
    case .deleteFailed(let reason, _): "Failed to delete: \(reason)"
    case .alreadyInCollection(let title): "\(title) is already in your collection"
    case .nothingToRemove(let value, let title): "\(title) has no \(value)"
    case .notInCollection(let title): "\(title) is not in your collection"
    case .notSkipped(let title): "\(title) is not skipped"
    case .noSuchList(let name, let near):
      "there is no list called \"\(name)\"" + (near.isEmpty ? "" : "; did you mean \(near.joinedWithOr)?")
    case .listExists(let name): "there is already a list called \"\(name)\""
    case .nothingToReverse(let direction, let step):
      (direction == .undo ? "Nothing to undo" : "Nothing to redo")
        + (step.map { "; the newest step, `\($0.command)`, was made on \($0.machine)" } ?? "")
    case .changedSince(let command, let data, let film):
      "`\(command)` was not undone: \(data) of \(film) has changed since"
    case .unknownChange: "\(Self.savePrefix)this version does not support this kind of change; update filmz"
    case .unknownStep(let direction, let command):
      "`\(command)` was made by a newer filmz, and this version cannot \(direction == .undo ? "undo" : "redo") it;"
        + " update filmz"
    case .nothingToBackUp: "the collection is empty; there is nothing to back up"
    case .noSuchBackup(let name, let newest):
      newest.isEmpty
        ? "there are no backups yet"
        : "there is no backup called \"\(name)\"; the newest are \(newest.joined(separator: ", "))"
    case .unusableBackup(let name, let reason): "the backup \(name) cannot be restored: \(reason); nothing was changed"
    case .query(let error): error.message
    }
  }

  /// The beginning of the message of an error that prevented a change of the collection.
  ///
  /// Source: Filmz2, error texts.
  private static let savePrefix = "Failed to save: "

  /// Returns ``savePrefix`` for the path of a collection; an empty string for other paths.
  private static func messagePrefix(for path: String) -> String {
    path.hasSuffix("/collection.sqlite") ? savePrefix : ""
  }

  /// The error with the message of a failed deletion instead of a failed save; other errors are unchanged.
  package var ofDeletion: StoreError {
    message.hasPrefix(Self.savePrefix)
      ? .deleteFailed(reason: String(message.dropFirst(Self.savePrefix.count)), remedy) : self
  }

  package var remedy: Remedy? {
    switch self {
    case .deleteFailed(_, let remedy): remedy
    case .cannotWrite(_, let reason): reason == Self.diskError ? nil : .checkFolder
    case .notACollection(_, let newest), .damagedCollection(_, let newest):
      newest.map(Remedy.restore) ?? .startNewCollection
    case .olderCollection: .startNewCollection
    case .unreadableRow: .rebuild
    case .lostCollection(_, let newest): .restoreLost(newest)
    case .changedSince: .override
    case .unknownStep(.undo, _): .undoOlderSteps
    case .nothingToReverse(_, let step?): .undoElsewhere(machine: step.machine)
    case .noSuchBackup(_, let newest): newest.isEmpty ? .makeBackup : .listBackups
    case .noSuchList(_, near: []): .listLists
    default: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .alreadyInCollection, .notInCollection, .notSkipped, .noSuchList, .listExists, .nothingToRemove,
      .nothingToReverse, .changedSince, .unknownChange, .unknownStep, .nothingToBackUp, .noSuchBackup:
      .failed
    case .unusableBackup: .badData
    case .query(let error): error.exitCategory
    default: .inputOutput
    }
  }

  /// Returns the error for a collection file that cannot be opened.
  ///
  /// If the disk reports an error, the file is unreadable. Otherwise, a file with SQLite's header or filmz's
  /// application id is a damaged collection, and any other file is not a collection.
  ///
  /// Must not be called while a connection to the file is open, because reading the header releases
  /// SQLite's locks on the file.
  static func unusableCollection(_ path: String) -> StoreError {
    if PrivateFile.hasReadError(path) { return .cannotRead(path: path, reason: diskError) }
    return CollectionFile.hasHeader(path) ? damaged(path) : foreign(path)
  }

  /// Returns the error for a damaged collection.
  static func damaged(_ path: String) -> StoreError { .damagedCollection(path: path, newest: newestBackup(of: path)) }

  /// Returns the error for a file that is at the collection's path but is not a collection.
  static func foreign(_ path: String) -> StoreError { .notACollection(path: path, newest: newestBackup(of: path)) }

  /// Returns the error for a collection that is missing or empty; `nil` if it has no backup, so that it is a new one.
  static func lost(_ path: String) -> StoreError? {
    newestBackup(of: path).map { .lostCollection(path: path, newest: $0) }
  }

  private static func newestBackup(of path: String) -> Backup? { BackupStore(collection: URL(filePath: path)).newest }

  private static let diskError = "disk I/O error"

  /// The I/O errors that are reported as errors on reading; all others are reported as errors on writing.
  private static let readErrors: [ResultCode] = [
    .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_SHMMAP,
    .SQLITE_IOERR_MMAP, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA,
  ]

  /// Creates the error for an error that SQLite reports when it uses the file at a path.
  ///
  /// The result does not contain SQLite's message or the statement.
  init(_ error: DatabaseError, path: String) {
    self =
      switch error.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT: Self.unusableCollection(path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
      case .SQLITE_FULL: .diskFull(path: path)
      case .SQLITE_CANTOPEN, .SQLITE_PERM: .cannotRead(path: path, reason: "it cannot be opened; check its permissions")
      case .SQLITE_READONLY: .cannotWrite(path: path, reason: "it is read-only")
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull(path: path)
      case .SQLITE_IOERR where Self.readErrors.contains(error.extendedResultCode):
        .cannotRead(path: path, reason: Self.diskError)
      case .SQLITE_IOERR: .cannotWrite(path: path, reason: Self.diskError)
      default: .saveFailed(reason: "unexpected database error \(error.extendedResultCode.rawValue)")
      }
  }
}

extension StoreError {
  /// Creates the error for a file or folder that could not be read or written.
  package init(_ error: FileError) {
    self =
      switch error {
      case .cannotWrite(let path, let reason): .cannotWrite(path: path, reason: reason)
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

/// Evaluates an expression that replaces a file atomically.
///
/// If the expression throws a ``FilmzFiles/FileError``, throws that error as a ``StoreError``. The error for a full
/// disk reports that nothing was changed, unlike that of ``mapFileErrors(_:)``.
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
func removeDatabase(_ path: String) { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
