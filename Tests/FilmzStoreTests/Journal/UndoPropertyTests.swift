import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// After random changes, undo restores the earlier data, and redo the later data.
struct UndoPropertyTests {
  /// A step, with dumps of the collection before and after it.
  private struct StepRecord {
    let step: UUID
    let before: [String]
    var after: [String]
  }

  @Test(arguments: Seeds.of(1...20))
  func undoingAllStepsRestoresTheStartAndRedoingThemTheEnd(seed: UInt64) async throws {
    let store = try await Stores.inMemory().collection
    var changes = RandomChanges(seed: seed)
    for _ in 0..<5 { _ = try await changes.applyStep(to: store) }
    let start = try await store.dump()
    var steps: Set<UUID> = []
    for number in 0..<60 {
      let addsCaption = number % 6 == 5
      let step =
        try await addsCaption
        ? changes.completeCaption(store, of: steps) : changes.applyStep(to: store)
      if let step { steps.insert(step) }
    }
    let end = try await store.dump()
    #expect(steps.count > 30 && end != start)
    try await reverse(.undo, steps.count, store, &changes)
    #expect(try await store.dump() == start)
    try await reverse(.redo, steps.count, store, &changes)
    #expect(try await store.dump() == end)
    try await expectConsistentJournal(store)
  }

  private func reverse(
    _ direction: UndoDirection, _ count: Int, _ store: CollectionStore,
    _ changes: inout RandomChanges
  ) async throws {
    var remaining = count
    while remaining > 0 {
      let chunk = min(remaining, Int.random(in: 1...7, using: &changes.random))
      let steps = try await store.reverse(
        direction, .newest(chunk), command: "\(direction) \(chunk)", at: changes.nextTime(),
        force: false
      ).steps
      #expect(steps.count == chunk)
      remaining -= steps.count
    }
  }

  private func expectConsistentJournal(_ store: CollectionStore) async throws {
    #expect(try await store.differencesFromJournal().isEmpty)
    #expect(try await store.damage() == nil)
    let clocks = try await store.journal().map(\.clock)
    #expect(clocks == Set(clocks).sorted())
  }

  @Test(arguments: Seeds.of(101...120))
  func undoRedoAndNewChangesInAnyOrderYieldTheExpectedData(seed: UInt64) async throws {
    let store = try await Stores.inMemory().collection
    var changes = RandomChanges(seed: seed)
    var effectiveSteps: [StepRecord] = []
    var undoneSteps: [StepRecord] = []
    var currentDump = try await store.dump()
    for _ in 0..<80 {
      let count = Int.random(in: 1...3, using: &changes.random)
      switch Int.random(in: 0..<8, using: &changes.random) {
      case 0, 1:
        let movedCount = try await move(.undo, count, effectiveSteps.count, store, &changes)
        for _ in 0..<movedCount { undoneSteps.append(effectiveSteps.removeLast()) }
        currentDump = movedCount > 0 ? undoneSteps.last?.before ?? [] : currentDump
      case 2, 3:
        let movedCount = try await move(.redo, count, undoneSteps.count, store, &changes)
        for _ in 0..<movedCount { effectiveSteps.append(undoneSteps.removeLast()) }
        currentDump = movedCount > 0 ? effectiveSteps.last?.after ?? [] : currentDump
      case 4:
        guard undoneSteps.isEmpty, let last = effectiveSteps.last,
          try await changes.completeCaption(store, of: [last.step]) != nil
        else { continue }
        currentDump = try await store.dump()
        effectiveSteps[effectiveSteps.count - 1].after = currentDump
      default:
        guard let step = try await changes.applyStep(to: store) else { break }
        let after = try await store.dump()
        effectiveSteps.append(StepRecord(step: step, before: currentDump, after: after))
        undoneSteps = []
        currentDump = after
      }
      try #require(try await store.dump() == currentDump)
    }
    let log = try await store.log(limit: nil)
    #expect(
      log.filter { !$0.isUndone }.map(\.id) == effectiveSteps.reversed().map(\.step.uuidString))
    try await expectConsistentJournal(store)
  }

  /// Undoes or redoes steps, or checks that this throws an error if there are none.
  ///
  /// - Returns: The number of steps that were undone or redone.
  private func move(
    _ direction: UndoDirection, _ count: Int, _ maximum: Int, _ store: CollectionStore,
    _ changes: inout RandomChanges
  ) async throws -> Int {
    let time = changes.nextTime()
    guard maximum > 0 else {
      await #expect(throws: StoreError.nothingToReverse(direction)) {
        try await store.reverse(direction, .newest(count), command: "", at: time, force: false)
      }
      return 0
    }
    let steps = try await store.reverse(
      direction, .newest(count), command: "", at: time, force: false
    ).steps
    #expect(steps.count == min(count, maximum))
    return steps.count
  }
}
