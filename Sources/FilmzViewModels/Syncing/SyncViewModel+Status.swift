package import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzSync
import Foundation

extension SyncViewModel {
  /// The number of changes that the folder or server does not have; 0 if sync is not set up, or if it is not known.
  package var unsentCount: Int {
    get async {
      guard place != nil, let stores = try? await database.openForReading() else { return 0 }
      return (try? await stores.collection.unsentCount()) ?? 0
    }
  }

  /// Returns the state of this machine, and of the others.
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
    if let installation = try await collection.installations().last {
      status.lastChange = try await collection.newestChange(of: installation)
    }
    do {
      let peers = try await mapCarrierErrors(settings.place) {
        try await SyncPeers(
          carrier: try carriers.separateCarrier(settings, in: context), collection: collection,
          hidden: Set(settings.hidden)
        ).peers()
      }
      status.peers = peers.peers
      status.state = status.unsent > 0 || peers.hasUnread ? .waiting : .synced
      // The place can be read, and is looked through for other keys.
      let failure = stored.failure.flatMap(SyncStatus.State.init)
      let isSettled = failure == .unreachable || failure == .wrongKey
      if let failure, !isSettled { status.state = failure }
      status.problems = isSettled ? [] : stored.problems ?? []
      let problems = try await oversizedProblems(collection) + peers.problems
      status.problems += problems.filter { !status.problems.contains($0) }
      if let file = peers.fileOfOtherKey {
        throw SyncError.wrongKey(path: settings.place, file: file)
      }
      if let file = peers.fileOfOlderVersion {
        throw SyncError.olderVersion(path: settings.place, file: file)
      }
    } catch let error as SyncError {
      status.state = error.state
      status.problems = [error.message]
      if status.state == .unreachable {
        status.peers = try await SyncPeers.unreachablePeers(
          in: collection, hidden: Set(settings.hidden))
      }
    }
    return status
  }

  /// Returns the messages about values that are not sent because they are too large.
  ///
  /// Values of films that the kids filter hides are not named.
  func oversizedProblems(_ collection: CollectionStore) async throws -> [String] {
    let values = try await collection.oversizedValues()
    let films = Set(values.compactMap(\.film))
    guard !values.isEmpty else { return [] }
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let hidden = try await assembler.hiddenFilms(among: films)
    let items = try await assembler.items(films.map { ($0, nil) })
    let captions = Dictionary(zip(films, items.map(\.caption))) { first, _ in first }
    return values.map { value in
      let film = value.film.map {
        hidden.contains($0) ? "a hidden film" : captions[$0] ?? $0.rawValue
      }
      let owner = film ?? value.name.map { "\"\($0)\"" }
      return "the \(value.label)\(owner.map { " of \($0)" } ?? "") is too large to be sent"
        + " (\(ByteCount.text(value.size))), and stays on this machine"
    }
  }
}
