import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Values that machines have changed without knowing of each other (contract, "Conflicts").
struct ValueConflictTests {
  /// What happens: a step of a machine, by its number, or something with all of them.
  enum Event: Sendable, Hashable {
    case step(Int, FilmAction)
    /// All get all changes.
    case exchange
    /// A machine sets the value that was replaced.
    case restore(Int)
  }

  /// A conflict: the field, the value that holds, the one that was replaced, and the machine that set that.
  struct Expected: Sendable, Hashable {
    let field: String
    let value: FieldValue
    let replaced: FieldValue
    let from: Int

    init(_ field: String, _ value: FieldValue, replaced: FieldValue, from: Int) {
      (self.field, self.value, self.replaced, self.from) = (field, value, replaced, from)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [Event]
    /// The conflicts that each machine sees in the end.
    let conflicts: [[Expected]]

    init(_ name: String, _ events: [Event], _ conflicts: [Expected]...) {
      testDescription = name
      self.events = events
      self.conflicts = conflicts
    }
  }

  private static func rate(_ machine: Int, _ tenths: Int) -> Event {
    .step(machine, .rate(tenths))
  }

  private static func rating(_ value: Int64, replaced: Int64, from machine: Int) -> Expected {
    Expected("rating", .integer(value), replaced: .integer(replaced), from: machine)
  }

  /// The film is known to all; the ratings of the first two machines are 5, then 7, made apart.
  private static let apart: [Event] = [rate(0, 50), rate(1, 70), .exchange]
  private static let sevenForFive = rating(70, replaced: 50, from: 0)

  static let cases = [
    Case("one after another", [rate(0, 50), .exchange, rate(1, 70), .exchange], [], []),
    Case("the newest holds", apart, [sevenForFive], [sevenForFive]),
    Case(
      "the newest holds, whoever made it", [rate(1, 70), rate(0, 50), .exchange],
      [rating(50, replaced: 70, from: 1)], [rating(50, replaced: 70, from: 1)]),
    Case(
      "several changes of one machine", [rate(0, 50), rate(1, 60), rate(1, 70), .exchange],
      [sevenForFive], [sevenForFive]),
    Case(
      "one machine before and after the other",
      [rate(0, 50), rate(1, 60), rate(0, 70), .exchange],
      [rating(70, replaced: 60, from: 1)], [rating(70, replaced: 60, from: 1)]),
    Case("different fields", [rate(0, 50), .step(1, .note("x")), .exchange], [], []),
    Case(
      "two fields",
      [rate(0, 50), .step(0, .note("a")), rate(1, 70), .step(1, .note("b")), .exchange],
      [Expected("notes", .text("b"), replaced: .text("a"), from: 0), sevenForFive],
      [Expected("notes", .text("b"), replaced: .text("a"), from: 0), sevenForFive]),
    Case("the same value", [rate(0, 50), rate(1, 50), .exchange], [], []),
    Case(
      "tags are merged", [.step(0, .tags(["a"])), .step(1, .tags(["b"])), .exchange], [], []),
    Case("settled by a change", apart + [rate(0, 90), .exchange], [], []),
    Case(
      "settled by a change on both", apart + [rate(0, 90), .exchange, rate(1, 80), .exchange], [],
      []),
    Case("settled by keeping the replaced value", apart + [.restore(0), .exchange], [], []),
    Case("settled by keeping it elsewhere", apart + [.restore(1), .exchange], [], []),
    Case("the newest is undone", apart + [.step(1, .undo), .exchange], [], []),
    Case(
      "the replaced one is undone before", [rate(0, 50), .step(0, .undo), rate(1, 70), .exchange],
      [], []),
    Case(
      "redone with the other value in the journal",
      [rate(0, 50), .step(0, .undo), rate(1, 70), .exchange, .step(0, .redo), .exchange],
      [], [rating(50, replaced: 70, from: 1)]),
    Case(
      "redone before the other value came",
      [rate(0, 50), .step(0, .undo), rate(1, 70), .step(0, .redo), .exchange],
      [rating(50, replaced: 70, from: 1)], [rating(50, replaced: 70, from: 1)]),
    Case(
      "an imported value is older", [rate(0, 50), .step(1, .importRating(70, "2015")), .exchange],
      [rating(50, replaced: 70, from: 1)], [rating(50, replaced: 70, from: 1)]),
    Case(
      "an imported value is older than one made later",
      [.step(1, .importRating(70, "2015")), rate(0, 50), .exchange],
      [rating(50, replaced: 70, from: 1)], [rating(50, replaced: 70, from: 1)]),
    Case(
      "the newer one of two imported values",
      [.step(0, .importRating(50, "2016")), .step(1, .importRating(70, "2015")), .exchange],
      [rating(50, replaced: 70, from: 1)], [rating(50, replaced: 70, from: 1)]),
    Case("the film was removed later", apart + [.step(0, .remove), .exchange], [], []),
    Case("the film was removed before", [.step(0, .remove), rate(1, 70), .exchange], [], []),
    Case(
      "three machines", [rate(0, 50), rate(1, 70), rate(2, 90), .exchange],
      [rating(90, replaced: 70, from: 1)], [rating(90, replaced: 70, from: 1)],
      [rating(90, replaced: 70, from: 1)]),
    Case(
      "the third knows the second", apart + [rate(2, 90), .exchange],
      [rating(90, replaced: 50, from: 0)], [rating(90, replaced: 50, from: 0)], []),
  ]

