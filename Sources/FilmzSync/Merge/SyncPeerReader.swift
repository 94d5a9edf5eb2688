import FilmzDomain
package import FilmzStore
import Foundation

/// Determines the states of the other machines that use a carrier.
package struct SyncPeerReader: Sendable {
  /// The other machines, and the problems with files.
  package struct Result: Sendable {
    package var peers: [SyncPeer] = []
    /// `true` if there are files with changes that no sync has read, or files that cannot be read now.
    package var hasUnread = false
    /// The messages about files that cannot be read or are ignored.
    package var problems: [String] = []
    /// A file of a machine that uses another key; `nil` if there is none.
    package var fileOfOtherKey: String?
    /// A file with a version of the format that is not read any more; `nil` if there is none.
    package var fileOfOlderVersion: String?
  }

  private let carrier: any SyncCarrier
  private let collection: CollectionStore
  private let hidden: Set<String>
  private let newestChanges: [String: String]

  /// Creates a reader that leaves out the `hidden` installations.
  ///
  /// `newestChanges` has the ids of the newest changes, by installation (`CollectionStore.newestChanges()`).
  package init(
    carrier: any SyncCarrier, collection: CollectionStore, hidden: Set<String>, newestChanges: [String: String]
  ) {
    (self.carrier, self.collection, self.hidden, self.newestChanges) = (carrier, collection, hidden, newestChanges)
  }

  /// Returns the machines in the order of their states; within a state, the machine that was seen last comes first.
  ///
  /// Reads only the files that no sync has read, or that were replaced since.
  package func peers() async throws -> Result {
    let own = try await collection.ownInstallations()
    let machines = try await collection.syncedMachines()
    let knownFiles = try await collection.syncedFilesByName()
    let listing = try await carrier.list(expectsFiles: false)
    let stamps = knownFiles.mapValues(\.stamp)
    let files = listing.files.filter { !hidden.contains($0.installation) }
    var result = Result()
    result.fileOfOtherKey = try await carrier.fileOfOtherKey(
      among: files, neverRead: Set(files.filter { stamps[$0] == nil }), hidden: hidden)?.fileName
    // Own files without a record were written after the backup from which this home was restored.
    result.hasUnread = files.contains { own.contains($0.installation) && stamps[$0] == nil }
    for (installation, files) in Dictionary(grouping: files, by: \.installation) where !own.contains(installation) {
      let changed = files.filter { stamps[$0] != listing.stamps[$0] }
      result.peers.append(try await peer(installation, machines[installation], changed, knownFiles, &result))
    }
    result.problems += listing.otherFileProblems
    result.peers = Self.listed(result.peers, newestChanges)
    return result
  }

  /// Returns the machines that were known at the last sync, for a carrier that cannot be reached.
  package static func unreachablePeers(
    in collection: CollectionStore, hidden: Set<String>, newestChanges: [String: String]
  ) async throws -> [SyncPeer] {
    let own = try await collection.ownInstallations()
    let known = try await collection.syncedFilesByName()
    let machines = try await collection.syncedMachines().values.filter {
      !hidden.contains($0.installation) && !own.contains($0.installation)
    }
    return listed(
      machines.map { machine in
        SyncPeer(
          name: machine.name, installation: machine.installation, lastSeen: machine.writtenAt,
          behind: behind(machine, known), state: .unreachable)
      }, newestChanges)
  }

  /// Returns the number of changes in known files that a machine had not received when it last wrote.
  private static func behind(_ machine: SyncedMachine, _ known: [SyncFileName: SyncFileRecord]) -> Int {
    known.values.filter {
      $0.installation != machine.installation && $0.number > machine.received[$0.installation] ?? 0
    }.reduce(0) { $0 + $1.changes }
  }

  /// Returns the machines in the order of ``peers()``, with labels and the ids of their newest changes.
  private static func listed(_ peers: [SyncPeer], _ newestChanges: [String: String]) -> [SyncPeer] {
    var peers = peers.sorted { $0.isBefore($1) }
    let counts = Dictionary(grouping: peers) { $0.name.lowercased() }.mapValues(\.count)
    for (index, peer) in peers.enumerated() {
      if counts[peer.name.lowercased()] ?? 0 > 1 { peers[index].label += " (\(peer.installation.prefix(8)))" }
      peers[index].lastChange = newestChanges[peer.installation]
    }
    return peers
  }

  /// Returns the state of a machine, after reading those of its files that no sync has read, or that were replaced.
  ///
  /// `machine` is the state in its newest file that was read, `changed` has the files to read.
  private func peer(
    _ installation: String, _ machine: SyncedMachine?, _ changed: [SyncFileName],
    _ known: [SyncFileName: SyncFileRecord], _ result: inout Result
  ) async throws -> SyncPeer {
    var newest = machine
    var isUnreadable = false
    for file in changed {
      do {
        let content = try await carrier.read(file)
        let isRead = known[file]?.checksum == content.checksum.text
        if !isRead, !content.segment.changes.isEmpty { result.hasUnread = true }
        let machine = content.machine(file)
        if machine.fileNumber >= newest?.fileNumber ?? 0 { newest = machine }
      } catch SyncFileProblem.olderVersion {
        result.fileOfOlderVersion = file.fileName
        isUnreadable = true
      } catch let error as SyncFileProblem {
        result.hasUnread = true
        guard let text = error.text else { continue }
        isUnreadable = true
        result.problems.append("\(file.fileName) \(text)")
      }
    }
    guard let newest else {
      return SyncPeer(
        name: String(installation.prefix(8)), installation: installation, lastSeen: nil, behind: 0, state: .unreadable)
    }
    let behind = Self.behind(newest, known)
    let readableState: SyncPeer.State = behind > 0 ? .behind : .synced
    return SyncPeer(
      name: newest.name, installation: installation, lastSeen: newest.writtenAt, behind: behind,
      state: isUnreadable ? .unreadable : readableState)
  }
}

extension SyncFileListing {
  /// The messages about files in the folder that filmz does not read.
  fileprivate var otherFileProblems: [String] {
    var problems: [String] = []
    if conflictCopies > 0 {
      let verb = conflictCopies == 1 ? "is" : "are"
      problems.append("\(conflictCopies.counted("file")) with another name, such as a conflict copy, \(verb) ignored")
    }
    if otherFiles > 0 {
      problems.append("\(otherFiles.counted("other file")) in the folder \(otherFiles == 1 ? "is" : "are") ignored")
    }
    return problems
  }
}

extension SyncPeer {
  /// Returns whether a machine is listed before another one.
  fileprivate func isBefore(_ other: SyncPeer) -> Bool {
    guard state == other.state else { return state < other.state }
    return (lastSeen ?? .distantPast, other.installation) > (other.lastSeen ?? .distantPast, installation)
  }
}

extension CollectionStore {
  /// Returns the files that were read or written, by name.
  func syncedFilesByName() async throws -> [SyncFileName: SyncFileRecord] {
    let pairs = try await syncedFiles().compactMap { file in
      SyncFileName(installation: file.installation, number: file.number).map { ($0, file) }
    }
    return Dictionary(pairs) { $1 }
  }
}
