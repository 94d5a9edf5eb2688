/// What the user can do about an error or a warning.
///
/// Each front end words the remedies in the terms of its own commands and options.
package enum Remedy: Sendable, Hashable {
  // Keys and services
  /// Get a key of a service at an address, and set it.
  case getKey(SettingKey, address: String)
  /// Set the key of a service again.
  case setKey(SettingKey)
  /// Check a key that the service rejects, and set it again.
  case checkKey(SettingKey)
  /// Let the program ask for a key.
  case askForKey(SettingKey)
  /// Set the key of a service, so that it can be searched too.
  case addKey(SettingKey, service: String)
  /// Allow requests over the network.
  case goOnline
  /// Allow requests over the network, so that a service can be searched too.
  case askService(String)
  /// Go without the network while a service does not work.
  case workOffline
  /// Wait for midnight UTC, when the requests of a day are counted from zero again.
  case waitForAllowance
  /// Send few requests for the rest of the day.
  case saveRequests
  case checkConnection
  case checkID
  case searchOneYear
  case leaveFiltersOut

  // Catalog
  case importCatalog
  /// Download the IMDb datasets for the first time.
  case fetchCatalog
  case updateCatalog
  case updateCatalogWithPeople
  /// Update a catalog that has grown old.
  case renewCatalog
  /// Replace a catalog that cannot be used.
  case replaceCatalog
  case reimportCatalog
  /// Import dataset files that are on this computer already.
  case importLocalFiles
  case useAnotherDatasetServer

  // Files
  case checkFolder
  case useAnotherHome
  /// Remove the access of other users to a file or folder.
  case restrictAccess(path: String)
  /// Delete a film cache that cannot be used.
  case deleteCache
  case freeDiskSpace
  /// Free disk space: nothing can be stored until then.
  case freeDiskSpaceNow
  case checkDiskSpace
  case restore(Backup)
  case restoreLost(Backup)
  /// Restore the newest backup, of this age in days.
  case restoreNewest(Backup, days: Int)
  /// Move a file that cannot be used as the collection to another place.
  case startNewCollection
  /// Copy a damaged collection of which no backup exists.
  case copyCollection
  case makeBackup
  case listBackups

  // Commands
  case override
  case listSettings
  /// Correct lines of the settings file.
  case editSettings
  case retrySearch
  /// Search for a title.
  case search(String)
  case searchOrListCollection
  case listCollection
  case listCache
  case listViewings
  case selectFilm

  // Terminal
  case setLocale
  case setTerminalType
}
