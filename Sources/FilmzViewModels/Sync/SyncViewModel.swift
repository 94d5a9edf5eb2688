package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
package import FilmzSync
import Foundation
import Glibc

/// Keeps the collections of several machines alike, through a folder that something else carries between them.
package struct SyncViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase
  private let paths: Paths
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
    let state = try mapped(folder) { try SyncFolder(path: folder, key: key).keyState() }
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
    let previous = try? SyncSettings.load(paths.sync)
    let typed = try keyText.map { text in
      guard let key = SyncKey(text: text) else { throw SyncError.invalidKey }
      return key
    }
    let folder = absolute(path)
    guard !folder.contains(where: \.isNewline) else { throw SyncError.notAFolder(path: path) }
    let settings = SyncSettings(
      folder: folder, key: typed ?? previous?.key ?? SyncKey(),
      name: previous?.name ?? SyncSettings.defaultName, hidden: previous?.hidden ?? [])
    let state = try mapped(folder) { try SyncFolder(path: folder, key: settings.key).keyState() }
    guard state == .empty || state == .matches else {
      throw typed == nil ? SyncError.keyNeeded(path: folder) : SyncError.wrongKey(path: folder)
    }
    let collection = try await database.openForWriting(at: context.now).collection
    try await collection.forgetAllFiles()
    try settings.save(paths.sync)
    return (settings.key.text, try await run(settings, context))
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
    guard folder != nil else { throw SyncError.notSetUp }
    let lock = try await locked(waiting: !isAutomatic)
    defer { withExtendedLifetime(lock) {} }
    return try await run(settings(), context, refills: !isAutomatic)
  }

  /// The caller holds the lock, and has read the settings since.
  private func run(
    _ settings: SyncSettings, _ context: CommandContext, refills: Bool = true
  ) async throws -> SyncReport {
    let start = ContinuousClock.now
    do {
      let collection = try await database.openForWriting(at: context.now).collection
      let sync = FolderSync(
        collection: collection, folder: SyncFolder(path: settings.folder, key: settings.key),
        name: settings.name, refills: refills, now: context.now)
      var report = try await mapped(settings.folder) { try await sync.run() }
      if report.received > 0 { await services.lookup.clearMemory() }
      let hidden = try await FilmItemAssembler(database: database, lookup: services.lookup)
        .hiddenFilms(among: Set(report.broughtBack))
      report.hiddenBroughtBack = hidden.count
      report.broughtBack.removeAll { hidden.contains($0) }
      report.milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
      updateState { [report] state in
        state.lastSync = context.now
        state.problem = report.problems.first
        state.failure = nil
      }
      return report
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      updateState { state in
        state.problem = (error as? any UserFacingError)?.message
        state.failure = (error as? SyncError)?.state.rawValue
      }
      throw error
    }
  }

  /// Changes the stored state; a failure to save it is ignored.
  private func updateState(_ change: (inout SyncState) -> Void) {
    let file = JSONFile<SyncState>(url: paths.syncState)
    var state = file.load() ?? SyncState()
    change(&state)
    try? file.save(state)
  }

  /// Locks sync for this process; waits for another one for at most ten seconds.
  private func locked(waiting isWaiting: Bool = true) async throws -> FileLock {
    try PrivateFile.createFolder(paths.stateFolder)
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
      let path = paths.syncLock.path(percentEncoded: false)
      if let lock = try FileLock.tryLock(file: path) { return lock }
      guard isWaiting, ContinuousClock.now < deadline else { throw SyncError.busy }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  private func absolute(_ path: String) -> String {
    let url = URL(filePath: expandPath(path)).standardizedFileURL
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  // MARK: - State

  package func status(in context: CommandContext) async throws -> SyncStatus {
    guard let settings = try SyncSettings.load(paths.sync) else { return SyncStatus() }
    let stored = JSONFile<SyncState>(url: paths.syncState).load() ?? SyncState()
    let collection = try await database.openForReading().collection
    var status = SyncStatus()
    status.folder = settings.folder
    status.name = settings.name
    status.lastSync = stored.lastSync
    status.problem = stored.problem
    status.unsent = try await collection.unsentCount()
    do {
      let folder = SyncFolder(path: settings.folder, key: settings.key)
      let peers = try await mapped(settings.folder) {
        try await SyncPeers(folder: folder, collection: collection).peers()
      }
      status.peers = peers.peers.filter { !settings.hidden.contains($0.installation) }
      status.state = status.unsent > 0 || peers.unread > 0 ? .waiting : .synced
      status.problem = peers.problem ?? status.problem
      if let failure = stored.failure.flatMap(SyncStatus.State.init), failure != .unreachable {
        status.state = failure
      }
      if peers.hasOtherKey { throw SyncError.wrongKey(path: settings.folder) }
    } catch let error as SyncError {
      status.state = error.state
      status.problem = error.message
    }
    return status
  }

  // MARK: - Conflicts

  private func conflicts() async throws -> [ListedConflict] {
    let collection = try await database.openForReading().collection
    let names = try await machineNames(collection)
    let all = try await collection.conflicts()
    let hidden = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .hiddenFilms(among: Set(all.compactMap(\.film)))
    let conflicts = all.filter { conflict in conflict.film.map { !hidden.contains($0) } ?? true }
    let entries = try await collection.entries(conflicts.compactMap(\.film))
    return conflicts.map { conflict in
      let title = conflict.film.map { entries[$0]?.caption?.title ?? $0.rawValue }
      return ListedConflict(
        conflict: conflict, title: title ?? conflict.name ?? conflict.subject.kind.rawValue,
        from: names[conflict.replacedFrom] ?? "another machine")
    }
  }

  /// Returns the conflicts; their numbers are valid for ``keep(_:in:)`` until the next list.
  package func list() async throws -> [ListedConflict] {
    let conflicts = try await conflicts()
    updateState { $0.listedConflicts = conflicts.map(\.key) }
    return conflicts
  }

  /// Sets the value that a conflict has replaced; `number` is its number in the list, from 1.
  package func keep(_ number: Int, in context: CommandContext) async throws -> ListedConflict {
    let conflicts = try await conflicts()
    let listed =
      JSONFile<SyncState>(url: paths.syncState).load()?.listedConflicts ?? conflicts.map(\.key)
    guard listed.indices.contains(number - 1) else {
      throw SyncError.noSuchConflict(number, count: listed.count)
    }
    guard let conflict = conflicts.first(where: { $0.key == listed[number - 1] }) else {
      throw SyncError.settledConflict(number)
    }
    let collection = try await database.openForWriting(at: context.now).collection
    try await collection.restore(conflict.conflict, context.line, at: context.now)
    return conflict
  }

  /// Returns the names of this and the other machines by their installations.
  package func machineNames() async throws -> [String: String] {
    try await machineNames(try await database.openForReading().collection)
  }

  private func machineNames(_ collection: CollectionStore) async throws -> [String: String] {
    let own = try await collection.installations()
    guard let settings = try? SyncSettings.load(paths.sync) else {
      return Dictionary(own.map { ($0, SyncSettings.defaultName) }) { first, _ in first }
    }
    let folder = SyncFolder(path: settings.folder, key: settings.key)
    let peers = try? await SyncPeers(folder: folder, collection: collection).peers().peers
    var names = Dictionary((peers ?? []).map { ($0.installation, $0.name) }) { first, _ in first }
    for installation in own { names[installation] = settings.name }
    return names
  }

  // MARK: - Key and name

  /// Returns the key, for the other machines.
  package func keyText() throws -> String { try settings().key.text }

  /// Returns the key in a file.
  package func keyText(fromFile path: String) throws -> String {
    // The key itself instead of the name of its file must not get into a message.
    guard !SecretDetector.containsSecret(path) else { throw SyncError.keyInsteadOfFile }
    guard !path.isEmpty, let data = try? PrivateFile.read(URL(filePath: absolute(path))),
      data.count < 4096
    else { throw SyncError.noKeyFile(path: path) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Takes another key, and writes the files of this machine anew with it.
  package func setKey(_ text: String, in context: CommandContext) async throws -> SyncReport {
    guard let key = SyncKey(text: text) else { throw SyncError.invalidKey }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    let collection = try await database.openForWriting(at: context.now).collection
    settings.key = key
    let folder = SyncFolder(path: settings.folder, key: key)
    let own = Set(try await collection.installations())
    // Nothing is changed unless the files of the others can be read with the key.
    try mapped(settings.folder) {
      let others = try folder.list().entries.map(\.file).filter { !own.contains($0.installation) }
      guard others.isEmpty || others.contains(where: { (try? folder.header($0)) != nil }) else {
        throw SyncFolderError.wrongKey(path: settings.folder)
      }
    }
    let files = try await removableFiles(collection)
    try await collection.forgetAllFiles()
    try settings.save(paths.sync)
    try mapped(settings.folder) { for file in files { try folder.remove(file) } }
    return try await run(settings, context)
  }

  /// Returns the files of this machine whose content is in the collection.
  private func removableFiles(_ collection: CollectionStore) async throws -> [SyncFile] {
    let own = Set(try await collection.installations())
    return try await collection.syncedFiles().filter {
      own.contains($0.installation) && !$0.isMissing
    }.compactMap { SyncFile(installation: $0.installation, number: $0.number) }
  }

  package func setName(_ text: String) async throws {
    guard let name = SyncSettings.validName(text) else { throw SyncError.invalidName }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    settings.name = name
    try settings.save(paths.sync)
  }

  /// Hides another machine from the status, by its name or installation.
  package func forget(_ peer: String, in context: CommandContext) async throws {
    let found = try await status(in: context).peers.filter {
      $0.name.lowercased() == peer.lowercased() || $0.installation == peer.uppercased()
    }
    guard !found.isEmpty else { throw SyncError.noSuchPeer(peer) }
    guard found.count == 1 else { throw SyncError.severalPeers(peer) }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    settings.hidden += found.map(\.installation)
    try settings.save(paths.sync)
  }

  private func settings() throws -> SyncSettings {
    guard let settings = try SyncSettings.load(paths.sync) else { throw SyncError.notSetUp }
    return settings
  }

  /// Syncs, and returns why that was not possible; `nil` if it was.
  package func lastSyncProblem(in context: CommandContext) async throws -> String? {
    do {
      _ = try await synchronize(in: context)
      return nil
    } catch SyncError.notSetUp {
      throw SyncError.notSetUp
    } catch let error as any UserFacingError {
      return error.message
    }
  }

  /// Forgets the place and the key; `removesFiles` also removes the files of this machine from the folder.
  package func turnOff(removesFiles: Bool, in context: CommandContext) async throws {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let settings = try settings()
    let collection = try await database.openForWriting(at: context.now).collection
    if removesFiles {
      let folder = SyncFolder(path: settings.folder, key: settings.key)
      let files = try await removableFiles(collection)
      try mapped(settings.folder) { for file in files { try folder.remove(file) } }
    }
    try await collection.forgetAllFiles()
    PrivateFile.removeLeftovers(of: paths.sync)
    let path = paths.sync.path(percentEncoded: false)
    guard unlink(path) == 0 || errno == ENOENT else {
      throw SyncError.notWritten(path: path, reason: String.systemError)
    }
    try? FileManager.default.removeItem(at: paths.syncState)
  }
}

extension SyncError {
  /// The state of sync that the error means.
  var state: SyncStatus.State {
    switch self {
    case .wrongKey, .keyNeeded: .wrongKey
    case .full: .full
    default: .unreachable
    }
  }
}

/// Runs a closure and replaces the errors of a folder by those that the user sees.
private func mapped<Value>(
  _ path: String, _ body: () async throws -> Value
) async throws -> Value {
  do { return try await body() } catch let error as SyncFolderError { throw SyncError(error, path) }
}

private func mapped<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as SyncFolderError { throw SyncError(error, path) }
}

extension SyncError {
  fileprivate init(_ error: SyncFolderError, _ folder: String) {
    self =
      switch error {
      case .missing(let path): .unreachable(path: path, reason: "it does not exist")
      case .emptied(let path): .unreachable(path: path, reason: "it has no files of filmz any more")
      case .wrongKey(let path): .wrongKey(path: path)
      case .notAFolder(let path): .notAFolder(path: path)
      case .unreadable(let path, let reason): .unreachable(path: path, reason: reason)
      case .cannotWrite(let path, let reason): .notWritten(path: path, reason: reason)
      case .full(let path): .full(path: path)
      case .exists(let file):
        .notWritten(path: "\(folder)/\(file.fileName)", reason: "another filmz has written it")
      case .contentTooLarge: .notWritten(path: folder, reason: "a change is too large")
      case .stepMissing: .notWritten(path: folder, reason: "a change has no step")
      }
  }
}
