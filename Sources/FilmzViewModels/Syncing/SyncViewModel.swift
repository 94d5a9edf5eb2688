package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
package import FilmzSync
package import Foundation

/// The folder or server through which a collection is synced, as the user named it.
package enum SyncPlace: Sendable {
  /// The path of a folder.
  case folder(String)
  /// The address of a PostgreSQL database, which may contain a password.
  case server(String)
}

/// Synchronizes the collections of several machines through a server, or a folder that another program copies between
/// them.
package struct SyncViewModel: Sendable {
  let services: FilmServices
  let database: CollectionDatabase
  let paths: Paths
  let carriers = SyncCarriers()
  private let expandPath: @Sendable (String) -> String

  /// Creates a view model; `expandPath` expands `~` in paths that the user typed.
  package init(
    services: FilmServices, database: CollectionDatabase, paths: Paths,
    expandPath: @escaping @Sendable (String) -> String
  ) {
    (self.services, self.database, self.paths) = (services, database, paths)
    self.expandPath = expandPath
  }

  /// The path of the folder, or the address of the server without its password; `nil` if sync is not set up.
  package var place: String? { (try? SyncSettings.load(paths.sync))?.place }

  /// `true` if sync is set up with a server.
  package var isOnServer: Bool { if case .server = namedPlace { true } else { false } }

  /// The folder or the server; `nil` if sync is not set up.
  var namedPlace: SyncPlace? {
    guard let settings = try? SyncSettings.load(paths.sync) else { return nil }
    return settings.server.map { .server($0) } ?? .folder(settings.place)
  }

  // MARK: - Setting up

  /// Returns whether a place has files of filmz, which need a key that this machine does not have.
  package func needsKey(_ place: SyncPlace, in context: CommandContext) async throws -> Bool {
    let key = (try? SyncSettings.load(paths.sync))?.key ?? SyncKey()
    let settings = try settings(of: place, key: key, previous: nil)
    let state = try await mapCarrierErrors(settings.place) {
      try await carriers.carrier(settings, in: context).keyState()
    }
    return state != .empty && state != .matches
  }

  /// Sets up sync through a place, and syncs.
  ///
  /// - Parameters:
  ///   - place: The folder, which must exist, or the server.
  ///   - keyText: The key of the files there; `nil` for the key of this machine or, if it has none, a new one.
  ///   - context: The context of the command.
  /// - Returns: The key, and the report of the first sync.
  /// - Throws: A ``SyncError``; nothing is written without the right key.
  package func setUp(
    _ place: SyncPlace, keyText: String?, in context: CommandContext
  ) async throws -> (key: String, report: SyncReport) {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let previous = try previousSettings()
    let typed = try keyText.map { text in
      guard let key = SyncKey(text: text) else { throw SyncError.invalidKey }
      return key
    }
    let settings = try settings(
      of: place, key: typed ?? previous?.key ?? SyncKey(), previous: previous)
    let carrier = try carriers.carrier(settings, in: context)
    let state = try await mapCarrierErrors(settings.place) { try await carrier.keyState() }
    guard state == .empty || state == .matches else {
      guard typed != nil else { throw SyncError.keyNeeded(path: settings.place) }
      guard state != .unknown else { throw SyncError.incompleteFolder(path: settings.place) }
      let file = try await mapCarrierErrors(settings.place) { try await carrier.fileOfOtherKey() }
      throw SyncError.wrongKeyGiven(path: settings.place, file: file)
    }
    let collection = try await database.openForWriting(at: context.now).collection
    try await collection.forgetAllFiles()
    try await collection.forgetSharedComments()
    try settings.save(paths.sync)
    do {
      // Without a file, another machine would regard the place as new, and make its own key.
      return (settings.key.text, try await run(settings, context, announces: true))
    } catch {
      // A task of its own, because the user may have cancelled this one.
      await Task { try? await undoSetUp(settings, previous, collection, context) }.value
      throw error
    }
  }

  /// Returns the settings for a place; the name of this machine is that of the previous settings.
  private func settings(
    of place: SyncPlace, key: SyncKey, previous: SyncSettings?
  ) throws -> SyncSettings {
    var settings = SyncSettings(
      place: "", key: key, name: previous?.name ?? SyncSettings.defaultName,
      hidden: previous?.hidden ?? [])
    switch place {
    case .folder(let path): settings.place = try usableFolder(path)
    case .server(let url):
      settings.place = try SyncCarriers.address(url).place
      settings.server = url
    }
    return settings
  }

  /// Returns the settings that a new setup replaces; `nil` if there are none, or if they cannot be used.
  private func previousSettings() throws -> SyncSettings? {
    do { return try SyncSettings.load(paths.sync) } catch SyncError.unusableSettings { return nil }
  }

  /// Returns the absolute path of a folder that the user has typed.
  private func usableFolder(_ path: String) throws -> String {
    let folder = absolute(path)
    guard !folder.contains(where: \.isNewline) else { throw SyncError.notAFolder(path: path) }
    let own = [paths.dataFolder, paths.cacheFolder, paths.stateFolder, paths.configFolder]
    let resolved = URL(filePath: folder).resolvingSymlinksInPath().path + "/"
    let overlaps = own.compactMap { $0?.resolvingSymlinksInPath().path }.contains { own in
      resolved.hasPrefix(own + "/") || (own + "/").hasPrefix(resolved)
    }
    guard !overlaps else { throw SyncError.ownFolder(path: folder) }
    return folder
  }

  /// Restores the previous settings after a failed first sync, unless it has written a file: the key of the file would
  /// be lost.
  private func undoSetUp(
    _ settings: SyncSettings, _ previous: SyncSettings?, _ collection: CollectionStore,
    _ context: CommandContext
  ) async throws {
    let own = try await collection.currentInstallation()
    let carrier = try carriers.carrier(settings, in: context)
    guard let files = try? await carrier.list(expectsFiles: false).entries,
      !files.contains(where: { $0.file.installation == own })
    else { return }
    try await collection.forgetAllFiles()
    updateState { $0 = SyncState() }
    guard let previous else { return try removeSettings() }
    try previous.save(paths.sync)
  }

  // MARK: - Syncing

  /// Sends and receives changes.
  ///
  /// - Parameters:
  ///   - isAutomatic: `true` to throw ``SyncError/busy`` while another process syncs, and not to write all files again
  ///     into a folder that has become empty, such as that of an unmounted drive.
  ///   - context: The context of the command.
  /// - Returns: The report of the sync.
  /// - Throws: A ``SyncError``, a `StoreError`.
  package func synchronize(
    isAutomatic: Bool = false, in context: CommandContext
  ) async throws -> SyncReport {
    _ = try settings()
    let lock = try await locked(waiting: !isAutomatic)
    defer { withExtendedLifetime(lock) {} }
    return try await run(settings(), context, refills: !isAutomatic)
  }

  /// Syncs, and stores the result as the state; the caller holds the lock, and has read the settings since.
  func run(
    _ settings: SyncSettings, _ context: CommandContext, refills: Bool = true,
    announces: Bool = false
  ) async throws -> SyncReport {
    let start = ContinuousClock.now
    do {
      let collection = try await database.openForWriting(at: context.now).collection
      let sync = CollectionSync(
        collection: collection, carrier: try carriers.carrier(settings, in: context),
        name: settings.name, refills: refills, announces: announces, hidden: Set(settings.hidden),
        now: context.now)
      var report = try await mapCarrierErrors(settings.place) { try await sync.run() }
      if report.received > 0 { await services.lookup.clearMemory() }
      if report.tooLarge > 0 { report.problems += try await oversizedProblems(collection) }
      try await shareComments(settings, collection, &report, in: context)
      let hidden = try await FilmItemAssembler(database: database, lookup: services.lookup)
        .hiddenFilms(among: Set(report.broughtBack))
      report.hiddenBroughtBack = hidden.count
      report.broughtBack.removeAll { hidden.contains($0) }
      report.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      updateState { [report] state in
        state.lastSync = context.now
        state.problems = report.problems
        state.failure = nil
      }
      return report
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      updateState { state in
        state.problems = [(error as? any UserFacingError)?.message].compactMap(\.self)
        state.failure = (error as? SyncError)?.state.rawValue
      }
      throw error
    }
  }

  /// Changes the stored state; a failure to save it is ignored.
  func updateState(_ change: (inout SyncState) -> Void) {
    let file = JSONFile<SyncState>(url: paths.syncState)
    var state = file.load() ?? SyncState()
    change(&state)
    try? file.save(state)
  }

  /// Locks sync for this process; waits for another one for at most ten seconds.
  func locked(waiting isWaiting: Bool = true) async throws -> FileLock {
    try mapFileErrors(PrivateFile.createFolder(paths.stateFolder))
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
      let path = paths.syncLock.path(percentEncoded: false)
      if let lock = try mapFileErrors(FileLock.tryLock(file: path)) { return lock }
      guard isWaiting, ContinuousClock.now < deadline else { throw SyncError.busy }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func absolute(_ path: String) -> String {
    let url = URL(filePath: expandPath(path)).standardizedFileURL
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

/// The state of sync.
package struct SyncStatus: Sendable {
  package enum State: String, Sendable {
    case off
    case synced
    /// There are changes to send, or files to read.
    case waiting
    case unreachable
    case wrongKey = "wrong key"
    case full
  }

  /// The kind of place through which the machines exchange their changes.
  package enum PlaceKind: String, Sendable {
    case folder
    case server
  }

  package var state = State.off
  /// `nil` if sync is off.
  package var kind: PlaceKind?
  /// The folder, or the address of the server without its password; `nil` if sync is off.
  package var place: String?
  package var name: String?
  package var lastSync: Date?
  package var unsent = 0
  /// The id of the newest change of this machine; `nil` if there is none.
  package var lastChange: String?
  package var problems: [String] = []
  package var peers: [SyncPeer] = []
}

/// A conflict with the names that messages show.
package struct ListedConflict: Sendable, Hashable {
  package var conflict: ValueConflict
  /// The title of the film; the id if it has none, or the kind of the subject if it belongs to no film.
  package let title: String
  /// The name of the machine whose value was replaced.
  package var from: String
  /// The number in the list, from 1.
  package var number = 0
}

/// The time of the last sync, and its problems.
struct SyncState: Codable, Sendable, Equatable {
  var lastSync: Date?
  var problems: [String]?
  /// The raw value of the state that the last failure caused.
  var failure: String?
  /// The conflicts that were listed last, in the order of their numbers.
  var listedConflicts: [String]?
}
