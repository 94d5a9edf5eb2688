package import FilmzDomain
package import FilmzFiles

/// A reason why sync is not possible.
package enum SyncError: UserFacingError, Equatable {
  case notSetUp
  case unusableSettings(path: String)
  case notAFolder(path: String)
  /// The folder is one of those in which filmz keeps its files.
  case ownFolder(path: String)
  case unreachable(path: String, reason: String)
  /// The server gives no usable answer.
  case serverUnreachable(place: String, reason: String)
  /// The place is a server, and the network must not be used.
  case offline(place: String)
  case notWritten(path: String, reason: String)
  case full(path: String)
  /// The folder has files of filmz, whose key is needed.
  case keyNeeded(path: String)
  /// No file in the folder tells which key it needs.
  case incompleteFolder(path: String)
  /// A file of another machine, whose name is `nil` if all files are of it, has another key.
  case wrongKey(path: String, file: String?)
  /// The key that the user has given is not that of the files.
  case wrongKeyGiven(path: String, file: String?)
  /// A new key was taken, and a file of another machine still has another one.
  case otherKeysLeft(file: String)
  case invalidKey
  case noKeyFile(path: String)
  case keyInsteadOfFile
  case busy
  case noSuchConflict(Int, count: Int)
  case settledConflict(Int)
  /// A library of the system that is needed for this cannot be loaded.
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
    case .unusableSettings(let path):
      "\(path) cannot be used"
    case .notAFolder(let path): "\(path) is not a folder"
    case .ownFolder(let path):
      "\(path) has filmz's own files, which must not be carried to other machines; sync needs another folder"
    case .unreachable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .serverUnreachable(let place, let reason): "\(place) cannot be reached: \(reason)"
    case .offline(let place): "\(place) is not contacted while offline"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .full(let path): "\(path) has no space left"
    case .keyNeeded(let path):
      "\(path) has files of filmz already, whose key is needed"
    case .incompleteFolder(let path):
      "the files in \(path) are not complete yet; nothing was written"
    case .wrongKey(let path, let file), .wrongKeyGiven(let path, let file):
      "the files in \(path) have another key\(file.map { ", such as \($0)" } ?? ""); nothing was written"
    case .otherKeysLeft(let file):
      "the key was taken, but \(file) has yet another one; nothing was written"
    case .invalidKey:
      "this is not a key; it has 14 groups of 4 letters and digits, and one of them is mistyped or missing"
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
    case .keyNeeded: .giveSyncKey
    case .wrongKey: .takeSyncKey
    case .wrongKeyGiven: .giveOtherSyncKey
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
