/// The category of an error, which determines the exit status of the program.
package enum ExitCategory: Sendable {
  /// The command could not be executed for a reason that has no category of its own.
  case failed
  /// The command line is invalid.
  case usage
  /// The input data is invalid.
  case badData
  /// A network source did not return a usable response, or must not be used offline.
  case unavailable
  /// A file could not be read or written.
  case inputOutput
  /// The user stopped the command.
  case interrupted
}

/// An error with a message for the user that says what happened and what to do about it.
///
/// The message is one line without the program's name and without internal terms, and never contains a
/// key. A command or an option that helps is not in the message but in the ``remedy``, which each front
/// end puts into words.
package protocol UserFacingError: Error, Sendable {
  var message: String { get }
  /// What the user can do about the error; `nil` if there is no remedy, or the message contains it.
  var remedy: Remedy? { get }
  var exitCategory: ExitCategory { get }
  /// The state that causes the error; `nil` if the state does not outlast the command.
  var lastingState: LastingState? { get }
}

extension UserFacingError {
  package var remedy: Remedy? { nil }
  package var lastingState: LastingState? { nil }
}

/// A warning that is shown in addition to a result.
package enum Warning: Sendable, Hashable {
  /// A problem: what happened, what the user can do about it, and its consequence, such as
  /// `it is ignored`. The state is the one that causes it; a warning about a state is shown once.
  case problem(
    String, Remedy? = nil, consequence: String? = nil, state: LastingState? = nil)
  /// The command ran offline, and the result is a cached copy of this age.
  case offlineCopy(age: String)
  /// Own records match the text of a search, but are not among the results of the service.
  case unlistedRecords(query: String)

  /// Creates a warning with the message, the remedy and the state of an error.
  package init(_ error: any UserFacingError, consequence: String? = nil) {
    self = .problem(
      error.message, error.remedy, consequence: consequence, state: error.lastingState)
  }

  /// The state that the warning reports; `nil` if it is to be shown each time.
  package var state: LastingState? {
    switch self {
    case .problem(_, _, _, let state): state
    case .offlineCopy: .offline
    case .unlistedRecords: nil
    }
  }

  /// This warning without the state of a problem, so that the problem is shown each time.
  ///
  /// A warning about an offline copy is unchanged and is still shown once.
  package var shownEachTime: Warning {
    guard case .problem(let message, let remedy, let consequence, _) = self else { return self }
    return .problem(message, remedy, consequence: consequence)
  }
}
