package import FilmzDomain
import FilmzStore
import FilmzSync
import Foundation

extension SyncViewModel {
  /// The number of changes that the folder does not have; 0 if sync is not set up, or if it is not known.
  package var unsentCount: Int {
    get async {
      guard folder != nil, let stores = try? await database.openForReading() else { return 0 }
      return (try? await stores.collection.unsentCount()) ?? 0
    }
  }

  /// Returns the state of this machine, and of the others.
  package func status(in context: CommandContext) async throws -> SyncStatus {
    guard let settings = try SyncSettings.load(paths.sync) else { return SyncStatus() }
    let stored = JSONFile<SyncState>(url: paths.syncState).load() ?? SyncState()
    let collection = try await database.openForReading().collection
    var status = SyncStatus()
    status.folder = settings.folder
    status.name = settings.name
    status.lastSync = stored.lastSync
    status.unsent = try await collection.unsentCount()
    do {
      let peers = try await mapFolderErrors(settings.folder) {
        try await SyncPeers(
          folder: settings.syncFolder, collection: collection, hidden: Set(settings.hidden)
        ).peers()
      }
      status.peers = peers.peers
      status.state = status.unsent > 0 || peers.unread > 0 ? .waiting : .synced
      // The folder can be read, and is looked through for other keys.
      let failure = stored.failure.flatMap(SyncStatus.State.init)
      let isSettled = failure == .unreachable || failure == .wrongKey
      if let failure, !isSettled { status.state = failure }
      status.problems = isSettled ? [] : stored.problems ?? []
      status.problems += peers.problems.filter { !status.problems.contains($0) }
      if let file = peers.fileOfOtherKey {
        throw SyncError.wrongKey(path: settings.folder, file: file)
      }
    } catch let error as SyncError {
      status.state = error.state
      status.problems = [error.message]
    }
    return status
  }
}
