/// What sort of trouble a failure is; it decides the exit status of a single call.
package enum ExitCategory: Sendable {
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
/// What can be done by a command or an option is the remedy, which each front end words for itself.
package protocol UserFacingError: Error, Sendable {
  var message: String { get }
  /// What the user can do about it; `nil` if there is nothing, or the message says it.
  var remedy: Remedy? { get }
  var kind: ExitCategory { get }
}

extension UserFacingError {
  package var remedy: Remedy? { nil }
}

/// What the user can do about trouble.
package enum Remedy: Sendable, Hashable {
  // Sources
  /// Get a key of a service at an address, and set it.
  case getKey(SettingKey, address: String)
  /// Set the key of a service again.
  case setKey(SettingKey)
  /// Set a key of a service, so that it can be asked too.
  case addKey(SettingKey, service: String)
  /// Use the network.
  case goOnline
  /// Use the network, so that a service can be asked too.
  case askService(String)
  case checkConnection
  case checkID
  case searchOneYear
  case leaveFiltersOut

  // Catalog
  case importCatalog
  case updateCatalog
  case updateCatalogWithPeople
  case reimportCatalog
  case useAnotherDatasetServer

  // Files
  case checkFolder
  case useAnotherHome
  case restore(Backup)
  case restoreLost(Backup)
  case makeBackup
  case listBackups

  // Collection and settings
  case override
  case listSettings
  /// Let the program ask for a key.
  case askForKey(SettingKey)
}

/// Something that the user should be told beside a result.
package enum Warning: Sendable, Hashable {
  /// What happened, what can be done about it, and what follows from it: `it is ignored`.
  case trouble(String, Remedy? = nil, consequence: String? = nil)
  /// The network was not to be used, and the result is a copy of this age.
  case offlineCopy(age: String)

  /// What a failure says, and what follows from it.
  package init(_ failure: any UserFacingError, consequence: String? = nil) {
    self = .trouble(failure.message, failure.remedy, consequence: consequence)
  }
}
