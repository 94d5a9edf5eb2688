package import FilmzDomain
import FilmzViewModels

// The texts of errors and warnings in a terminal: what happened, and what the user can do.

extension UserFacingError {
  /// The message and the remedy.
  package var text: String { message + (remedy.map { $0.joiner + $0.text } ?? "") }

  /// The text for a status line: a few words if there are some, otherwise the message and the remedy.
  var statusText: String { brief ?? text }

  /// `true` if a source did not give a usable response, and the same command may succeed later or after a key was set.
  ///
  /// Source: Filmz2, which has a button to retry after such errors.
  var canBeRetried: Bool {
    if case .dailyLimit = lastingState { return false }
    guard exitCategory == .unavailable else { return false }
    return switch remedy {
    case nil, .checkConnection, .askAgain, .setKey, .getKey: true
    default: false
    }
  }
}

extension Warning {
  /// The text for a status line: a few words if there are some, otherwise the whole text.
  var statusText: String { brief ?? text }

  /// The message, the remedy and the consequence.
  package var text: String {
    switch self {
    case .problem(let message, let remedy, let consequence, _, _):
      let text = message + (remedy.map { $0.joiner + $0.text } ?? "")
      guard let consequence else { return text }
      // After a question mark, the consequence begins a sentence.
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
  /// The findings on one line, with their hints but without ``HealthCheck/remedy``.
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
    case .checkKey(let key): "check the \(key.credentialNoun), then set it again: \(Self.setting(key))"
    case .askForKey(let key): "\(Self.setting(key)) asks for it"
    case .addKey(let key, let service):
      "with \(service.withArticle) \(key.credentialNoun), filmz can search \(service) too: \(Self.setting(key))"
    case .setAddress(let key):
      "`config set \(key.rawValue) URL` sets another address, `config unset \(key.rawValue)` restores the default"
    case .setVariable(let variable): "set \(variable) to another address, or unset it"
    case .goOnline: "leave --offline out, or use `offline off`"
    case .askService(let service): "\(service) is not asked while offline; leave --offline out, or use `offline off`"
    case .workOffline: "meanwhile, films come from the cache and the catalog; --offline avoids the wait"
    case .waitForAllowance:
      "no more requests are sent until midnight UTC; until then, films come from the cache and the catalog"
    case .saveRequests: "use --offline where you can; the count is reset at midnight UTC"
    case .checkConnection: "check the connection"
    case .askAgain(let seconds): "the service is asked again in \(seconds) s"
    case .checkID: "check the id"
    case .addUnknown(let ids):
      "check the \(ids.count == 1 ? "id" : "ids"), or "
        + "`add \(ids.map(\.rawValue).joined(separator: " ")) --force` adds \(ids.count == 1 ? "it" : "them")"
    case .forceUnknown: "check the id, or repeat the command with --force"
    case .leaveFiltersOut: "leave the other filters out, or use --source catalog"
    case .setRegion: "`config set region US` sets another region"
    case .importCatalog: "an imported catalog has more titles; see `help catalog`"
    case .fetchCatalog: "`catalog update` downloads all titles on IMDb"
    case .updateCatalog: "or use `catalog update`"
    case .updateCatalogWithPeople: "`catalog update --people` gets them"
    case .renewCatalog: "`catalog update` gets the titles released since"
    case .replaceCatalog: "`catalog update` makes a new one; until then the starter catalog is used"
    case .reimportCatalog: "import the catalog again, or remove it with `catalog remove`"
    case .importLocalFiles:
      "leave --offline out, use `offline off`, or use `catalog import` with files on this computer"
    case .useAnotherDatasetServer: "or name another URL with --from"
    case .forgetPublication: "`list unpublish` can forget that it is published"
    case .listFollowed: "`follow ls` shows the followed lists"
    case .readFollowed: "`follow update` reads them"
    case .setUpSync: "`sync setup folder PATH` sets it up"
    case .createSchema: "`sync setup postgres URL --create` sets it up, if you have the right to create a schema"
    case .enterSyncKey: "give a file with the key with --key; on a machine that syncs there, `sync key` shows the key"
    case .enterOtherSyncKey: "give the key that `sync key` shows on the machine that wrote the files"
    case .forgetMachine:
      "`sync forget` with the first 8 letters of the file's name ignores a machine that is not used any more"
    case .replaceSyncKey:
      "enter the key of these files with `sync key set`; if it is lost, `sync forget` ignores the files"
    case .syncElsewhere:
      "update filmz on each machine; then, to sync with a folder, use `sync setup folder PATH` on each with an empty"
        + " folder; to sync with a server, enter the key that `sync key` shows with `sync key set` on each; `sync forget`"
        + " ignores a machine that is not used any more"
    case .listConflicts: "`sync conflicts` lists the conflicts that are left"
    case .listMachines: "`sync status` lists the other machines"
    case .nameInstallation: "add what `sync status` shows in brackets, such as \"laptop (0A1B2C3D)\""
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
        + ", without the changes made since then, and keeps this file"
    case .restoreLost(let backup):
      "`backup restore \(backup.name)` restores the newest backup"
        + (backup.films.map { " (\($0.counted("film")))" } ?? "")
        + ", without the changes made since then; to start a new collection, move the backups elsewhere"
    case .restoreNewest(let backup, let days):
      "`backup restore \(backup.name)` restores the newest backup, "
        + (backup.films.map { $0.counted("film") + ", " } ?? "")
        + (days == 0 ? "less than a day" : days.counted("day")) + " old"
    case .startNewCollection: "to start a new collection, move the file elsewhere"
    case .copyCollection: "copy the file to a safe place, and restore a backup of your own"
    case .rebuild: "`db rebuild` recreates the tables and indexes"
    case .makeBackup: "`backup now` makes a backup"
    case .listBackups: "`backup ls` lists all backups"
    case .listComments: "`comments` lists them with their numbers and ids"
    case .override: "--yes restores the old values anyway; " + Remedy.undoOlderSteps.text
    case .undoOlderSteps: "`undo N` undoes those of the N newest steps that can be undone (`log` lists them)"
    case .undoElsewhere(let machine): "`undo` on \(machine) undoes it, and the next `sync` brings the result here"
    case .listSettings: "`config ls` lists the settings"
    case .editSettings: "correct the lines in an editor"
    case .retrySearch: "`retry` runs it again"
    case .search(let title): "try `search \(title)`"
    case .searchOrListCollection: "try `search TITLE` or `ls`"
    case .showResults: "`results` shows them with their numbers"
    case .listCollection: "`ls` lists your films"
    case .listCollections: "`collections --all` lists them"
    case .editRecord: "`record edit` changes it"
    case .makeRecord(let id): "`record new id=\(id) title=TITLE year=YEAR` enters it"
    case .identifyByTitle: "`identify` finds the film"
    case .identifyFilms(let count): knownByTitleText(count) + "; `identify` finds \(count == 1 ? "it" : "them")"
    case .listCache: "`cache ls` lists the films in it"
    case .listLists: "`list` shows your lists"
    case .listViewings: "`viewings` lists them with their numbers"
    case .identify(let id, let otherID): "if both are the same film, use `identify \(id) \(otherID)`"
    case .nameTitle(let title, let searchesFirst):
      (searchesFirst ? "try `search TITLE` or `ls`; " : "") + "the film of that title is `title:\(title)`"
    case .selectFilm: "name a film by number, id or title, or select one with `show`"
    case .showFilter: "`kids status` says what is shown"
    case .setLocale: "`export LC_ALL=C.UTF-8` if titles look wrong"
    case .setTerminalType: "`export TERM=xterm-256color` if the terminal can do more"
    }
  }

  private func knownByTitleText(_ count: Int) -> String {
    "\(count.grouped("film")) \(count == 1 ? "is" : "are") known by title and year only"
  }

  private static func setting(_ key: SettingKey) -> String { "`config set \(key.rawValue) -`" }
}
