package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
package import FilmzSync
package import Foundation

/// The folder or server through which a collection is synced, as the user named it.
package enum SyncPlace: Sendable {
  /// The path of a folder.
  case folder(String)
  /// The address of a PostgreSQL database, which may contain a password.
  case server(String)
}

/// Synchronizes the collections of several machines through a server, or through a folder that another program copies
/// from machine to machine.
package struct SyncViewModel: ViewModel {
  let viewModels: ViewModels

  /// The path of the folder, or the address of the server without its password; `nil` if sync is not set up.
  package var place: String? { (try? SyncSettings.load(paths.sync))?.place }

  /// `true` if sync is set up with a server.
  package var isOnServer: Bool { if case .server = placeWithPassword { true } else { false } }

  /// The folder, or the server with its password; `nil` if sync is not set up.
  var placeWithPassword: SyncPlace? {
    guard let settings = try? SyncSettings.load(paths.sync) else { return nil }
    return settings.server.map { .server($0) } ?? .folder(settings.place)
  }

  // MARK: - Setting up

  /// Returns whether a place has files of filmz that this machine cannot decrypt, or that are incomplete.
  package func needsKey(_ place: SyncPlace, in context: CommandContext) async throws -> Bool {
    let key = (try? SyncSettings.load(paths.sync))?.key ?? SyncKey()
    let settings = try settings(of: place, key: key, previous: nil)
    let state = try await mapCarrierErrors(settings.place) { try await carrier(settings, in: context).keyState() }
    return state != .empty && state != .matches
  }

  /// Sets up sync through a place, and syncs.
  ///
  /// - Parameters:
  ///   - place: The folder, which must exist, or the server.
  ///   - keyText: The key with which the files in the place are encrypted; `nil` for the key of this machine or, if it
  ///     has none, a new key.
  ///   - context: The context of the command.
  /// - Returns: The key, the name of this machine, and the report of the first sync. A machine without previous
  ///   settings gets a name that no other machine has.
  /// - Throws: A ``SyncError``; nothing is written if the key is wrong.
  package func setUp(
    _ place: SyncPlace, keyText: String?, in context: CommandContext
  ) async throws -> (key: String, name: String, report: SyncReport) {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let previous = try previousSettings()
    let typed = try keyText.map(Self.key(text:))
    var settings = try settings(of: place, key: typed ?? previous?.key ?? SyncKey(), previous: previous)
    let carrier = try self.carrier(settings, in: context)
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
      // Writes a file even if there are no changes, because another machine that found the place empty would create a key of its own.
      let report = try await run(settings, context, alwaysWritesFile: true)
      let name = previous == nil ? try await unusedName(settings.name, collection) : settings.name
      if name != settings.name {
        settings.name = name
        try settings.save(paths.sync)
        // Writes a file with the new name. If that fails, the next file that this machine sends has the name.
        _ = try? await run(settings, context, alwaysWritesFile: true)
      }
      return (settings.key.text, name, report)
    } catch {
      // In another task, because the user may have cancelled this one.
      await Task { [settings] in try? await undoSetUp(settings, previous, collection, context) }.value
      throw error
    }
  }

  /// Returns settings for a place; the name of this machine and the hidden machines are those of the previous settings.
  private func settings(of place: SyncPlace, key: SyncKey, previous: SyncSettings?) throws -> SyncSettings {
    var settings = SyncSettings(
      place: "", key: key, name: previous?.name ?? SyncSettings.defaultName, hidden: previous?.hidden ?? [])
    switch place {
    case .folder(let path): settings.place = try usableFolder(path)
    case .server(let url):
      settings.place = try Self.address(url).place
      settings.server = url
    }
    return settings
  }

  /// Returns the name, with a number behind it if another machine has that name, such as `laptop-2`.
  private func unusedName(_ name: String, _ collection: CollectionStore) async throws -> String {
    let own = try await collection.ownInstallations()
    let others = try await collection.syncedMachines().values.filter { !own.contains($0.installation) }
    let used = Set(others.map { $0.name.lowercased() })
    let names = [name] + (2...used.count + 2).map { "\(name.prefix(60))-\($0)" }
    return names.first { !used.contains($0.lowercased()) } ?? name
  }

  /// Returns the settings that a new setup replaces; `nil` if there are none, or if they cannot be used.
  private func previousSettings() throws -> SyncSettings? {
    do {
      return try SyncSettings.load(paths.sync)
    } catch SyncError.unusableSettings {
      return nil
    }
  }

  /// Returns the absolute path of a folder that the user has typed.
  ///
  /// - Throws: ``SyncError/notAFolder(path:)`` for a path with line breaks, ``SyncError/ownFolder(path:)``.
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

  /// Restores the previous settings after the first sync failed.
  ///
  /// If that sync has written a file, or may have, the new settings are kept, so that the key of the file is not lost.
  private func undoSetUp(
    _ settings: SyncSettings, _ previous: SyncSettings?, _ collection: CollectionStore, _ context: CommandContext
  ) async throws {
    let own = try await collection.currentInstallation()
    let carrier = try self.carrier(settings, in: context)
    let files = try? await carrier.list(expectsFiles: false).files
    guard let files, !files.contains(where: { $0.installation == own }) else { return }
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
  package func synchronize(isAutomatic: Bool = false, in context: CommandContext) async throws -> SyncReport {
    _ = try syncSettings()
    let lock = try await locked(waiting: !isAutomatic)
    defer { withExtendedLifetime(lock) {} }
    return try await run(syncSettings(), context, refillsEmptyFolder: !isAutomatic)
  }

  /// Syncs, and stores the result in the state.
  ///
  /// `refillsEmptyFolder` and `alwaysWritesFile` are those of `CollectionSync`. The caller must hold the lock, and must
  /// have read the settings after it got the lock.
  func run(
    _ settings: SyncSettings, _ context: CommandContext, refillsEmptyFolder: Bool = true, alwaysWritesFile: Bool = false
  ) async throws -> SyncReport {
    let start = ContinuousClock.now
    do {
      let collection = try await database.openForWriting(at: context.now).collection
      let sync = CollectionSync(
        collection: collection, carrier: try carrier(settings, in: context), name: settings.name,
        refillsEmptyFolder: refillsEmptyFolder, alwaysWritesFile: alwaysWritesFile, hidden: Set(settings.hidden),
        now: context.now)
      let changes = MatchedChanges(number: try await collection.newestChangeNumber(), includesNewFilms: false)
      var report = try await mapCarrierErrors(settings.place) { try await sync.run() }
      if report.received > 0 {
        await services.lookup.clearMemory()
        do {
          try await viewModels.identification.identifyByTitle(after: changes, in: context)
        } catch let error as any UserFacingError {
          report.problems.append(error.message)
        }
      }
      if report.tooLarge > 0 { report.problems += try await oversizedProblems(collection) }
      try await shareComments(settings, collection, &report, in: context)
      let hidden = try await assembler.hiddenFilms(among: Set(report.broughtBack))
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

  /// Locks sync for this process; waits up to ten seconds for another process to finish.
  ///
  /// - Throws: ``SyncError/busy``, a `StoreError`.
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

  /// Returns the absolute form of a path that the user typed, without a slash at the end.
  func absolute(_ path: String) -> String {
    let url = URL(filePath: expandPath(path)).standardizedFileURL
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

/// The stored result of the last sync, and the conflicts that were listed last.
struct SyncState: Codable, Sendable, Equatable {
  var lastSync: Date?
  var problems: [String]?
  /// The raw value of the ``SyncStatus/State`` after the last sync if it failed; otherwise, `nil`.
  var failure: String?
  /// The keys of the conflicts that were listed last, in the order of their numbers.
  var listedConflicts: [String]?
}

/// A conflict as it is listed, with the names that messages show.
package struct ListedConflict: Sendable, Hashable {
  package var conflict: ValueConflict
  /// The title of the film, or its id if it has none; for a subject without a film, its name or its kind.
  package let title: String
  /// The name of the machine from which the replaced value came.
  package var from: String
  /// The number in the list, from 1.
  package var number = 0
}

/// The state of sync on this machine, and of the other machines.
package struct SyncStatus: Sendable {
  package enum State: String, Sendable {
    case off
    case synced
    /// There are changes to send, or files to read.
    case waiting
    case unreachable
    case wrongKey = "wrong key"
    /// The folder or server has no space left.
    case full
  }

  /// The kind of place through which the machines exchange their changes.
  package enum PlaceKind: String, Sendable {
    case folder
    case server
  }

  package var state = State.off
  /// The kind of place; `nil` if sync is off.
  package var kind: PlaceKind?
  /// The folder, or the address of the server without its password; `nil` if sync is off.
  package var place: String?
  /// The name of this machine; `nil` if sync is off.
  package var name: String?
  package var lastSync: Date?
  /// The number of changes that the place does not have yet.
  package var unsent = 0
  /// The number of changes that stay on this machine, because their values are too large to be sent.
  package var oversized = 0
  /// The id of the newest change of this machine; `nil` if there is none.
  package var lastChange: String?
  package var problems: [String] = []
  package var peers: [SyncPeer] = []
}
