import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// A film that is known by title and year only, which machines identify without knowing of each other.
struct NamedFilmTests {
  enum Action: Sendable {
    /// A source finds the film.
    case found(FilmID)
    /// The user identifies the film.
    case chosen(FilmID)
    /// The user takes the identification back.
    case reject
    case rate(Int)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    /// The actions of each machine; the first actions of the machines precede their second actions.
    let histories: [[Action]]
    /// The id of the film in the end; `nil` if it is not identified.
    let film: FilmID?
    var rating = 10

    var testDescription: String { "\(histories)" }
  }

  private static let name = FilmID(named: "Summer in Graz", year: 2019, isSeries: false)
  private static let (first, second) = (FilmID(imdbNumber: 1), FilmID(imdbNumber: 2))
  private static let tmdb = FilmID(tmdb: .movie, 1)
  private static let own = FilmID(unchecked: "own:A")

  static let cases = [
    Case(histories: [[.found(first)], [.found(first)]], film: first),
    // Of several automatic identifications, the best kind of id holds, then the oldest.
    Case(histories: [[.found(second)], [.found(first)]], film: second),
    Case(histories: [[.found(tmdb)], [.found(second)]], film: second),
    Case(histories: [[.found(own)], [.found(tmdb)], [.found(first)]], film: first),
    // That of the user holds against all automatic ones; of several, the newest.
    Case(histories: [[.chosen(second)], [.found(first)]], film: second),
    Case(histories: [[.found(first)], [.chosen(second)]], film: second),
    Case(histories: [[.found(first)], [.chosen(own)]], film: own),
    Case(histories: [[.chosen(first)], [.chosen(second)]], film: second),
    Case(histories: [[.found(first), .chosen(second)], [.chosen(tmdb)]], film: second),
    // A rejected id does not come back by itself.
    Case(histories: [[.found(first), .reject], [.found(first)]], film: nil),
    Case(histories: [[.found(first), .reject], [.found(second)]], film: second),
    Case(histories: [[.chosen(first), .reject], [.found(first)]], film: nil),
    Case(histories: [[.found(first), .reject, .chosen(first)], [.found(second)]], film: first),
    // Changes of the film follow.
    Case(histories: [[.found(first), .rate(70)], [.chosen(second), .rate(80)]], film: second, rating: 80),
    Case(histories: [[.found(first), .reject], [.rate(70)]], film: nil, rating: 70),
  ]

  @Test(arguments: cases)
  func everyOrderHasTheSameResult(test: Case) async throws {
    let base = try await Self.base()
    let histories = try await journals(test, after: base)
    let steps = base.steps + histories.flatMap(\.steps)
    for order in InterleavingTests.interleavings(histories.map(\.changes.count)) {
      let store = try await Stores.inMemory().collection
      try await store.receive(base.changes, of: base.steps)
      var positions = histories.map { _ in 0 }
      for index in order {
        let change = histories[index].changes[positions[index]]
        positions[index] += 1
        try await store.receive([change], of: steps.filter { $0.id == change.step })
      }
      let film = test.film ?? Self.name
      try #require(try await store.canonicalIDs(of: [Self.name])[Self.name] == test.film, "\(order)")
      try #require(try await store.allIDs() == [film], "\(order)")
      try #require(try await store.entries([film])[film]?.rating?.tenths == test.rating, "\(order)")
      try #require(try await store.differencesFromJournal().isEmpty, "\(order)")
    }
  }

  @Test func undoBringsARejectedIdentificationBack() async throws {
    let base = try await Self.base()
    let store = try await Stores.inMemory().collection
    try await store.receive(base.changes, of: base.steps)
    try await Action.found(Self.first).perform(on: Self.name, in: store, at: .sample + 1)
    try await Action.reject.perform(on: Self.name, in: store, at: .sample + 2)
    #expect(try await store.allIDs() == [Self.name])
    #expect(try await store.rejectedIDs(for: [Self.name]) == [Self.name: [Self.first]])
    #expect(try await store.identifyNamed([(Self.name, Self.first)], at: .sample + 3).isEmpty)
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 4, force: false)
    #expect(try await store.allIDs() == [Self.first])
    #expect(try await store.rejectedIDs(for: [Self.name]).isEmpty)
    try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 5, force: false)
    #expect(try await store.allIDs() == [Self.name])
  }

  private typealias Journal = (steps: [RecordedStep], changes: [RecordedChange])

  /// Returns the journal of a collection with the film, as an import makes it.
  private static func base() async throws -> Journal {
    let store = try await Stores.inMemory().collection
    let entry = CollectionEntry.sample(name.rawValue, "Summer in Graz") { $0.rating = Rating(tenths: 10) }
    try await store.insert([entry], at: .sample)
    return try await store.recordedJournal()
  }

  /// Returns what each machine has added without knowing of the others.
  private func journals(_ test: Case, after base: Journal) async throws -> [Journal] {
    let known = Set(base.changes.map(\.id))
    var histories: [Journal] = []
    for (index, actions) in test.histories.enumerated() {
      let store = try await Stores.inMemory().collection
      try await store.receive(base.changes, of: base.steps)
      for (number, action) in actions.enumerated() {
        try await action.perform(on: Self.name, in: store, at: .sample + Double(10 + number * 3 + index))
      }
      let journal = try await store.recordedJournal()
      let changes = journal.changes.filter { !known.contains($0.id) }
      let steps = Set(changes.map(\.step))
      histories.append((journal.steps.filter { steps.contains($0.id) }, changes))
    }
    return histories
  }
}

extension NamedFilmTests.Action {
  fileprivate func perform(on name: FilmID, in store: CollectionStore, at now: Date) async throws {
    switch self {
    case .found(let film): try await store.identifyNamed([(name, film)], at: now)
    case .chosen(let film):
      try await store.apply("identify", at: now) { _ = try $0.identify(name, film) }
    case .reject:
      try await store.apply("identify none", at: now) { transaction in
        _ = try transaction.rejectIdentifications(with: try transaction.canonicalID(of: name))
      }
    case .rate(let tenths):
      try await store.apply("rate", at: now) { transaction in
        let film = try transaction.canonicalID(of: name)
        try transaction.update(film) { $0.rating = Rating(tenths: tenths) }
      }
    }
  }
}
