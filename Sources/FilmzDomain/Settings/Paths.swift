package import Foundation

/// The locations of filmz's files.
///
/// With `--home` or `FILMZ_HOME`, they are all in one folder. Otherwise, they are in the XDG base
/// directories. With `--config`, the settings file can be anywhere.
package struct Paths: Sendable, Hashable {
  /// The settings file.
  package let configFile: URL
  /// The folder of the settings file; `nil` if `--config` specifies the file.
  package let configFolder: URL?
  /// The folder for settings of the home, also if `--config` specifies a settings file in another folder.
  package let settingsFolder: URL
  package let dataFolder: URL
  package let cacheFolder: URL
  package let stateFolder: URL

  package var collection: URL { dataFolder.appending(path: "collection.sqlite") }
  /// The folder of the collection's backups.
  package var backups: URL { dataFolder.appending(path: "backups") }
  package var filmCache: URL { cacheFolder.appending(path: "films.sqlite") }
  /// The result set of the last shell session.
  package var session: URL { stateFolder.appending(path: "session.json") }
  /// The last query of `discover` and the position that was reached in its films.
  package var discover: URL { stateFolder.appending(path: "discover.json") }
  /// The last query of `sql`.
  package var lastQuery: URL { stateFolder.appending(path: "query.json") }
  /// The installation id of this home, which the journal records with each step.
  package var installation: URL { stateFolder.appending(path: "installation.json") }
  /// The identity of the collection file that a check found damaged.
  package var damage: URL { stateFolder.appending(path: "damaged.json") }
  /// The imported catalog.
  package var catalog: URL { dataFolder.appending(path: "catalog.sqlite") }
  /// The index of own records, for searches.
  package var recordIndex: URL { cacheFolder.appending(path: "records.sqlite") }
  /// The index of imported records, for searches.
  package var importedRecordIndex: URL { cacheFolder.appending(path: "imported.sqlite") }
  /// The folder of downloaded dataset files.
  package var datasets: URL { cacheFolder.appending(path: "datasets") }
  /// The lines typed in the shell.
  package var history: URL { stateFolder.appending(path: "history") }
  /// The number of today's requests to each service.
  package var requests: URL { stateFolder.appending(path: "requests.json") }
  /// The warnings about settings that were shown today.
  package var settingsWarnings: URL { stateFolder.appending(path: "settings-warnings.json") }
  /// The folder or server through which the home is synced, and its key; in the settings folder of the home.
  package var sync: URL { settingsFolder.appending(path: "sync.toml") }
  /// The time and the problem of the last sync.
  package var syncState: URL { stateFolder.appending(path: "sync.json") }
  /// The lock that only one process of a home holds while it syncs.
  package var syncLock: URL { stateFolder.appending(path: "sync.lock") }
  /// The PIN of the kids filter, as a salted hash.
  package var pin: URL { stateFolder.appending(path: "kids.json") }
  /// The log of unexpected errors.
  package var log: URL { stateFolder.appending(path: "log") }

  /// Creates the paths from the options `--home` and `--config` and the environment.
  package init(home: String?, config: String?, environment: [String: String]) {
    let folders = Self.folders(home: home, environment: environment)
    configFile = config.map { URL(filePath: $0) } ?? folders.config.appending(path: "config.toml")
    configFolder = config == nil ? folders.config : nil
    settingsFolder = folders.config
    dataFolder = folders.data
    cacheFolder = folders.cache
    stateFolder = folders.state
  }

  private typealias Folders = (config: URL, data: URL, cache: URL, state: URL)

  private static func folders(home: String?, environment: [String: String]) -> Folders {
    if let home = home ?? environment["FILMZ_HOME"], !home.isEmpty {
      let root = URL(filePath: home)
      return (
        root.appending(path: "config"), root.appending(path: "data"),
        root.appending(path: "cache"), root.appending(path: "state")
      )
    }
    func folder(_ variable: String, _ fallback: String) -> URL {
      if let value = environment[variable], value.hasPrefix("/") {
        return URL(filePath: value).appending(path: "filmz")
      }
      let userHome = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
      return URL(filePath: userHome).appending(path: fallback).appending(path: "filmz")
    }
    return (
      folder("XDG_CONFIG_HOME", ".config"), folder("XDG_DATA_HOME", ".local/share"),
      folder("XDG_CACHE_HOME", ".cache"), folder("XDG_STATE_HOME", ".local/state")
    )
  }
}
