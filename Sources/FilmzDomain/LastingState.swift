/// A state of a service that lasts longer than one command, and is reported to the user only once.
package enum LastingState: Sendable, Hashable {
  /// The service with this name does not allow more requests today.
  case dailyLimit(service: String)
  /// The service with this name cannot be reached or does not respond.
  case noResponse(service: String)
  /// The network must not be used.
  case offline
}
