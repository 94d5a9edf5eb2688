package import FilmzDomain

/// The reason why a list cannot be followed or read.
package enum FollowingError: UserFacingError, Equatable {
  /// The data at an address or path is not a valid list.
  case refused(address: String, PublishedListProblem)
  case unreachable(address: String, reason: String)
  case notRead(path: String, reason: String)
  /// The list is one that the user has published.
  case ownList(name: String)
  case alreadyFollowed(name: String)
  /// The owner withdrew the list before the user followed it.
  case withdrawn(name: String)
  /// Another list is at the address now.
  case otherList(name: String, newName: String)
  case notFollowed(String, near: [String])
  /// The list is on a server, but sync is not set up with one.
  case noServer
  case notOnServer(id: String)
  case offline
  /// The list was followed on another machine, and has not been read on this one yet.
  case notReadYet(name: String)
  /// Some lists could not be read.
  case partlyFailed(count: Int)

  package var message: String {
    switch self {
    case .refused(let address, let problem): "\(address) \(problem.text)"
    case .unreachable(let address, let reason): "\(address) cannot be read: \(reason)"
    case .notRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .ownList(let name): "\"\(name)\" is a list of your own"
    case .alreadyFollowed(let name): "\"\(name)\" is followed already"
    case .withdrawn(let name): "\"\(name)\" was withdrawn by its owner"
    case .otherList(let name, let newName):
      "the address of \"\(name)\" has another list now, \"\(newName)\";"
        + " to follow that list instead, use `unfollow`, then `follow`"
    case .notFollowed(let name, let near):
      "no followed list is called \"\(name)\""
        + (near.isEmpty ? "" : "; did you mean \(near.map { "\"\($0)\"" }.joinedWithOr)?")
    case .noServer: "a list with an id is on a server, and sync is not set up with one"
    case .notOnServer(let id): "the server has no list \(id)"
    case .offline: "a list on the web cannot be read offline"
    case .notReadYet(let name): "the films of \"\(name)\" were not read on this machine yet"
    case .partlyFailed(let count): "\(count.counted("list")) could not be read"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .notFollowed(_, let near) where near.isEmpty: .listFollowed
    case .notReadYet: .readFollowed
    case .offline: .goOnline
    default: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .refused: .badData
    case .unreachable, .offline: .unavailable
    case .notRead: .inputOutput
    default: .failed
    }
  }
}
