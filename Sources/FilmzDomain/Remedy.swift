/// An action of the user that solves the problem of an error or a warning.
///
/// Each front end expresses the remedies in terms of its own commands and options.
package enum Remedy: Sendable, Hashable {
  // Keys and services
  /// Get a key for a service at an address, and set it.
  case getKey(SettingKey, address: String)
  /// Set the key for a service again.
  case setKey(SettingKey)
  /// Check a key that the service rejects, and set it again.
  case checkKey(SettingKey)
  /// Set a key in response to a prompt instead of on the command line.
  case askForKey(SettingKey)
  /// Set a key, so that the service can be searched too.
  case addKey(SettingKey, service: String)
  /// Set the base address of a service again, or use the default.
  case setAddress(SettingKey)
  /// Set or unset an environment variable whose value is not an address that can be used.
  case setVariable(String)
  /// Allow the use of the network.
  case goOnline
  /// Allow the use of the network, so that the service can be searched too.
  case askService(String)
  /// Use local data while a service does not work; the option `--offline` avoids waiting for it.
  case workOffline
  /// Use local data until midnight UTC, when the service allows requests again.
  case waitForAllowance
  /// Send few requests for the rest of the day.
  case saveRequests
  case checkConnection
  /// Wait some seconds, after which filmz sends requests to the service again.
  case askAgain(seconds: Int)
  case checkID
  /// Add films that a source does not have.
  case addUnknown([FilmID])
  /// Repeat the command so that it accepts films that a source does not have.
  case forceUnknown
  /// Leave filters out that the service does not support, or search the catalog.
  case leaveFiltersOut
  /// Set the region to another country, because a streaming service does not exist in the current one.
  case setRegion

  // Catalog
  /// Import a catalog, which has more films than the starter catalog.
  case importCatalog
  /// Download the IMDb datasets for the first time.
  case fetchCatalog
  /// Download the IMDb datasets instead of importing local files.
  case updateCatalog
  /// Download the IMDb datasets including the one with people's names.
  case updateCatalogWithPeople
  /// Download the IMDb datasets again, because the catalog is old.
  case renewCatalog
  /// Download the IMDb datasets to replace a catalog that cannot be used.
  case replaceCatalog
  /// Import a damaged catalog again, or remove it.
  case reimportCatalog
  /// Import dataset files that are on this computer already.
  case importLocalFiles
  case useAnotherDatasetServer

  // Files
  /// Check the permissions of filmz's folder, or use another one.
  case checkFolder
  case useAnotherHome
  /// Remove the access of other users to a file or folder.
  case restrictAccess(path: String)
  /// Delete a film cache that cannot be used.
  case deleteCache
  case freeDiskSpace
  /// Free disk space immediately, because nothing can be stored until then.
  case freeDiskSpaceNow
  case checkDiskSpace
  /// Restore the newest backup in place of a collection file that cannot be used.
  case restore(Backup)
  /// Restore the newest backup, because the collection is missing or empty.
  case restoreLost(Backup)
  /// Restore the newest backup, which has this age in days.
  case restoreNewest(Backup, days: Int)
  /// Move an unusable collection file out of the way, so that a new collection can be started.
  case startNewCollection
  /// Copy a damaged collection that has no backup to a safe place.
  case copyCollection
  /// Recreate the data that is derived from the journal and the film cache.
  case rebuild
  case makeBackup
  case listBackups
  case listComments

  // Lists
  /// Remove the record of the publication of a list.
  case forgetPublication

  /// List the lists of others that the user follows.
  case listFollowed
  /// Read the followed lists.
  case readFollowed

  // Sync
  /// Set up sync with a folder.
  case setUpSync
  /// Create the schema of filmz on the server.
  case createSchema
  /// Set up sync with the key that another machine shows.
  case enterSyncKey
  /// Set up sync with another key, that of the machine that wrote the files in the folder.
  case enterOtherSyncKey
  /// Ignore the files of a machine that is not used any more.
  case forgetMachine
  /// Replace the key of this machine with that of the other one, or ignore the files of the other machine.
  case replaceSyncKey
  /// Update filmz on each machine and sync through an empty folder, because this version cannot read the files.
  case syncElsewhere
  case listConflicts
  case listMachines
  /// Name a machine by its installation, because several machines have the same name.
  case nameInstallation

  // Commands
  /// Confirm that changes of another installation are to be overwritten.
  case override
  /// Undo steps that are older than the step that cannot be undone.
  case undoOlderSteps
  /// Undo a step on the machine that made it.
  case undoElsewhere(machine: String)
  case listSettings
  /// Correct lines of the settings file.
  case editSettings
  /// Repeat the command that failed, such as a search.
  case retrySearch
  /// Mark a title that begins with a number as a title; or search first, if there are no results yet.
  case nameTitle(String, searchesFirst: Bool)
  /// Search for a title.
  case search(String)
  case searchOrListCollection
  case showResults
  case listCollection
  /// List the smart collections.
  case listCollections
  /// Change an own record.
  case editRecord
  /// Make an own record of a film with an id.
  case makeRecord(String)
  /// Identify a film that is known by title and year only.
  case identifyByTitle
  /// Identify the films, of this number, that are known by title and year only.
  case identifyFilms(Int)
  case listCache
  case listLists
  case listViewings
  /// Record that two ids refer to the same film, if they do.
  case identify(FilmID, FilmID)
  case selectFilm
  /// Show the filter that hides films, and how to turn it off.
  case showFilter

  // Terminal
  case setLocale
  case setTerminalType
}
