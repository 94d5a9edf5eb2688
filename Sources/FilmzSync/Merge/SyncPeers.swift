import FilmzDomain
package import FilmzStore
import Foundation

/// The other machines that use a carrier.
package struct SyncPeers: Sendable {
  /// The machines, with what is wrong with their files.
  package struct Result: Sendable {
    package var peers: [SyncPeer] = []
    /// `true` if there are files with changes that are not read yet.
    package var hasUnread = false
    /// What is wrong with files of the folder.
    package var problems: [String] = []
    /// A file of a machine that uses another key; `nil` if there is none.
    package var fileOfOtherKey: String?
    /// A file with a version of the format that is not read any more; `nil` if there is none.
    package var fileOfOlderVersion: String?
  }

  private let carrier: any SyncCarrier
  private let collection: CollectionStore
  private let hidden: Set<String>

  /// Creates the machines of a folder, without those of hidden installations.
  package init(carrier: any SyncCarrier, collection: CollectionStore, hidden: Set<String>) {
    (self.carrier, self.collection, self.hidden) = (carrier, collection, hidden)
  }

  /// Returns the machines by state, then the one that was seen last first.
  ///
  /// Only files that are not read yet, or were replaced, are read.
  package func peers() async throws -> Result {
    let own = try await collection.ownInstallations()
    let machines = try await collection.syncedMachines()
    let known = try await collection.syncedFiles()
    let listing = try await carrier.list(expectsFiles: false)
    let knownFiles = Self.byFile(known)
    let stamps = knownFiles.mapValues(\.stamp)
    let files = listing.entries.map(\.file).filter { !hidden.contains($0.installation) }
    var result = Result()
    result.fileOfOtherKey =
      try await SyncKeyCheck(carrier: carrier, hidden: hidden)
      .fileOfOtherKey(among: files, unread: Set(files.filter { stamps[$0] == nil }))?.fileName
    // Own files that are not known were written before the home was restored.
    result.hasUnread = files.contains { own.contains($0.installation) && stamps[$0] == nil }
    for (installation, entries) in Dictionary(grouping: listing.entries, by: \.file.installation)
    where !hidden.contains(installation) && !own.contains(installation) {
      let changed = entries.filter { stamps[$0.file] != $0.stamp }
      result.peers.append(
        try await peer(
          installation, machines[installation], changed.map(\.file), knownFiles, &result))
    }
    result.problems += listing.otherFileProblems
    result.peers = try await Self.listed(result.peers, collection)
    return result
  }

  /// Returns the machines that were known at the last sync, for a place that cannot be reached.
  package static func unreachablePeers(
    in collection: CollectionStore, hidden: Set<String>
  ) async throws -> [SyncPeer] {
    let own = try await collection.ownInstallations()
    let known = byFile(try await collection.syncedFiles())
    let machines = try await collection.syncedMachines().values.filter {
      !hidden.contains($0.installation) && !own.contains($0.installation)
    }
    return try await listed(
      machines.map { machine in
        SyncPeer(
          name: machine.name, installation: machine.installation, lastSeen: machine.writtenAt,
          behind: behind(machine, known), state: .unreachable)
      }, collection)
  }

  private static func byFile(_ files: [SyncedFile]) -> [SyncFile: SyncedFile] {
    Dictionary(
      files.compactMap { file in
        SyncFile(installation: file.installation, number: file.number).map { ($0, file) }
      }
    ) { $1 }
  }

  /// Returns the number of changes in known files that a machine had not received when it last wrote.
  private static func behind(_ machine: SyncedMachine, _ known: [SyncFile: SyncedFile]) -> Int {
    known.values.filter {
      $0.installation != machine.installation
        && $0.number > machine.received[$0.installation] ?? 0
    }.reduce(0) { $0 + $1.changes }
  }

  /// Returns machines in the order of the list, with labels and the ids of their newest changes.
  private static func listed(
    _ peers: [SyncPeer], _ collection: CollectionStore
  ) async throws -> [SyncPeer] {
    var peers = peers.sorted { $0.isBefore($1) }
    let counts = Dictionary(grouping: peers) { $0.name.lowercased() }.mapValues(\.count)
    for (index, peer) in peers.enumerated() {
      if counts[peer.name.lowercased()] ?? 0 > 1 {
        peers[index].label += " (\(peer.installation.prefix(8)))"
      }
      peers[index].lastChange = try await collection.newestChange(of: peer.installation)
    }
    return peers
  }

  /// Returns a machine, of which some files are not read yet or were replaced.
  private func peer(
    _ installation: String, _ machine: SyncedMachine?, _ changed: [SyncFile],
    _ known: [SyncFile: SyncedFile], _ result: inout Result
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
        name: String(installation.prefix(8)), installation: installation, lastSeen: nil, behind: 0,
        state: .unreadable)
    }
    let behind = Self.behind(newest, known)
    return SyncPeer(
      name: newest.name, installation: installation, lastSeen: newest.writtenAt, behind: behind,
      state: isUnreadable ? .unreadable : behind > 0 ? .behind : .synced)
  }
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
