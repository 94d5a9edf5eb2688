package import FilmzDomain
import FilmzStore
import FilmzSync
import Foundation

extension SyncViewModel {
  /// Returns the state of this machine, and of the others.
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
      let peers = try await mapFolderErrors(settings.folder) {
        try await SyncPeers(folder: folder, collection: collection).peers()
      }
      status.peers = peers.peers.filter { !settings.hidden.contains($0.installation) }
      status.state = status.unsent > 0 || peers.unread > 0 ? .waiting : .synced
      status.problem = peers.problem ?? status.problem
      if let failure = stored.failure.flatMap(SyncStatus.State.init), failure != .unreachable {
        status.state = failure
      }
      if let file = peers.fileOfOtherKey {
        throw SyncError.wrongKey(path: settings.folder, file: file)
      }
    } catch let error as SyncError {
      status.state = error.state
      status.problem = error.message
    }
    return status
  }
}
