/// What sort of trouble a failure is; it decides the exit status of a single call.
package enum FailureKind: Sendable {
  /// The command could not do what was asked.
  case failed
  /// The command line is wrong in itself.
  case usage
  /// Data that was read cannot be used.
  case badData
  /// A source was needed and gave no usable answer, and nothing local could answer.
  case unavailable
  /// A file could not be read or written.
  case inputOutput
  /// The user stopped the command.
  case interrupted
}

/// An error whose message is written for the user: what happened, and what to do about it.
///
/// The message is one line without the program's name, without internal words, and never holds a key.
package protocol Failure: Error, Sendable {
  var message: String { get }
  var kind: FailureKind { get }
}
