package import FilmzDomain
import FilmzFiles
import Foundation
import GRDB

/// What can go wrong with the files of a home.
package enum StoreError: UserFacingError, Equatable {
  case cannotCreate(path: String, reason: String)
  case cannotRead(path: String, reason: String)
  /// A folder, a pipe or the like is where a file should be.
  case notAFile(path: String)
  case notACollection(path: String, newest: Backup? = nil)
  case damagedCollection(path: String, newest: Backup?)
  case newerCollection(path: String)
  /// A version from before the first release made it.
  case olderCollection(path: String)
  /// The collection is gone or empty, and there are backups.
  case lostCollection(path: String, newest: Backup)
  case busy(path: String)
  /// - Parameter isUnchanged: Whether a change of the collection was given up for it.
  case diskFull(path: String, isUnchanged: Bool = false)
  /// The collection holds the changes, but they may be lost in a power failure.
  case notSynchronized(path: String, reason: String)
  case saveFailed(reason: String)
  case alreadyInCollection(title: String)
  case notInCollection(title: String)
  case nothingToReverse(UndoDirection)
  case changedSince(command: String, what: String, film: String)
  case unknownChange
  case unknownStep(command: String)
  case nothingToBackUp
  case noSuchBackup(name: String, newest: [String])
  case unusableBackup(name: String, reason: String)

  package var message: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "cannot write \(path): \(reason)"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .notAFile(let path):
      "\(path) is not a file; move it away"
    case .notACollection(let path, let newest):
      "\(path) is damaged or no filmz collection; nothing in it was touched"
        + (newest == nil ? ": move it away to start a new one" : "")
    case .damagedCollection(let path, let newest):
      "\(path) is damaged; nothing in it was touched"
        + (newest == nil
          ? ": there is no backup, so keep a copy of it, and move it away to start a new one" : "")
    case .lostCollection(let path, _):
      "\(path) is gone or empty"
    case .newerCollection(let path):
      "\(path) was written by a newer filmz; nothing in it was touched: update filmz to open it"
    case .olderCollection(let path):
      "\(path) was made by a filmz from before its first release, which this one cannot read; nothing"
        + " in it was touched: move it away to start a new one"
    case .busy(let path):
      "\(path) is in use by another program; try again"
    case .diskFull(let path, let isUnchanged):
      "no space left for \(path)" + (isUnchanged ? "; nothing was changed" : "")
    case .notSynchronized(let path, let reason):
      "\(path) holds the changes, but the disk has not confirmed them, and they may be lost in a power"
        + " failure: \(reason)"
    case .saveFailed(let reason):
      "Failed to save: \(reason)"
    case .alreadyInCollection(let title):
      "\(title) is already in your collection"
    case .notInCollection(let title):
      "\(title) is not in your collection"
    case .nothingToReverse(let direction):
      direction == .undo ? "Nothing to undo" : "Nothing to redo"
    case .changedSince(let command, let what, let film):
      "`\(command)` stays as it is: \(what) of \(film) was changed since"
    case .unknownChange:
      "Failed to save: this version does not know such a change; update filmz"
    case .unknownStep(let command):
      "`\(command)` was made by a newer filmz, in a way that this one cannot take back; update filmz"
    case .nothingToBackUp:
      "the collection is empty; there is nothing to back up"
    case .noSuchBackup(let name, let newest):
      "there is no backup called \"\(name)\"; "
        + (newest.isEmpty
          ? "there are none yet" : "the newest: \(newest.joined(separator: ", "))")
    case .unusableBackup(let name, let reason):
      "the backup \(name) cannot be restored: \(reason); nothing was changed"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .cannotCreate(_, let reason): reason == Self.diskError ? nil : .checkFolder
    case .notACollection(_, let newest), .damagedCollection(_, let newest):
      newest.map(Remedy.restore)
    case .lostCollection(_, let newest): .restoreLost(newest)
    case .changedSince: .override
    case .noSuchBackup(_, let newest): newest.isEmpty ? .makeBackup : .listBackups
    default: nil
    }
  }

  package var kind: ExitCategory {
    switch self {
    case .alreadyInCollection, .notInCollection, .nothingToReverse, .changedSince, .unknownChange,
      .unknownStep, .nothingToBackUp, .noSuchBackup:
      .failed
    case .unusableBackup: .badData
    default: .inputOutput
    }
  }

  /// Says of a file in the collection's place that cannot be used what it seems to be: a damaged
  /// collection where its header is ours or SQLite's, else anything.
  ///
  /// Only where no connection to it is open: to look at its header drops SQLite's locks on it.
  static func unreadable(_ path: String) -> StoreError {
    if PrivateFile.failsToRead(path) { return .cannotRead(path: path, reason: diskError) }
    return CollectionFile.hasHeader(path) ? damaged(path) : foreign(path)
  }

  /// Says of a collection that is open that something in it is not as it was made.
  static func damaged(_ path: String) -> StoreError {
    .damagedCollection(path: path, newest: Backups(collection: URL(filePath: path)).newest)
  }

  /// Says of a file in the collection's place that it is another program's.
  static func foreign(_ path: String) -> StoreError {
    .notACollection(path: path, newest: Backups(collection: URL(filePath: path)).newest)
  }

  private static let diskError = "the disk gives an error"

  /// Errors of the disk that come of reading; all others come of writing.
  private static let failsToRead: [ResultCode] = [
    .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_FSTAT, .SQLITE_IOERR_SHMMAP,
    .SQLITE_IOERR_MMAP, .SQLITE_IOERR_CORRUPTFS, .SQLITE_IOERR_DATA,
  ]

  /// Words a database error for the user.
  static func wording(_ error: DatabaseError, path: String) -> StoreError {
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: unreadable(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
    case .SQLITE_FULL: .diskFull(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM: .cannotRead(path: path, reason: "it cannot be opened")
    case .SQLITE_READONLY: .cannotCreate(path: path, reason: "it is read-only")
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      .diskFull(path: path)
    case .SQLITE_IOERR where failsToRead.contains(error.extendedResultCode):
      .cannotRead(path: path, reason: diskError)
    case .SQLITE_IOERR: .cannotCreate(path: path, reason: diskError)
    default:
      .saveFailed(reason: "the database refused it, code \(error.extendedResultCode.rawValue)")
    }
  }
}
