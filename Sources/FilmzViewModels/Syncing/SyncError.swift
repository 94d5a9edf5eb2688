package import FilmzDomain
package import FilmzFiles
import FilmzSync

/// The reason why the collection cannot be synced, or sync cannot be set up.
package enum SyncError: UserFacingError, Equatable {
  case notSetUp
  case unusableSettings(path: String)
  case notAFolder(path: String)
  /// The folder is, contains, or is in a folder with filmz's own files.
  case ownFolder(path: String)
  case unreachable(path: String, reason: String)
  /// The server cannot be reached, or its response cannot be used.
  case serverUnreachable(place: String, reason: String)
  /// The place is a server, and the network must not be used.
  case offline(place: String)
  case notWritten(path: String, reason: String)
  case full(path: String)
  /// The place has files of filmz, whose key this machine does not have.
  case keyNeeded(path: String)
  /// The folder has no file that identifies its key.
  case incompleteFolder(path: String)
  /// The key of this machine is not that of the files; `file` is the name of such a file, or `nil` if it is not known.
  case wrongKey(path: String, file: String?)
  /// The key that the user has given is not that of the files.
  case wrongKeyGiven(path: String, file: String?)
  /// A file has the format of a version from before the first release, which filmz does not read any more.
  case olderVersion(path: String, file: String)
  /// The new key was set, but a file of another machine still has another key.
  case otherKeysLeft(file: String)
  /// A text is not a key; `groups` are the numbers of its mistyped groups, if they are known.
  case invalidKey(groups: [Int] = [])
  case noKeyFile(path: String)
  /// The user has given a key instead of the path of a file with a key.
  case keyInsteadOfFile
  /// Another process is syncing.
  case busy
  case noSuchConflict(Int, count: Int)
  /// The conflict has been settled, or its value has changed, since it was listed.
  case settledConflict(Int)
  /// A library of the system that sync needs cannot be loaded.
  case noLibrary(SystemLibraryError)
  case invalidServer(reason: String)
  /// The server has no schema of filmz, or the user has no rights to it.
  case noSchema(path: String)
  case invalidMember(String)
  case memberExists(String)
  case noSuchPeer(String)
  case severalPeers(String)
  case invalidName

  package var message: String {
    switch self {
    case .notSetUp: "sync is not set up"
    case .unusableSettings(let path): "\(path) cannot be used"
    case .notAFolder(let path): "\(path) is not a folder"
    case .ownFolder(let path):
      "\(path) has filmz's own files, which must not be copied to other machines; sync needs another folder"
    case .unreachable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .serverUnreachable(let place, let reason): "\(place) cannot be reached: \(reason)"
    case .offline(let place): "\(place) is not contacted while offline"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .full(let path): "\(path) has no space left"
    case .keyNeeded(let path): "\(path) has files of filmz already, whose key is needed"
    case .incompleteFolder(let path): "the files in \(path) are not complete yet; nothing was written"
    case .wrongKey(let path, let file), .wrongKeyGiven(let path, let file):
      "the files in \(path) have another key\(file.map { ", such as \($0)" } ?? ""); nothing was written"
    case .olderVersion(let path, let file):
      "the files in \(path), such as \(file), can only be read by a filmz from before the first release; nothing was written"
    case .otherKeysLeft(let file): "the key was set, but \(file) has another key; nothing was written"
    case .invalidKey(groups: []):
      "this is not a key; it has 14 groups of 5 letters and digits, and one of them is mistyped or missing"
    case .invalidKey(let groups):
      "\(groups.count == 1 ? "group" : "groups") \(groups.map(String.init).joinedWithAnd) of the key"
        + " \(groups.count == 1 ? "is" : "are") mistyped or missing; it has 14 groups of 5 letters and digits"
    case .keyInsteadOfFile: "the name of a file with the key is needed, not the key itself"
    case .noKeyFile(let path): "\(path) is not a file with a key"
    case .busy: "another filmz is syncing"
    case .noSuchConflict(let number, let count):
      "there is no conflict \(number); \(count == 0 ? "none was" : "\(count) were") listed"
    case .noSuchPeer(let name): "no other machine is called \"\(name)\""
    case .noLibrary(let error): error.message
    case .invalidServer(let reason): "this is not the address of a PostgreSQL database: \(reason)"
    case .noSchema(let path): "\(path) is not set up for filmz, or you are not a member"
    case .invalidMember(let name):
      "\"\(name)\" cannot be the name of a member; it has 1 to 63 letters, digits, - or _, and is not a name that PostgreSQL reserves"
    case .memberExists(let name):
      "the server has a role \(name) already; `GRANT filmz_member TO \"\(name)\"` makes it a member"
    case .settledConflict(let number): "conflict \(number) is settled, or its value has changed"
    case .severalPeers(let name): "several machines are called \"\(name)\""
    case .invalidName: "a name has 1 to 64 characters, none of which is a control character"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .notSetUp, .unusableSettings: .setUpSync
    case .keyNeeded: .enterSyncKey
    case .wrongKey: .replaceSyncKey
    case .wrongKeyGiven: .enterOtherSyncKey
    case .olderVersion: .syncElsewhere
    case .otherKeysLeft: .forgetMachine
    case .noSchema: .createSchema
    case .offline: .goOnline
    case .noSuchConflict, .settledConflict: .listConflicts
    case .noSuchPeer: .listMachines
    case .severalPeers: .nameInstallation
    default: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .notAFolder, .unreachable, .notWritten, .full, .noKeyFile: .inputOutput
    case .offline, .serverUnreachable: .unavailable
    case .invalidName, .keyInsteadOfFile, .ownFolder, .invalidServer, .invalidMember: .usage
    default: .failed
    }
  }
}

