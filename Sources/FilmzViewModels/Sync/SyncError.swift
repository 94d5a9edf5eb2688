package import FilmzDomain

/// A reason why sync is not possible.
package enum SyncError: UserFacingError, Equatable {
  case notSetUp
  case unusableSettings(path: String)
  case notAFolder(path: String)
  case unreachable(path: String, reason: String)
  case notWritten(path: String, reason: String)
  case full(path: String)
  /// The folder has files of filmz, whose key is needed.
  case keyNeeded(path: String)
  case wrongKey(path: String)
  case invalidKey
  case noKeyFile(path: String)
  case keyInsteadOfFile
  case busy
  case noSuchConflict(Int, count: Int)
  case settledConflict(Int)
  case noSuchPeer(String)
  case severalPeers(String)
  case invalidName

  package var message: String {
    switch self {
    case .notSetUp: "sync is not set up; `sync setup folder PATH` sets it up"
    case .unusableSettings(let path):
      "\(path) cannot be used; `sync setup folder PATH` writes it anew"
    case .notAFolder(let path): "\(path) is not a folder"
    case .unreachable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .full(let path): "\(path) has no space left"
    case .keyNeeded(let path):
      "\(path) has files of another machine; give their key with --key (there, `sync key` shows it)"
    case .wrongKey(let path):
      "the files in \(path) have another key; nothing was written; `sync key set` takes the key of the other machine"
    case .invalidKey:
      "this is not a key; it has 14 groups of 4 letters and digits, and one of them is mistyped or missing"
    case .keyInsteadOfFile: "--key takes a file with the key, not the key itself"
    case .noKeyFile(let path): "\(path) is not a file with a key"
    case .busy: "another filmz is syncing"
    case .noSuchConflict(let number, let count):
      "there is no conflict \(number); `sync conflicts` lists \(count == 0 ? "none" : String(count))"
    case .noSuchPeer(let name): "no other machine is called \"\(name)\"; `sync status` lists them"
    case .settledConflict(let number):
      "conflict \(number) is settled, or its value has changed; `sync conflicts` lists those that are left"
    case .severalPeers(let name):
      "several machines are called \"\(name)\"; give the installation that `sync status --format json` shows"
    case .invalidName: "a name has 1 to 64 characters, none of which is a control character"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .notAFolder, .unreachable, .notWritten, .full, .noKeyFile: .inputOutput
    case .invalidName, .keyInsteadOfFile: .usage
    default: .failed
    }
  }
}
