import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore
@testable import FilmzSync

/// Random events of some installations and of the program that carries their folder.
struct SyncRun {
  private(set) var events: [String] = []
  let eventCount: Int
  private var random: SplitMix
  private var machines: [SyncMachine] = []
  private var carrier: FolderCarrier
  private var seconds = 0.0
  /// The changes that no restored copy of a collection may have lost.
  private var confirmed: Set<String> = []

  init(seed: UInt64, in scratch: ScratchFolder) async throws {
    random = SplitMix(seed &* 31)
    let count = Int.random(in: 3...5, using: &random)
    eventCount = Int.random(in: 40...140, using: &random)
    let key = SyncKey()
    for index in 0..<count {
      machines.append(try await SyncMachine("machine\(index)", key: key, in: scratch))
    }
    carrier = FolderCarrier(machines.map { URL(filePath: $0.folder.path) })
  }

  private var now: Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

  // MARK: - Events

  mutating func performEvent() async throws {
    seconds += 1
    let index = Int.random(in: machines.indices, using: &random)
    let event = Int.random(in: 0..<40, using: &random)
    events.append("\(machines[index].name) event \(event)")
    switch event {
    case 0..<12: try await makeStep(index)
    case 12..<22: try await sync(index)
    case 22..<33: try carrier.carry(&random)
    case 33:
      machines[index].clockOffset = random.element(of: [
        0, 0, -3, 2.5, 3600, -3600, 200_000, -1.8e9, 1e10,
      ])
    case 34: try await machines[index].restart()
    case 35: try machines[index].makeCopy()
    case 36: try await restoreCopy(index)
    case 37, 38: try await cutOffSync(index)
    default: try await crash(index)
    }
  }

  private mutating func makeStep(_ index: Int) async throws {
    let machine = machines[index]
    try await RandomSteps.make(in: machine.store, at: now + machine.clockOffset, &random)
    try await expectTablesOfJournal(machine)
    confirmed.formUnion(try await machine.changeIDs())
  }

  /// Syncs a machine.
  ///
  /// - Returns: The report; `nil` if the key is wrong because the only file is damaged where it names the key. No other
  ///   error is expected.
  @discardableResult
  private mutating func sync(_ index: Int) async throws -> SyncReport? {
    let before = try FolderCarrier.names(in: carrier.copies[index])
    let report: SyncReport
    do {
      report = try await machines[index].sync(at: now)
    } catch SyncCarrierError.wrongKey where carrier.hasIncompleteFile(in: carrier.copies[index]) {
      return nil
    }
    carrier.note(before: before, after: try FolderCarrier.names(in: carrier.copies[index]))
    events.append("\(machines[index].name): \(report.text) \(report.problems)")
    try await expectTablesOfJournal(machines[index])
    return report
  }

  /// Checks that the changes since the last check have had the effects that they have in the state of all changes.
  private func expectTablesOfJournal(_ machine: SyncMachine) async throws {
    let check = try await machine.store.read { try JournalCheck($0, .standard) }
    let findings = try check.findings(file: machine.name, remedy: .rebuild)
    try #require(findings.isEmpty, "\(findings)")
  }

  private mutating func cutOffSync(_ index: Int) async throws {
    let before = try FolderCarrier.names(in: carrier.copies[index])
    let microseconds = Int.random(in: 0...6000, using: &random)
    _ = await machines[index].cutOffSync(at: now, after: microseconds)
    carrier.note(before: before, after: try FolderCarrier.names(in: carrier.copies[index]))
  }

  /// Puts a collection back to its copy: only what others have is not lost.
  private mutating func restoreCopy(_ index: Int) async throws {
    let before = try await machines[index].changeIDs()
    try await machines[index].restoreCopy(replacesFile: random.chance(oneIn: 2))
    var kept: Set<String> = []
    for machine in machines { kept.formUnion(try await machine.changeIDs()) }
    confirmed.subtract(before.subtracting(kept))
  }

  /// Syncs a machine whose collection forgets the sync and the step before: the folder has both.
  private mutating func crash(_ index: Int) async throws {
    try machines[index].makeCopy()
    try await makeStep(index)
    guard try await sync(index) != nil else { return }
    let before = try await machines[index].changeIDs()
    try await machines[index].restoreCopy(replacesFile: random.chance(oneIn: 2))
    try await sync(index)
    #expect(try await machines[index].changeIDs().isSuperset(of: before))
  }

  // MARK: - The end

  /// Carries and syncs until nothing is new, and compares the installations.
  mutating func finish() async throws {
    var rounds = 0
    while try await !isQuiet() {
      rounds += 1
      try #require(rounds < 12, "the installations do not come to rest")
    }
    let files = try carrier.copies.map(FolderCarrier.names)
    try #require(try await isQuiet(), "something is sent again after all were at rest")
    #expect(try carrier.copies.map(FolderCarrier.names) == files)
    try await expectEqualData()
    try await expectFewFiles(files[0])
  }

  /// Carries everything, syncs all in random order, and returns whether that changed nothing.
  private mutating func isQuiet() async throws -> Bool {
    seconds += 1
    try carrier.carryEverything(&random)
    var isQuiet = true
    for index in machines.indices.shuffled(using: &random) {
      let files = try FolderCarrier.names(in: carrier.copies[index])
      let report = try #require(try await sync(index))
      if report.sent > 0 || report.received > 0 || !report.problems.isEmpty { isQuiet = false }
      if try FolderCarrier.names(in: carrier.copies[index]) != files { isQuiet = false }
    }
    return isQuiet
  }

  private func expectEqualData() async throws {
    let ids = try await machines[0].changeIDs()
    try #require(confirmed.isSubset(of: ids), "confirmed changes are lost")
    let rows = try await rows(machines[0])
    var random = random
    let shuffled = try await machines[0].store.recordedJournal().changes.shuffled(using: &random)
    try #require(JournalState(of: shuffled, subjects: .standard).rows == rows)
    for machine in machines {
      try #require(try await machine.changeIDs() == ids, "\(machine.name) has other changes")
      try await expectTablesOfJournal(machine)
      try #require(try await self.rows(machine) == rows)
      try #require(try await machine.store.damage() == nil)
      try #require(try await machine.store.unsentCount() == 0)
    }
  }

  private func rows(_ machine: SyncMachine) async throws -> [Change.Subject: [String: FieldValue]] {
    let changes = try await machine.store.recordedJournal().changes
    return JournalState(of: changes, subjects: .standard).rows
  }

  /// Checks that no installation that goes on has more files than it may have.
  private func expectFewFiles(_ names: [String]) async throws {
    let files = names.compactMap(SyncFileName.init(fileName:))
    for machine in machines {
      let installation = try await machine.store.currentInstallation()
      let own = files.filter { $0.installation == installation }
      try #require(own.count <= SyncMachine.maximumFileCount, "\(machine.name)")
    }
  }
}