extension SyncError {
  /// The state of sync after the error.
  var state: SyncStatus.State {
    switch self {
    case .wrongKey, .wrongKeyGiven, .otherKeysLeft, .keyNeeded: .wrongKey
    case .full: .full
    case .olderVersion: .waiting
    default: .unreachable
    }
  }
}

/// Runs a closure, and converts the errors of a folder or server to a ``SyncError``.
func mapCarrierErrors<Value>(_ place: String, _ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch let error as SyncCarrierError {
    throw SyncError(error, place)
  } catch let error as PostgresError {
    throw SyncError(error, place: place)
  }
}

extension SyncError {
  fileprivate init(_ error: SyncCarrierError, _ place: String) {
    self =
      switch error {
      case .noSchema(let path): .noSchema(path: path)
      case .missing(let path): .unreachable(path: path, reason: "it does not exist")
      case .emptied(let path): .unreachable(path: path, reason: "it has no files of filmz any more")
      case .wrongKey(let path, let file): .wrongKey(path: path, file: file)
      case .olderVersion(let path, let file): .olderVersion(path: path, file: file)
      case .notAFolder(let path): .notAFolder(path: path)
      case .unreadable(let path, let reason): .unreachable(path: path, reason: reason)
      case .serverUnreachable(let path, let reason): .serverUnreachable(place: path, reason: reason)
      case .cannotWrite(let path, let reason): .notWritten(path: path, reason: reason)
      case .full(let path): .full(path: path)
      case .exists(let file): .notWritten(path: "\(place)/\(file.fileName)", reason: "another filmz has written it")
      case .noLibrary(let error): .noLibrary(error)
      case .contentTooLarge: .notWritten(path: place, reason: "a change is too large")
      case .stepMissing: .notWritten(path: place, reason: "a change has no step")
      }
  }
}

extension SyncError {
  /// Creates the error for a failure of a server.
  ///
  /// `place` is the address of the server without the password; it is not used if the address is invalid.
  init(_ error: PostgresError, place: String) {
    self =
      switch error.kind {
      case .noLibrary(let error): .noLibrary(error)
      case .invalidAddress: .invalidServer(reason: error.message)
      case .unreachable, .timeout, .refused:
        error.isSchemaMissing ? .noSchema(path: place) : .serverUnreachable(place: place, reason: error.message)
      }
  }
}
