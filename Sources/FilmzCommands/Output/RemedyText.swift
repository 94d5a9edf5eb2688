package import FilmzDomain
import FilmzViewModels

// What failures and warnings say in a terminal: what happened, and what to type.

extension UserFacingError {
  /// What happened, and what to do about it.
  package var text: String { message + (remedy.map { $0.joiner + $0.text } ?? "") }
}

extension Warning {
  /// What happened, what to do about it, and what follows from it.
  package var text: String {
    switch self {
    case .trouble(let message, let remedy, let consequence):
      let text = message + (remedy.map { $0.joiner + $0.text } ?? "")
      return consequence.map { "\(text.withoutFullStop); \($0)" } ?? text
    case .offlineCopy(let age): return "--offline; from a copy of \(age)"
    }
  }
}

extension HealthCheck {
  /// What was found, and what the failure that was found says can be done.
  var detailText: String { findings.map(\.text).joined(separator: "; ") }
}

extension Remedy {
  /// What stands between what happened and the remedy.
  fileprivate var joiner: String {
    switch self {
    case .getKey, .setKey, .updateCatalogWithPeople, .restore, .restoreLost: ": "
    case .goOnline: " "
    case .updateCatalog, .useAnotherDatasetServer, .useAnotherHome: ", "
    default: "; "
    }
  }

  /// What to do, in the words of commands and options.
  var text: String {
    switch self {
    case .getKey, .setKey, .askForKey, .addKey: keyText
    case .goOnline: "with --offline; leave that out to ask"
    case .askService(let service): "without --offline \(service) can be asked"
    case .checkConnection: "check the connection, or use --offline"
    case .checkID: "check the id"
    case .searchOneYear: "give a single --year, or --source catalog"
    case .leaveFiltersOut: "leave the rest out, or use --source catalog"
    case .importCatalog: "an imported catalog knows more: `help catalog`"
    case .updateCatalog: "or use `catalog update`"
    case .updateCatalogWithPeople: "`catalog update --people` gets them"
    case .reimportCatalog: "import it again, or `catalog remove`"
    case .useAnotherDatasetServer: "or name another address with --from"
    case .useAnotherHome: "or use another --home"
    case .checkFolder: "check the folder's rights, or name another with --home"
    case .restore, .restoreLost, .makeBackup, .listBackups: backupText
    case .override: "--yes overrides that"
    case .listSettings: "`config ls` lists them"
    }
  }

  private var keyText: String {
    switch self {
    case .getKey(let key, let address):
      "get one free at \(address), then \(Self.setting(key))"
    case .setKey(let key): Self.setting(key)
    case .addKey(let key, let service):
      "\(service.withArticle) key lets filmz look further: \(Self.setting(key))"
    case .askForKey(let key): "\(Self.setting(key)) asks for it"
    default: ""
    }
  }

  private static func setting(_ key: SettingKey) -> String { "`config set \(key.rawValue) -`" }

  private var backupText: String {
    switch self {
    case .restore(let backup):
      "`backup restore \(backup.name)` brings back that backup"
        + (backup.films.map { ", \($0.counted("film"))," } ?? "") + " and sets this file aside"
    case .restoreLost(let backup):
      "`backup restore \(backup.name)` brings back the newest backup"
        + (backup.films.map { ", \($0.counted("film"))" } ?? "")
        + "; to start a new one, move the backups away"
    case .makeBackup: "`backup now` makes one"
    case .listBackups: "`backup ls` lists all"
    default: ""
    }
  }
}

extension String {
  /// The name behind `a` or `an`, by its first letter.
  fileprivate var withArticle: String {
    let isVowel = first.map { "AEIOaeio".contains($0) } ?? false
    return (isVowel ? "an " : "a ") + self
  }
}
