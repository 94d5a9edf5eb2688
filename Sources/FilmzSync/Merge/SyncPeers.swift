import FilmzDomain
package import FilmzStore
import Foundation

/// The other machines that write to a folder.
package struct SyncPeers: Sendable {
  /// The machines, with the files that are not read yet.
  package struct Result: Sendable {
    package var peers: [SyncPeer] = []
    package var unread = 0
    /// What is wrong with files of the folder.
    package var problems: [String] = []
    /// A file of a machine that uses another key; `nil` if there is none.
    package var fileOfOtherKey: String?
  }

  private let folder: SyncFolder
  private let collection: CollectionStore
  private let hidden: Set<String>

  /// Creates the machines of a folder, without those of hidden installations.
  package init(folder: SyncFolder, collection: CollectionStore, hidden: Set<String>) {
    self.folder = folder
    self.collection = collection
    self.hidden = hidden
  }

  /// Returns the machines by state, then the one that was seen last first.
  ///
  /// Only files that are not read yet, or were replaced, are read.
  package func peers() async throws -> Result {
    let own = try await collection.ownInstallations()
    let machines = try await collection.syncedMachines()
    let known = try await collection.syncedFiles()
    let listing = try folder.list()
    let stamps = Dictionary(known.map { (key($0.installation, $0.number), $0.stamp) }) { $1 }
    let isUnread = { (file: SyncFile) in stamps[key(file.installation, file.number)] == nil }
    let files = listing.entries.map(\.file).filter { !hidden.contains($0.installation) }
    var result = Result()
    result.unread = files.count(where: isUnread)
    result.fileOfOtherKey =
      SyncKeyCheck(folder: folder, hidden: hidden)
      .fileOfOtherKey(among: files, unread: Set(files.filter(isUnread)))?.fileName
    for (installation, entries) in Dictionary(grouping: listing.entries, by: \.file.installation)
    where !hidden.contains(installation) && !own.contains(installation) {
      let changed = entries.filter { stamps[key(installation, $0.file.number)] != $0.stamp }
      result.peers.append(
        peer(installation, machines[installation], changed.map(\.file), known, &result.problems))
    }
    result.problems += listing.otherFileProblems
    result.peers.sort { $0.isBefore($1) }
    return result
  }

  /// Returns a machine, of which some files are not read yet or were replaced.
  private func peer(
    _ installation: String, _ machine: SyncedMachine?, _ changed: [SyncFile],
    _ known: [SyncedFile], _ problems: inout [String]
  ) -> SyncPeer {
    var newest = machine
    var isUnreadable = false
    for file in changed {
      do throws(SyncFileProblem) {
        let machine = try folder.read(file).machine(file)
        if machine.fileNumber >= newest?.fileNumber ?? 0 { newest = machine }
      } catch {
        guard let text = error.text else { continue }
        isUnreadable = true
        problems.append("\(file.fileName) \(text)")
      }
    }
    guard let newest else {
      return SyncPeer(
        name: String(installation.prefix(8)), installation: installation, lastSeen: nil, behind: 0,
        state: .unreadable)
    }
    let behind = known.filter {
      $0.installation != installation && $0.number > newest.received[$0.installation] ?? 0
    }.reduce(0) { $0 + $1.changes }
    return SyncPeer(
      name: newest.name, installation: installation, lastSeen: newest.writtenAt, behind: behind,
      state: isUnreadable ? .unreadable : behind > 0 ? .behind : .synced)
  }

  private func key(_ installation: String, _ number: Int) -> String { "\(installation) \(number)" }
}

extension SyncFolderListing {
  /// What is said about files that no machine reads.
  fileprivate var otherFileProblems: [String] {
    var problems: [String] = []
    if conflictCopies > 0 {
      let verb = conflictCopies == 1 ? "is" : "are"
      problems.append(
        "\(conflictCopies.counted("file")) with another name, such as a conflict copy, \(verb) ignored"
      )
    }
    if foreign > 0 {
      problems.append(
        "\(foreign.counted("other file")) in the folder \(foreign == 1 ? "is" : "are") ignored")
    }
    return problems
  }
}

extension SyncPeer {
  /// Returns whether a machine is listed before another one.
  fileprivate func isBefore(_ other: SyncPeer) -> Bool {
    guard state == other.state else { return state < other.state }
    return (lastSeen ?? .distantPast, other.installation)
      > (other.lastSeen ?? .distantPast, installation)
  }
}
