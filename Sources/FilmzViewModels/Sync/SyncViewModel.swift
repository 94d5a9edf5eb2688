package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
package import FilmzSync
import Foundation

/// Keeps the collections of several machines alike, through a folder that something else carries between them.
package struct SyncViewModel: Sendable {
  let services: FilmServices
  let database: CollectionDatabase
  let paths: Paths
  private let expandPath: @Sendable (String) -> String

  /// Creates a view model; `expandPath` expands `~` in paths that the user typed.
  package init(
    services: FilmServices, database: CollectionDatabase, paths: Paths,
    expandPath: @escaping @Sendable (String) -> String
  ) {
    self.services = services
    self.database = database
    self.paths = paths
    self.expandPath = expandPath
  }

  /// The path of the folder; `nil` if sync is not set up.
  package var folder: String? { (try? SyncSettings.load(paths.sync))?.folder }

  // MARK: - Setting up

  /// Returns whether a folder has files of filmz, which need a key that this machine does not have.
  package func needsKey(folder path: String) throws -> Bool {
    let key = (try? SyncSettings.load(paths.sync))?.key ?? SyncKey()
    let folder = absolute(path)
    let state = try mapFolderErrors(folder) { try SyncFolder(path: folder, key: key).keyState() }
    return state != .empty && state != .matches
  }

  /// Sets up sync with a folder, which must exist, and syncs.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - keyText: The key of the files in the folder; `nil` for the key of this machine or, if it has none, a new one.
  ///   - context: The context of the command.
  /// - Returns: The key, and what the first sync has done.
  /// - Throws: A ``SyncError``; nothing is written without the right key.
  package func setUp(
    folder path: String, keyText: String?, in context: CommandContext
  ) async throws -> (key: String, report: SyncReport) {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let previous = try previousSettings()
    let typed = try keyText.map { text in
      guard let key = SyncKey(text: text) else { throw SyncError.invalidKey }
      return key
    }
    let folder = try usableFolder(path)
    let settings = SyncSettings(
      folder: folder, key: typed ?? previous?.key ?? SyncKey(),
      name: previous?.name ?? SyncSettings.defaultName, hidden: previous?.hidden ?? [])
    let state = try mapFolderErrors(folder) { try settings.syncFolder.keyState() }
    guard state == .empty || state == .matches else {
      guard typed != nil else { throw SyncError.keyNeeded(path: folder) }
      guard state != .unknown else { throw SyncError.incompleteFolder(path: folder) }
      let file = try mapFolderErrors(folder) { try settings.syncFolder.fileOfOtherKey() }
      throw SyncError.wrongKey(path: folder, file: file)
    }
    let collection = try await database.openForWriting(at: context.now).collection
    try await collection.forgetAllFiles()
    try settings.save(paths.sync)
    do {
      // Without a file, another machine would take the folder for a new one, and make a key of its own.
      return (settings.key.text, try await run(settings, context, announces: true))
    } catch {
      // Not part of this task, which the user may have cancelled.
      await Task { try? await undoSetUp(settings, previous, collection) }.value
      throw error
    }
  }

  /// Returns the settings that a new setup replaces; `nil` if there are none, or if they cannot be used.
  private func previousSettings() throws -> SyncSettings? {
    do { return try SyncSettings.load(paths.sync) } catch SyncError.unusableSettings { return nil }
  }

  /// Returns the absolute path of a folder that the user has named.
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

  /// Puts the previous settings back after a first sync that has failed, unless it has written a file, whose key would
  /// be lost.
  private func undoSetUp(
    _ settings: SyncSettings, _ previous: SyncSettings?, _ collection: CollectionStore
  ) async throws {
    let own = try await collection.currentInstallation()
    guard let files = try? settings.syncFolder.list().entries,
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
  ///   - isAutomatic: `true` to throw ``SyncError/busy`` while another process syncs, and not to refill a folder that
  ///     has become empty, such as that of a drive which is not mounted.
  ///   - context: The context of the command.
  /// - Returns: What was done.
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
      let sync = FolderSync(
        collection: collection, folder: settings.syncFolder, name: settings.name, refills: refills,
        announces: announces, hidden: Set(settings.hidden), now: context.now)
      var report = try await mapFolderErrors(settings.folder) { try await sync.run() }
      if report.received > 0 { await services.lookup.clearMemory() }
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