  @Test(arguments: cases)
  func conflictsAreSeenByEachMachine(test: Case) async throws {
    let machines = try await machines(count: 3)
    try await perform(test.events, machines)
    let ids = try await Self.ids(machines)
    for (index, expected) in test.conflicts.enumerated() {
      let conflicts = try await machines[index].conflicts()
      #expect(Self.expected(conflicts, ids) == expected, "machine \(index)")
      for conflict in conflicts { #expect(conflict.film == .matrix && !conflict.label.isEmpty) }
    }
  }

  /// A machine that has made none of the changes sees the same conflicts, however the changes arrive.
  @Test(arguments: cases)
  func orderOfArrivalDoesNotMatter(test: Case) async throws {
    let machines = try await machines(count: 3)
    try await perform(test.events, machines)
    let journal = try await machines[0].recordedJournal()
    var random = SplitMix(7)
    var seen: Set<[ValueConflict]> = []
    for _ in 0..<12 {
      let other = try await Stores.inMemory().collection
      for change in journal.changes.shuffled(using: &random) {
        try await other.receive([change], of: journal.steps)
      }
      seen.insert(try await other.conflicts())
    }
    #expect(seen.count == 1)
  }

  /// Whether a conflict is settled depends on what a machine knew when it made its change.
  @Test func changeMadeWithoutKnowingTheOtherSettlesNothing() async throws {
    let machines = try await machines(count: 2)
    try await perform([Self.rate(1, 70), Self.rate(0, 50), Self.rate(0, 90)], machines)
    try await perform([.exchange], machines)
    #expect(
      Self.expected(try await machines[0].conflicts(), try await Self.ids(machines))
        == [Self.rating(90, replaced: 70, from: 1)])
    try await perform([Self.rate(0, 60)], machines)
    #expect(try await machines[0].conflicts().isEmpty)
  }

  // MARK: - Machines

  /// Returns machines that all have the film and the list.
  private func machines(count: Int) async throws -> [CollectionStore] {
    var machines: [CollectionStore] = []
    for _ in 0..<count { machines.append(try await Stores.inMemory().collection) }
    try await machines[0].insert([.sample()], at: .sample - 1)
    try await perform([.exchange], machines)
    return machines
  }

  private func perform(_ events: [Event], _ machines: [CollectionStore]) async throws {
    let journal = try await machines[0].recordedJournal()
    for (number, event) in events.enumerated() {
      let now = .sample + Double(journal.changes.count * 100 + number)
      switch event {
      case .step(let index, let action): try await action.perform(in: machines[index], at: now)
      case .restore(let index):
        let conflict = try #require(try await machines[index].conflicts().first)
        try await machines[index].restore(conflict, "sync conflicts keep 1", at: now)
      case .exchange:
        for sender in machines { for receiver in machines { try await sender.send(to: receiver) } }
      }
    }
  }

  private static func ids(_ machines: [CollectionStore]) async throws -> [String] {
    var ids: [String] = []
    for machine in machines { ids.append(try await machine.currentInstallation()) }
    return ids
  }

  private static func expected(_ conflicts: [ValueConflict], _ ids: [String]) -> [Expected] {
    conflicts.map {
      Expected(
        $0.field, $0.value, replaced: $0.replaced, from: ids.firstIndex(of: $0.replacedFrom) ?? -1)
    }
  }
}
