import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The changes of three installations about one film arrive in every possible order at a fourth.
///
/// The changes of each installation arrive in their order.
struct InterleavingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let histories: [[FilmAction]]
    /// What all have before: a rated film that was watched once, and a list.
    var hasFilm = true
    /// The number of orders.
    let count: Int

    var testDescription: String { "\(histories)" }
  }

  static let cases = [
    Case(
      histories: [[.insert, .rate(50)], [.insertOther, .identify], [.skip]], hasFilm: false,
      count: 60),
    Case(histories: [[.rate(50), .note("a")], [.remove], [.rate(70), .undo]], count: 90),
    Case(
      histories: [[.remove, .insert], [.watch("2024")], [.rate(70), .tags(["x"])]], count: 60),
    Case(histories: [[.insertOther, .identify], [.remove], [.rate(70), .undo]], count: 420),
    Case(histories: [[.rate(60), .undo, .redo], [.insertOther], [.remove]], count: 60),
    Case(histories: [[.remove, .undo], [.place], [.removeViewings]], count: 60),
    Case(histories: [[.place], [.remove], [.identify]], count: 90),
    Case(
      histories: [[.watch("2024"), .undo], [.watch("2024"), .note("b")], [.remove]], count: 90),
    Case(histories: [[.place], [.remove], [.skip, .rate(60)]], count: 90),
    Case(
      histories: [[.tags(["a"]), .undo, .redo], [.tags(["b", "c"])], [.remove, .undo]], count: 140),
  ]

  @Test(arguments: cases)
  func everyOrderHasTheSameResult(test: Case) async throws {
    let (base, histories) = try await journals(test)
    let orders = Self.interleavings(histories.map(\.changes.count))
    #expect(orders.count == test.count)
    let steps = base.steps + histories.flatMap(\.steps)
    let store = try await Stores.inMemory().collection
    var result: [String]?
    var previous: [Int] = []
    for order in orders {
      // What a beginning results in was checked with the previous order.
      let checked = zip(order, previous).prefix { $0 == $1 }.count
      previous = order
      try await store.removeEverything()
      try await store.receive(base.changes, of: base.steps)
      var positions = [0, 0, 0]
      for index in order {
        let change = histories[index].changes[positions[index]]
        positions[index] += 1
        try await store.receive([change], of: steps.filter { $0.id == change.step })
        guard positions.reduce(0, +) > checked else { continue }
        let differences = try await store.differencesFromJournal()
        try #require(differences.isEmpty, "\(order): \(differences) after \(positions)")
      }
      let dump = try await store.dump()
      try #require(dump == result ?? dump, "\(order)")
      result = dump
    }
    #expect(try #require(result).isEmpty == false)
  }

  private typealias Journal = (steps: [RecordedStep], changes: [RecordedChange])

  /// Returns what all installations have, and what each of the three has added without knowing of the others.
  private func journals(_ test: Case) async throws -> (base: Journal, histories: [Journal]) {
    let first = try await Stores.inMemory().collection
    if test.hasFilm {
      try await FilmAction.makeList(in: first, at: .sample)
      try await first.insert([.sample { $0.rating = Rating(tenths: 10) }], at: .sample + 1)
      try await first.watch(on: "2020", at: .sample + 2)
    }
    let base = try await first.recordedJournal()
    let known = Set(base.changes.map(\.id))
    var histories: [Journal] = []
    for (index, actions) in test.histories.enumerated() {
      let store = try await Stores.inMemory().collection
      try await store.receive(base.changes, of: base.steps)
      for (number, action) in actions.enumerated() {
        try await action.perform(in: store, at: .sample + Double(10 + number * 3 + index))
      }
      let journal = try await store.recordedJournal()
      let changes = journal.changes.filter { !known.contains($0.id) }
      let steps = Set(changes.map(\.step))
      histories.append((journal.steps.filter { steps.contains($0.id) }, changes))
    }
    return (base, histories)
  }

  /// Returns all orders in which the elements of sequences with some counts can be taken one by one.
  static func interleavings(_ counts: [Int]) -> [[Int]] {
    guard counts.contains(where: { $0 > 0 }) else { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { index in
      var rest = counts
      rest[index] -= 1
      return interleavings(rest).map { [index] + $0 }
    }
  }

  @Test func interleavingsAreComplete() {
    #expect(Self.interleavings([2, 1]) == [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    #expect(Self.interleavings([3, 3, 3]).count == 1680)
    #expect(Set(Self.interleavings([2, 2, 2])).count == 90)
  }
}

extension CollectionStore {
  /// Removes the data of the user and the journal.
  fileprivate func removeEverything() async throws {
    let tables = SubjectRegistry.standard.all.map(\.table).reversed() + ["change", "step"]
    try await runSQL(tables.map { "DELETE FROM main.\($0);" }.joined())
  }
}
