package import FilmzDomain
import FilmzViewModels

// The texts of errors and warnings in a terminal: what happened, and what the user can do.

extension UserFacingError {
  /// The message and the remedy.
  package var text: String { message + (remedy.map { $0.joiner + $0.text } ?? "") }

  /// `true` if a source did not give a usable response, and the same command may succeed later.
  ///
  /// Filmz2 has a button to retry for all such errors (F11).
  var mayBeTemporary: Bool {
    if case .dailyLimit = lastingState { return false }
    guard exitCategory == .unavailable else { return false }
    return switch remedy {
    case nil, .checkConnection, .askAgain, .setKey, .getKey: true
    default: false
    }
  }
}

extension Warning {
  /// The message, the remedy and the consequence.
  package var text: String {
    switch self {
    case .problem(let message, let remedy, let consequence, _):
      let text = message + (remedy.map { $0.joiner + $0.text } ?? "")
      guard let consequence else { return text }
      // After a question, the consequence is a sentence.
      guard text.hasSuffix("?") else { return "\(text.withoutFullStop); \(consequence)" }
      return "\(text) \(consequence.prefix(1).uppercased())\(consequence.dropFirst())."
    case .offlineCopy(let age): return "offline: these results are from a copy fetched \(age)"
    case .unlistedRecords(let query):
      let text = Word(query).quotedIfNeeded
      return "own records match too; `search \(text) --source own` shows them"
    }
  }
}

extension HealthCheck {
  /// The findings on one line, with their remedies.
  var detailText: String { findings.map(\.text).joined(separator: "; ") }
}

extension Remedy {
  /// The text between a message and the remedy.
  fileprivate var joiner: String {
    switch self {
    case .getKey, .setKey, .updateCatalogWithPeople, .restore, .restoreLost: ": "
    case .updateCatalog, .useAnotherDatasetServer, .useAnotherHome: ", "
    default: "; "
    }
  }

