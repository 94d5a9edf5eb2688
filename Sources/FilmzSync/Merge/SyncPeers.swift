import FilmzDomain
package import FilmzStore
import Foundation

/// The other machines that write to a folder.
package struct SyncPeers: Sendable {
  /// The machines, with the files that are not read yet and the first problem of a file.
  package struct Result: Sendable {
    package var peers: [SyncPeer] = []
    package var unread = 0
    package var problem: String?
    /// A file of a machine that uses another key; `nil` if there is none.
    package var fileOfOtherKey: String?
  }

  private let folder: SyncFolder
  private let collection: CollectionStore

  package init(folder: SyncFolder, collection: CollectionStore) {
    self.folder = folder
    self.collection = collection
  }

  /// Returns the machines by state, then the one that was seen last first.
  package func peers() async throws -> Result {
    let own = Set(try await collection.installations())
    let known = try await collection.syncedFiles()
    let changes = Dictionary(known.map { (key($0.installation, $0.number), $0.changes) }) { $1 }
    let listing = try folder.list()
    let files = Dictionary(grouping: listing.entries.map(\.file), by: \.installation)
    var result = Result()
    if listing.conflictCopies > 0 {
      result.problem =
        "\(listing.conflictCopies.counted("file")) with another name, such as a conflict copy, "
        + "\(listing.conflictCopies == 1 ? "is" : "are") ignored"
    }
    let all = files.values.flatMap(\.self)
    let unread = Set(all.filter { changes[key($0.installation, $0.number)] == nil })
    result.unread = unread.count
    result.fileOfOtherKey =
      SyncKeyCheck(folder: folder).fileOfOtherKey(among: all, unread: unread)?.fileName
    for (installation, files) in files where !own.contains(installation) {
      result.peers.append(peer(installation, files, known, &result.problem))
    }
    result.peers.sort {
      $0.state == $1.state
        ? ($0.lastSeen ?? .distantPast, $1.installation) > (
          $1.lastSeen ?? .distantPast, $0.installation
        )
        : $0.state < $1.state
    }
    return result
  }

  private func peer(
    _ installation: String, _ files: [SyncFile], _ known: [SyncedFile], _ problem: inout String?
  ) -> SyncPeer {
    var isUnreadable = false
    for file in files.sorted().reversed() {
      do throws(SyncFileProblem) {
        let segment = try folder.read(file).segment
        let behind = known.filter {
          $0.installation != installation && $0.number > segment.received[$0.installation] ?? 0
        }.reduce(0) { $0 + $1.changes }
        return SyncPeer(
          name: segment.name, installation: installation, lastSeen: segment.writtenAt,
          behind: behind,
          state: isUnreadable ? .unreadable : behind > 0 ? .behind : .synced)
      } catch {
        guard let text = error.text else { continue }
        isUnreadable = true
        problem = problem ?? "\(file.fileName) \(text)"
      }
    }
    return SyncPeer(
      name: String(installation.prefix(8)), installation: installation, lastSeen: nil, behind: 0,
      state: .unreadable)
  }

  private func key(_ installation: String, _ number: Int) -> String { "\(installation) \(number)" }
}
