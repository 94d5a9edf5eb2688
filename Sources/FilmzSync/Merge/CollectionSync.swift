import FilmzDomain
package import FilmzStore
package import Foundation

/// One sync through a carrier: reads the new files of the carrier, then sends every change that is in no file of the
/// carrier.
///
/// Source: contract, Folder.
package struct CollectionSync: Sendable {
  /// The number of own files above which they are rewritten as fewer files; `nil` for ``SyncCarrier/maximumFileCount``.
  var maximumFileCount: Int?

  private typealias KnownFiles = [SyncFileName: SyncFileRecord]

  private let collection: CollectionStore
  private let carrier: any SyncCarrier
  /// The name of this machine.
  private let name: String
  private let now: Date
  /// `true` to write all changes again into a folder that has become empty, `false` to throw
  /// ``SyncCarrierError/emptied(path:)``.
  private let refillsEmptyFolder: Bool
  /// `true` to write a file even without changes to send, so that other machines find the name and the key's
  /// fingerprint.
  private let alwaysWritesFile: Bool
  /// The installations that the user has hidden, whose unreadable files are not reported.
  private let hidden: Set<String>

  package init(
    collection: CollectionStore, carrier: any SyncCarrier, name: String, refillsEmptyFolder: Bool = true,
    alwaysWritesFile: Bool = false, hidden: Set<String> = [], now: Date
  ) {
    (self.refillsEmptyFolder, self.alwaysWritesFile, self.hidden) = (refillsEmptyFolder, alwaysWritesFile, hidden)
    (self.collection, self.carrier, self.name, self.now) = (collection, carrier, name, now)
  }

  /// Receives and sends changes.
  ///
  /// - Throws: A ``SyncCarrierError``, a `StoreError`, `CancellationError`; changes received before the error are kept.
  package func run() async throws -> SyncReport {
    var report = SyncReport()
    report.mustWriteFile = alwaysWritesFile
    let known = try await collection.syncedFilesByName()
    let expectsFiles = !refillsEmptyFolder && known.contains { !$0.value.isMissing }
    var listing = try await carrier.list(expectsFiles: expectsFiles)
    let unreadable = try await receiveNew(listing, known, &report)
    let olderVersions = unreadable.filter { $0.value == .olderVersion }.keys
    if let file = olderVersions.filter({ !hidden.contains($0.installation) }).min() {
      throw SyncCarrierError.olderVersion(path: carrier.path, file: file.fileName)
    }
    let neverRead = Set(unreadable.keys).subtracting(known.keys)
    if let file = try await carrier.fileOfOtherKey(among: listing.files, neverRead: neverRead, hidden: hidden) {
      throw SyncCarrierError.wrongKey(path: carrier.path, file: file.fileName)
    }
    listing = try await carrier.list(expectsFiles: expectsFiles)
    let listed = Set(listing.files)
    let lost = known.filter { file, record in
      listed.contains(file) ? unreadable[file] != nil : !record.isMissing
    }
    let damaged = lost.keys.filter { unreadable[$0]?.isPermanent == true }
    // The records of damaged files are removed completely, so that the next sync reads files with these names as new
    // files.
    let unreadableNow = lost.filter { listed.contains($0.key) && !damaged.contains($0.key) }
    let remaining = Set(listed.map(\.installation))
    try await forget(lost, unreadableNow, remaining: remaining, &report)
    try await send(&report)
    try await removeOwn(damaged)
    try await rewriteIfNeeded()
    return report
  }

  // MARK: - Receiving

  /// Merges the files that are new or were replaced, and returns those that cannot be read.
  ///
  /// A file whose stated predecessor is not the file that was read before it is reported, but merged: it is authentic,
  /// so merging loses nothing. Refusing it could exclude it forever, because the predecessor may no longer exist.
  private func receiveNew(
    _ listing: SyncFileListing, _ known: KnownFiles, _ report: inout SyncReport
  ) async throws -> [SyncFileName: SyncFileProblem] {
    var unreadable: [SyncFileName: SyncFileProblem] = [:]
    let own = try await collection.ownInstallations()
    let current = try await collection.currentInstallation()
    var checksums = known.compactMapValues { SyncChecksum(text: $0.checksum) }
    for file in listing.files where known[file]?.stamp != listing.stamps[file] {
      try Task.checkCancellation()
      let content: SyncFileContent
      do {
        content = try await read(file, checksums)
      } catch let problem as SyncFileProblem {
        unreadable[file] = problem
        if let text = problem.text, !hidden.contains(file.installation) {
          report.problems.append("\(file.fileName) \(text)")
        }
        continue
      }
      if !content.follows(file, checksums) {
        report.problems.append("\(file.fileName) does not follow the file before it; one of the two was replaced")
      }
      checksums[file] = content.checksum
      try await receive(
        content, of: file, stamp: listing.stamps[file] ?? "", isNew: known[file] == nil, own, current, &report)
    }
    report.from.sort()
    return unreadable
  }

  /// Merges the content of a new file, or records the stamp of a file that was read before.
  ///
  /// `own` contains the installation ids of this home at the start of the sync; new changes have the id `current`.
  private func receive(
    _ content: SyncFileContent, of file: SyncFileName, stamp: String, isNew: Bool,
    _ own: Set<String>, _ current: String, _ report: inout SyncReport
  ) async throws {
    let machine = content.machine(file)
    let file = SyncFileRecord(
      installation: file.installation, number: file.number, checksum: content.checksum.text,
      changes: content.segment.changes.count, stamp: stamp)
    let isOwn = own.contains(machine.installation)
    guard isNew else { return try await collection.record(file, from: isOwn ? nil : machine) }
    let receipt = try await collection.receive(
      content.segment.changes, of: content.segment.steps, in: file, from: isOwn ? nil : machine, at: now)
    if !content.segment.changes.isEmpty { report.mustWriteFile = true }
    guard receipt.newChanges + receipt.invalid > 0 else { return }
    report.add(receipt, from: machine.name)
    if isOwn, machine.installation != current {
      // This home is a copy; the original home continues to use the id that both homes had.
      try await collection.record(machine)
    }
  }

  /// Returns the content of a file; throws ``SyncFileProblem/replaced`` if its checksum is known and differs.
  private func read(_ file: SyncFileName, _ checksums: [SyncFileName: SyncChecksum]) async throws -> SyncFileContent {
    let content = try await carrier.read(file)
    if let knownChecksum = checksums[file], knownChecksum != content.checksum { throw SyncFileProblem.replaced }
    return content
  }

  /// Removes the records of files that are missing or cannot be read, so that changes that are in no other file are
  /// sent again.
  ///
  /// `lost` contains all these files, `unreadable` those that exist, whose names are in use, and `remaining` the
  /// installations that still have files.
  private func forget(_ lost: KnownFiles, _ unreadable: KnownFiles, remaining: Set<String>, _ report: inout SyncReport)
    async throws
  {
    guard !lost.isEmpty else { return }
    let unsentBefore = try await collection.unsentCount()
    try await collection.forget(Array(unreadable.values))
    try await collection.forget(lost.filter { unreadable[$0.key] == nil }.map(\.value), keepingNumber: true)
    let resentCount = try await collection.unsentCount() - unsentBefore
    // Files that another machine has rewritten are missing too, but their changes are in its new files.
    guard resentCount > 0 else { return }
    let files = try await description(ofLost: lost, remaining: remaining)
    report.problems.append("\(files); \(resentCount.grouped("change")) \(resentCount == 1 ? "is" : "are") sent again")
  }

  /// Returns the beginning of a message about lost files; it names their machines if none of these machines has files
  /// left.
  private func description(ofLost lost: KnownFiles, remaining: Set<String>) async throws -> String {
    let installations = Set(lost.keys.map(\.installation))
    guard installations.isDisjoint(with: remaining) else {
      let verb = lost.count == 1 ? "is" : "are"
      return "\(lost.count.counted("file")) \(verb) missing or unreadable"
    }
    let machines = try await collection.syncedMachines()
    let own = try await collection.ownInstallations()
    let names = installations.map { machines[$0]?.name ?? (own.contains($0) ? name : String($0.prefix(8))) }
    return "the files of \(Set(names).sorted().joined(separator: ", ")) were removed"
  }

  /// Removes the damaged files of this installation, whose changes have been sent again.
  private func removeOwn(_ files: [SyncFileName]) async throws {
    let installation = try await collection.currentInstallation()
    for file in files where file.installation == installation { try await carrier.remove(file) }
  }

  // MARK: - Sending

  /// Writes the unsent changes to as many files as are needed, or one file without changes if a file must be written.
  private func send(_ report: inout SyncReport) async throws {
    var mustWriteFile = report.mustWriteFile
    let unsent = try await collection.unsentCount()
    guard mustWriteFile || unsent > 0 else { return }
    while true {
      try Task.checkCancellation()
      let part = try await collection.unsentChanges(limit: carrier.changesPerFile)
      if !part.tooLarge.isEmpty {
        try await collection.recordTooLarge(part.tooLarge)
        report.tooLarge += part.tooLarge.count
        if part.changes.isEmpty { continue }
      }
      guard !part.changes.isEmpty || mustWriteFile else { return }
      try await write(part, isStart: false)
      report.sent += part.changes.count
      report.tooLarge += part.shortened.count
      mustWriteFile = false
      if part.changes.isEmpty { return }
    }
  }

  /// Writes changes to the next own file, records the file, and returns its name.
  ///
  /// `isStart` is the value of ``SyncSegment/isStart``.
  @discardableResult
  private func write(_ part: JournalPart, isStart: Bool) async throws -> SyncFileName {
    let installation = try await collection.currentInstallation()
    let known = try await collection.syncedFilesByName()
    let newestKnown = known.filter { $0.key.installation == installation }.max { $0.key < $1.key }
    let newestListed = try await carrier.list(expectsFiles: false).files.last { $0.installation == installation }
    let number = max(newestKnown?.key.number ?? 0, newestListed?.number ?? 0) + 1
    guard let file = SyncFileName(installation: installation, number: number) else {
      throw SyncCarrierError.cannotWrite(path: carrier.path, reason: "it has too many files")
    }
    let segment = SyncSegment(
      name: name, writtenAt: now, received: received(known), isStart: isStart, steps: part.steps, changes: part.changes)
    let checksum = try await carrier.write(
      segment, as: file, predecessor: newestKnown.flatMap { SyncChecksum(text: $0.value.checksum) })
    try await collection.record(
      SyncFileRecord(
        installation: installation, number: number, checksum: checksum.text,
        changes: part.changes.count, stamp: ""), contains: part)
    return file
  }

  /// Returns the highest file number of each installation among known files.
  private func received(_ known: KnownFiles) -> [String: Int] {
    Dictionary(known.keys.map { ($0.installation, $0.number) }, uniquingKeysWith: max)
  }

  // MARK: - Rewriting

  /// Writes the changes of the own files to fewer files, if there are too many, and removes the old files.
  private func rewriteIfNeeded() async throws {
    let installation = try await collection.currentInstallation()
    let old = try await collection.syncedFilesByName().filter { $0.key.installation == installation }
    guard old.count > maximumFileCount ?? carrier.maximumFileCount else { return }
    // Files that are a quarter full or more are not worth rewriting.
    let changeCount = old.values.reduce(0) { $0 + $1.changes }
    guard changeCount < old.count * carrier.changesPerFile / 4 else { return }
    var position: Int64? = 0
    var isStart = true
    while let start = position {
      let next = try await collection.changes(inFilesOf: installation, after: start, limit: carrier.changesPerFile)
      // Without any changes, one file is written nevertheless: other machines get this machine's state from it, and the
      // numbers of the files continue.
      guard next != nil || isStart else { break }
      let part = next?.part ?? .empty
      let file = try await write(part, isStart: isStart)
      guard try await carrier.read(file).segment.changes == part.changes else {
        throw SyncCarrierError.cannotWrite(path: carrier.path, reason: "a written file differs when it is read")
      }
      (position, isStart) = (next?.last, false)
    }
    for file in old.keys.sorted() { try await carrier.remove(file) }
    try await collection.forget(Array(old.values))
  }
}

extension SyncFileContent {
  /// Returns the state of the machine that wrote the file with this name.
  func machine(_ file: SyncFileName) -> SyncedMachine {
    SyncedMachine(
      installation: file.installation, name: segment.name, writtenAt: segment.writtenAt,
      fileNumber: file.number, received: segment.received)
  }

  /// Returns whether the predecessor that the file states has the known checksum of the file before `file`.
  ///
  /// Returns `true` if that checksum is not known.
  fileprivate func follows(_ file: SyncFileName, _ checksums: [SyncFileName: SyncChecksum]) -> Bool {
    guard let before = SyncFileName(installation: file.installation, number: file.number - 1),
      let checksum = checksums[before]
    else { return true }
    return predecessor == checksum
  }
}
