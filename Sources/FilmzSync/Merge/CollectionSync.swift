import FilmzDomain
package import FilmzStore
package import Foundation

/// One sync through a carrier: reads what is new there, then sends every change that it does not have.
///
/// Source: contract, Folder.
package struct CollectionSync: Sendable {
  /// The number of own files from which they are written anew as few; `nil` for that of the carrier.
  var maximumFileCount: Int?

  private typealias KnownFiles = [SyncFile: SyncedFile]

  private let collection: CollectionStore
  private let carrier: any SyncCarrier
  /// The name of this machine.
  private let name: String
  private let now: Date
  /// `true` if an empty folder is refilled; `false` to take it for one that is not mounted.
  private let refills: Bool
  /// `true` to write a file even if there is nothing to send, so that others learn of the key and the name.
  private let announces: Bool
  /// The installations whose unreadable files are ignored.
  private let hidden: Set<String>

  package init(
    collection: CollectionStore, carrier: any SyncCarrier, name: String, refills: Bool = true,
    announces: Bool = false, hidden: Set<String> = [], now: Date
  ) {
    (self.refills, self.hidden, self.announces) = (refills, hidden, announces)
    (self.collection, self.carrier, self.name, self.now) = (collection, carrier, name, now)
  }

  /// Receives and sends.
  ///
  /// - Throws: A ``SyncCarrierError``, a `StoreError`, `CancellationError`; what was received before is kept.
  package func run() async throws -> SyncReport {
    var report = SyncReport()
    report.isToAcknowledge = announces
    let known = try await knownFiles()
    let isExpected = !refills && known.contains { !$0.value.isMissing }
    var listing = try await carrier.list(expectsFiles: isExpected)
    let unreadable = try await receiveNew(listing, known, &report)
    let older = unreadable.filter { $0.value == .olderVersion }.keys
    if let file = older.filter({ !hidden.contains($0.installation) }).min() {
      throw SyncCarrierError.olderVersion(path: carrier.path, file: file.fileName)
    }
    let unread = Set(unreadable.keys).subtracting(known.keys)
    let key = SyncKeyCheck(carrier: carrier, hidden: hidden)
    if let file = try await key.fileOfOtherKey(among: listing.entries.map(\.file), unread: unread) {
      throw SyncCarrierError.wrongKey(path: carrier.path, file: file.fileName)
    }
    listing = try await carrier.list(expectsFiles: isExpected)
    let listed = Set(listing.entries.map(\.file))
    let lost = known.filter { entry in
      listed.contains(entry.key) ? unreadable[entry.key] != nil : !entry.value.isMissing
    }
    let broken = lost.keys.filter { unreadable[$0]?.isPermanent == true }
    // The next sync reads another file that has taken the name of one of these as a new one.
    let present = lost.filter { listed.contains($0.key) && !broken.contains($0.key) }
    let withFiles = Set(listed.map(\.installation))
    try await forget(lost, present, remaining: withFiles, &report)
    try await send(&report)
    try await removeBroken(broken)
    try await rewriteIfNeeded()
    return report
  }

  private func knownFiles() async throws -> KnownFiles {
    let pairs = try await collection.syncedFiles().compactMap { file in
      SyncFile(installation: file.installation, number: file.number).map { ($0, file) }
    }
    return Dictionary(pairs) { $1 }
  }

  // MARK: - Receiving

  /// Reads the files that are new or were replaced, and returns those that cannot be read.
  ///
  /// A file that does not follow its predecessor is only reported. It is authentic, so nothing is lost by applying it;
  /// refused, it would never be read, as the predecessor of a restored or deleted file may have been replaced.
  private func receiveNew(
    _ listing: SyncFolderListing, _ known: KnownFiles, _ report: inout SyncReport
  ) async throws -> [SyncFile: SyncFileProblem] {
    var unreadable: [SyncFile: SyncFileProblem] = [:]
    let own = try await collection.ownInstallations()
    let current = try await collection.currentInstallation()
    var checksums = known.compactMapValues { SyncChecksum(text: $0.checksum) }
    for entry in listing.entries where known[entry.file]?.stamp != entry.stamp {
      try Task.checkCancellation()
      let content: SyncFileContent
      do { content = try await read(entry.file, checksums) } catch let error as SyncFileProblem {
        unreadable[entry.file] = error
        if let text = error.text, !hidden.contains(entry.file.installation) {
          report.problems.append("\(entry.file.fileName) \(text)")
        }
        continue
      }
      if !content.follows(entry.file, checksums) {
        report.problems.append(
          "\(entry.file.fileName) does not follow the file before it; one of the two was replaced")
      }
      checksums[entry.file] = content.checksum
      try await receive(content, of: entry, isNew: known[entry.file] == nil, own, current, &report)
    }
    report.from.sort()
    return unreadable
  }

  /// Merges the content of a new file, or records the stamp of one that was read before.
  ///
  /// `own` has the installation ids of this home at the start of the sync, of which `current` is the current one.
  private func receive(
    _ content: SyncFileContent, of entry: SyncFolderListing.Entry, isNew: Bool, _ own: Set<String>,
    _ current: String, _ report: inout SyncReport
  ) async throws {
    let file = content.file(entry)
    let machine = content.machine(entry.file)
    let isOwn = own.contains(machine.installation)
    guard isNew else { return try await collection.record(file, from: isOwn ? nil : machine) }
    let receipt = try await collection.receive(
      content.segment.changes, of: content.segment.steps, in: file, from: isOwn ? nil : machine,
      at: now)
    if !content.segment.changes.isEmpty { report.isToAcknowledge = true }
    guard receipt.newChanges + receipt.invalid > 0 else { return }
    report.add(receipt, from: machine.name)
    if isOwn, machine.installation != current {
      // The home that this one is a copy of goes on under the id that both had.
      try await collection.record(machine)
    }
  }

  /// Returns the content of a file, which must be that with the known checksum, if there is one.
  private func read(
    _ file: SyncFile, _ checksums: [SyncFile: SyncChecksum]
  ) async throws -> SyncFileContent {
    let content = try await carrier.read(file)
    if let before = checksums[file], before != content.checksum { throw SyncFileProblem.replaced }
    return content
  }

  /// Forgets files that cannot be read any more, so that the changes that only they had are sent again.
  ///
  /// The names of `present` files among them are in use; `remaining` installations still have files.
  private func forget(
    _ missing: KnownFiles, _ present: KnownFiles, remaining: Set<String>,
    _ report: inout SyncReport
  ) async throws {
    guard !missing.isEmpty else { return }
    let unsent = try await collection.unsentCount()
    try await collection.forget(Array(present.values))
    try await collection.forget(
      missing.filter { present[$0.key] == nil }.map(\.value), keepingNumber: true)
    let lost = try await collection.unsentCount() - unsent
    // Files that were written anew are missing too, but their changes are in others.
    if lost > 0 {
      let files = try await descriptionOfMissing(missing, remaining: remaining)
      report.problems.append(
        "\(files); \(lost.grouped("change")) \(lost == 1 ? "is" : "are") sent again")
    }
  }

  /// Says which files are missing; those of a machine that has turned sync off are all of its files.
  private func descriptionOfMissing(
    _ missing: KnownFiles, remaining: Set<String>
  ) async throws -> String {
    let installations = Set(missing.keys.map(\.installation))
    guard installations.isDisjoint(with: remaining) else {
      let verb = missing.count == 1 ? "is" : "are"
      return "\(missing.count.counted("file")) \(verb) missing or unreadable"
    }
    let machines = try await collection.syncedMachines()
    let own = try await collection.ownInstallations()
    let names = installations.map {
      machines[$0]?.name ?? (own.contains($0) ? name : String($0.prefix(8)))
    }
    return
      "the files of \(Set(names).sorted().joined(separator: ", ")) were removed"
  }

  /// Removes the unreadable files of this installation, whose changes have been sent again.
  private func removeBroken(_ files: [SyncFile]) async throws {
    let installation = try await collection.currentInstallation()
    for file in files where file.installation == installation { try await carrier.remove(file) }
  }

  // MARK: - Sending

  private func send(_ report: inout SyncReport) async throws {
    var hasReceived = report.isToAcknowledge
    let unsent = try await collection.unsentCount()
    guard hasReceived || unsent > 0 else { return }
    while true {
      try Task.checkCancellation()
      let part = try await collection.unsentChanges(limit: carrier.changesPerFile)
      if !part.tooLarge.isEmpty {
        try await collection.setAside(part.tooLarge)
        report.tooLarge += part.tooLarge.count
        if part.changes.isEmpty { continue }
      }
      guard !part.changes.isEmpty || hasReceived else { return }
      try await write(part, isStart: false)
      report.sent += part.changes.count
      report.tooLarge += part.shortened.count
      hasReceived = false
      if part.changes.isEmpty { return }
    }
  }

  /// Writes the next own file.
  @discardableResult
  private func write(_ part: JournalPart, isStart: Bool) async throws -> SyncFile {
    let installation = try await collection.currentInstallation()
    let known = try await knownFiles()
    let own = known.filter { $0.key.installation == installation }.max { $0.key < $1.key }
    let listed = try await carrier.list(expectsFiles: false).entries.map(\.file).last {
      $0.installation == installation
    }
    let number = max(own?.key.number ?? 0, listed?.number ?? 0) + 1
    guard let file = SyncFile(installation: installation, number: number) else {
      throw SyncCarrierError.cannotWrite(path: carrier.path, reason: "it has too many files")
    }
    let segment = SyncSegment(
      name: name, writtenAt: now, received: received(known), isStart: isStart, steps: part.steps,
      changes: part.changes)
    let checksum = try await carrier.write(
      segment, as: file, predecessor: own.flatMap { SyncChecksum(text: $0.value.checksum) })
    try await collection.record(
      SyncedFile(
        installation: installation, number: number, checksum: checksum.text,
        changes: part.changes.count, stamp: ""), contains: part)
    return file
  }

  /// Returns the highest number of the known files of each installation.
  private func received(_ known: KnownFiles) -> [String: Int] {
    Dictionary(known.keys.map { ($0.installation, $0.number) }, uniquingKeysWith: max)
  }

  // MARK: - Writing anew

  /// Writes the own files anew as few files, if there are too many, and removes the old ones.
  private func rewriteIfNeeded() async throws {
    let installation = try await collection.currentInstallation()
    let old = try await knownFiles().filter { $0.key.installation == installation }
    guard old.count > maximumFileCount ?? carrier.maximumFileCount else { return }
    // Full files would be as many again.
    let changes = old.values.reduce(0) { $0 + $1.changes }
    guard changes < old.count * carrier.changesPerFile / 4 else { return }
    var position: Int64? = 0
    var isStart = true
    while let start = position {
      let next = try await collection.changes(
        inFilesOf: installation, after: start, limit: carrier.changesPerFile)
      // Without any change left, a file is written too: it tells the others of this machine, and the numbers go on.
      guard next != nil || isStart else { break }
      let part = next?.part ?? .empty
      let file = try await write(part, isStart: isStart)
      guard try await carrier.read(file).segment.changes == part.changes else {
        throw SyncCarrierError.cannotWrite(
          path: carrier.path, reason: "it does not keep what is written")
      }
      (position, isStart) = (next?.last, false)
    }
    for file in old.keys.sorted() { try await carrier.remove(file) }
    try await collection.forget(Array(old.values))
  }
}

extension SyncFileContent {
  /// Returns the file as the collection records it.
  fileprivate func file(_ entry: SyncFolderListing.Entry) -> SyncedFile {
    SyncedFile(
      installation: entry.file.installation, number: entry.file.number, checksum: checksum.text,
      changes: segment.changes.count, stamp: entry.stamp)
  }

  /// Returns what the file says about the machine that wrote it.
  func machine(_ file: SyncFile) -> SyncedMachine {
    SyncedMachine(
      installation: file.installation, name: segment.name, writtenAt: segment.writtenAt,
      fileNumber: file.number, received: segment.received)
  }

  /// Returns whether the file was written after the predecessor that was read, if there is one.
  fileprivate func follows(_ file: SyncFile, _ checksums: [SyncFile: SyncChecksum]) -> Bool {
    guard let before = SyncFile(installation: file.installation, number: file.number - 1),
      let checksum = checksums[before]
    else { return true }
    return predecessor == checksum
  }
}