  /// The remedy in terms of commands and options.
  var text: String {
    switch self {
    case .getKey(let key, let address): "get a free one at \(address), then \(Self.setting(key))"
    case .setKey(let key): Self.setting(key)
    case .checkKey(let key):
      "check the \(key.credentialNoun), then set it again: \(Self.setting(key))"
    case .askForKey(let key): "\(Self.setting(key)) asks for it"
    case .addKey(let key, let service):
      "with \(service.withArticle) \(key.credentialNoun), filmz can search there too: \(Self.setting(key))"
    case .goOnline: "leave --offline out, or use `offline off`"
    case .askService(let service):
      "\(service) is not asked while offline; leave --offline out, or use `offline off`"
    case .workOffline:
      "meanwhile, films come from the cache and the catalog; --offline avoids the wait"
    case .waitForAllowance:
      "no more requests are sent until midnight UTC; until then, films come from the cache and the catalog"
    case .saveRequests: "use --offline where you can; the count is reset at midnight UTC"
    case .checkConnection: "check the connection"
    case .askAgain(let seconds): "it is asked again in \(seconds) s"
    case .checkID: "check the id"
    case .addUnknown(let id): "check the id, or `add \(id) --force` adds it"
    case .leaveFiltersOut: "leave the others out, or use --source catalog"
    case .setRegion: "`config set region US` sets another region"
    case .importCatalog: "an imported catalog has more titles; see `help catalog`"
    case .fetchCatalog: "`catalog update` downloads all titles on IMDb"
    case .updateCatalog: "or use `catalog update`"
    case .updateCatalogWithPeople: "`catalog update --people` gets them"
    case .renewCatalog: "`catalog update` gets the titles released since"
    case .replaceCatalog:
      "`catalog update` makes a new one; until then the starter catalog is used"
    case .reimportCatalog: "import the catalog again, or remove it with `catalog remove`"
    case .importLocalFiles:
      "leave --offline out, use `offline off`, or use `catalog import` with files on this computer"
    case .useAnotherDatasetServer: "or name another URL with --from"
    case .forgetPublication: "`list unpublish` can forget that it is published"
    case .listFollowed: "`follow ls` lists them"
    case .readFollowed: "`follow update` reads them"
    case .setUpSync: "`sync setup folder PATH` sets it up"
    case .createSchema: "`sync setup postgres URL --create` sets it up, if you may"
    case .giveSyncKey: "give its file with --key (there, `sync key` shows it)"
    case .giveOtherSyncKey:
      "give the key that `sync key` shows on the machine that wrote them"
    case .forgetMachine:
      "`sync forget` with the first 8 letters of the file's name ignores a machine that is not used any more"
    case .takeSyncKey:
      "`sync key set` takes that key; if no machine of yours has it, `sync forget` ignores its files"
    case .syncElsewhere:
      "update filmz on each machine, then use `sync setup folder PATH` there with an empty folder, or, on a server, `sync key set` with the key of `sync key`; `sync forget` ignores a machine that is not used any more"
    case .listConflicts: "`sync conflicts` lists those that are left"
    case .listMachines: "`sync status` lists them"
    case .nameInstallation:
      "add what `sync status` shows in brackets, such as \"laptop (0A1B2C3D)\""
    case .checkFolder: "check the folder's permissions, or name another with --home"
    case .useAnotherHome: "or use another --home"
    case .restrictAccess(let path): "`chmod go= \(path)`"
    case .deleteCache: "delete the file; it holds none of your data"
    case .freeDiskSpace: "free some space soon"
    case .freeDiskSpaceNow: "free some space; nothing can be saved until then"
    case .checkDiskSpace: "check it with `df`"
    case .restore(let backup):
      "`backup restore \(backup.name)` restores the newest backup"
        + (backup.films.map { " (\($0.counted("film")))" } ?? "")
        + ", which lacks what was changed since it was made, and keeps this file"
    case .restoreLost(let backup):
      "`backup restore \(backup.name)` restores the newest backup"
        + (backup.films.map { " (\($0.counted("film")))" } ?? "")
        + ", which lacks what was changed since it was made; to start a new collection, move the backups elsewhere"
    case .restoreNewest(let backup, let days):
      "`backup restore \(backup.name)` restores the newest backup, "
        + (backup.films.map { $0.counted("film") + ", " } ?? "")
        + (days == 0 ? "less than a day" : days.counted("day")) + " old"
    case .startNewCollection:
      "to start a new collection, move the file elsewhere"
    case .copyCollection: "copy the file to a safe place, and restore a backup of your own"
    case .rebuild: "`db rebuild` makes them anew"
    case .makeBackup: "`backup now` makes a backup"
    case .listBackups: "`backup ls` lists all backups"
    case .listComments: "`comments` lists them with their numbers and ids"
    case .override: "--yes restores the old values anyway"
    case .listSettings: "`config ls` lists the settings"
    case .editSettings: "correct the lines in an editor"
    case .retrySearch: "`retry` runs it again"
    case .search(let title): "try `search \(title)`"
    case .searchOrListCollection: "try `search TITLE` or `ls`"
    case .listCollection: "`ls` lists your films"
    case .listCollections: "`collections --all` lists them"
    case .editRecord: "`record edit` changes it"
    case .makeRecord(let id): "`record new id=\(id) title=TITLE year=YEAR` enters it"
    case .listCache: "`cache ls` lists the films in it"
    case .listLists: "`list` shows your lists"
    case .listViewings: "`viewings` lists them with their numbers"
    case .identify(let id, let otherID):
      "if it is the same film, `identify \(id) \(otherID)` says so"
    case .nameTitle(let title, let searchesFirst):
      (searchesFirst ? "try `search TITLE` or `ls`; " : "")
        + "the film of that title is `title:\(title)`"
    case .selectFilm: "name one by number, id or title, or `show` one first"
    case .showKidsFilter: "`kids status` says what is shown"
    case .setLocale: "`export LC_ALL=C.UTF-8` if titles look wrong"
    case .setTerminalType: "`export TERM=xterm-256color` if the terminal can do more"
    }
  }

  private static func setting(_ key: SettingKey) -> String { "`config set \(key.rawValue) -`" }
}
