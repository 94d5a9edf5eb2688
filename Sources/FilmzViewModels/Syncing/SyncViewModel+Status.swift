package import FilmzDomain
import FilmzStore
import FilmzSync

extension SyncViewModel {
  /// The number of changes that the folder or server does not have yet; 0 if sync is not set up, or if the number cannot be
  /// read.
  package var unsentCount: Int {
    get async {
      guard place != nil, let stores = try? await database.openForReading() else { return 0 }
      return (try? await stores.collection.unsentCount()) ?? 0
    }
  }

  /// Returns the state of sync on this machine, and of the other machines.
  package func status(in context: CommandContext) async throws -> SyncStatus {
    guard let settings = try SyncSettings.load(paths.sync) else { return SyncStatus() }
    let stored = JSONFile<SyncState>(url: paths.syncState).load() ?? SyncState()
    let collection = try await database.openForReading().collection
    var status = SyncStatus()
    status.place = settings.place
    status.name = settings.name
    status.lastSync = stored.lastSync
    status.kind = settings.server == nil ? .folder : .server
    status.unsent = try await collection.unsentCount()
    let newestChanges = try await collection.newestChanges()
    status.lastChange = try await collection.installations().last.flatMap { newestChanges[$0] }
    let oversized = try await oversizedProblems(collection)
    status.oversized = oversized.count
    do {
      let reading = try await mapCarrierErrors(settings.place) {
        try await SyncPeerReader(
          carrier: try separateCarrier(settings, in: context), collection: collection,
          hidden: Set(settings.hidden), newestChanges: newestChanges
        ).peers()
      }
      status.peers = reading.peers
      status.state = status.unsent > 0 || reading.hasUnread ? .waiting : .synced
      // The place has just been read, so it is reachable; whether a key is still wrong is checked below.
      let failure = stored.failure.flatMap(SyncStatus.State.init)
      let isSettled = failure == .unreachable || failure == .wrongKey
      if let failure, !isSettled { status.state = failure }
      status.problems = isSettled ? [] : stored.problems ?? []
      status.problems += (oversized + reading.problems).filter { !status.problems.contains($0) }
      if let file = reading.fileOfOtherKey { throw SyncError.wrongKey(path: settings.place, file: file) }
      if let file = reading.fileOfOlderVersion { throw SyncError.olderVersion(path: settings.place, file: file) }
    } catch let error as SyncError {
      status.state = error.state
      status.problems = [error.message]
      if status.state == .unreachable {
        status.peers = try await SyncPeerReader.unreachablePeers(
          in: collection, hidden: Set(settings.hidden), newestChanges: newestChanges)
      }
    }
    return status
  }

  /// Returns messages about values that are not sent because they are too large; hidden films are not named.
  func oversizedProblems(_ collection: CollectionStore) async throws -> [String] {
    let values = try await collection.oversizedValues()
    let films = Set(values.compactMap(\.film))
    guard !values.isEmpty else { return [] }
    let hidden = try await assembler.hiddenFilms(among: films)
    let items = try await assembler.items(films.map { ($0, nil) })
    let captions = Dictionary(zip(films, items.map(\.caption))) { first, _ in first }
    return values.map { value in
      let film = value.film.map { hidden.contains($0) ? "a hidden film" : captions[$0] ?? $0.rawValue }
      let owner = film ?? value.name.map { "\"\($0)\"" }
      return "the \(value.label)\(owner.map { " of \($0)" } ?? "") is too large to be sent"
        + " (\(ByteCount.text(value.size))), and stays on this machine"
    }
  }
}
