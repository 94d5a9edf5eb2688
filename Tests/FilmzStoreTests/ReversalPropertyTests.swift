import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Whatever was done, undo gives back what was there before, and redo what was there after.
struct ReversalPropertyTests {
  /// A step that stands or was undone, with the collection before and after it.
  private struct Known {
    let step: UUID
    let before: [String]
    var after: [String]
  }

  @Test(arguments: 1...20)
  func asManyUndosGiveTheStartAndAsManyRedosTheEnd(seed: UInt64) async throws {
    let store = try await Stores.inMemory().collection
    var changes = RandomChanges(seed: seed)
    for _ in 0..<5 { _ = try await changes.next(store) }
    let start = try await store.dump()
    var steps: Set<UUID> = []
    for number in 0..<60 {
      let isLater = number % 6 == 5
      let step =
        try await isLater
        ? changes.completeCaption(store, of: steps) : changes.next(store)
      if let step { steps.insert(step) }
    }
    let end = try await store.dump()
    #expect(steps.count > 30 && end != start)
    try await reverse(.undo, steps.count, store, &changes)
    #expect(try await store.dump() == start)
    try await reverse(.redo, steps.count, store, &changes)
    #expect(try await store.dump() == end)
    try await expectTrueJournal(store)
  }

  private func reverse(
    _ direction: UndoDirection, _ count: Int, _ store: CollectionStore,
    _ changes: inout RandomChanges
  ) async throws {
    var left = count
    while left > 0 {
      let chunk = min(left, Int.random(in: 1...7, using: &changes.random))
      let steps = try await store.reverse(
        direction, .newest(chunk), command: "\(direction) \(chunk)", at: changes.moment(),
        force: false)
      #expect(steps.count == chunk)
      left -= steps.count
    }
  }

  private func expectTrueJournal(_ store: CollectionStore) async throws {
    #expect(try await store.differencesFromJournal().isEmpty)
    #expect(try await store.damage() == nil)
    let clocks = try await store.journal().map(\.clock)
    #expect(clocks == Set(clocks).sorted())
  }

  @Test(arguments: 101...120)
  func undoRedoAndNewChangesInAnyOrderGiveWhatTheyShould(seed: UInt64) async throws {
    let store = try await Stores.inMemory().collection
    var changes = RandomChanges(seed: seed)
    var standing: [Known] = []
    var undone: [Known] = []
    var now = try await store.dump()
    for _ in 0..<80 {
      let count = Int.random(in: 1...3, using: &changes.random)
      switch Int.random(in: 0..<8, using: &changes.random) {
      case 0, 1:
        let moved = try await move(.undo, count, standing.count, store, &changes)
        for _ in 0..<moved { undone.append(standing.removeLast()) }
        now = moved > 0 ? undone.last?.before ?? [] : now
      case 2, 3:
        let moved = try await move(.redo, count, undone.count, store, &changes)
        for _ in 0..<moved { standing.append(undone.removeLast()) }
        now = moved > 0 ? standing.last?.after ?? [] : now
      case 4:
        guard undone.isEmpty, let last = standing.last,
          try await changes.completeCaption(store, of: [last.step]) != nil
        else { continue }
        now = try await store.dump()
        standing[standing.count - 1].after = now
      default:
        guard let step = try await changes.next(store) else { break }
        let after = try await store.dump()
        standing.append(Known(step: step, before: now, after: after))
        undone = []
        now = after
      }
      try #require(try await store.dump() == now)
    }
    let log = try await store.log(limit: nil)
    #expect(log.filter { !$0.isUndone }.map(\.id) == standing.reversed().map(\.step.uuidString))
    try await expectTrueJournal(store)
  }

  /// Undoes or redoes; where there is nothing, that is said.
  private func move(
    _ direction: UndoDirection, _ count: Int, _ most: Int, _ store: CollectionStore,
    _ changes: inout RandomChanges
  ) async throws -> Int {
    let moment = changes.moment()
    guard most > 0 else {
      await #expect(throws: StoreError.nothingToReverse(direction)) {
        try await store.reverse(direction, .newest(count), command: "", at: moment, force: false)
      }
      return 0
    }
    let steps = try await store.reverse(
      direction, .newest(count), command: "", at: moment, force: false)
    #expect(steps.count == min(count, most))
    return steps.count
  }
}
