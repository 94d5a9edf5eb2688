import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The undo of identifications and imports of a film that is known by title and year only, although another machine has
/// changed the film since.
struct NamedFilmUndoTests {
  private static let name = FilmID(named: "Summer in Graz", year: 2019, isSeries: false)
  private static let (first, second) = (FilmID(imdbNumber: 1), FilmID(imdbNumber: 2))
  private static let tmdb = FilmID(tmdb: .movie, 1)

  /// Each case has an alias of the film, what this machine says of it, what the other one has said of it without knowing
  /// that, and what holds after the undo.
  @Test(
    arguments: [
      (name, .chosen(first), [], nil),
      (name, .chosen(first), [.found(second)], second),
      (name, .chosen(first), [.found(tmdb)], tmdb),
      (name, .chosen(first), [.chosen(second)], second),
      (name, .reject, [], first),
      (tmdb, .chosen(first), [], nil),
      (tmdb, .chosen(first), [.chosen(second)], second),
    ] as [(FilmID, Statement, [Statement], FilmID?)])
  func onlyTheStepIsTakenBack(alias: FilmID, own: Statement, others: [Statement], film: FilmID?) async throws {
    let (store, other) = (try await Stores.inMemory().collection, try await Stores.inMemory().collection)
    try await store.insert([.sample(alias.rawValue, "Summer in Graz")], at: .sample)
    if case .reject = own { try await Statement.found(Self.first).make(alias, in: store, at: .sample + 1) }
    try await Self.send(from: store, to: other)
    try await own.make(alias, in: store, at: .sample + 2)
    for (number, statement) in others.enumerated() {
      try await statement.make(alias, in: other, at: .sample + 3 + Double(number))
    }
    // The other machine changes the film too, so that the undo has to write the old values.
    try await Self.send(from: store, to: other)
    try await other.apply("rate", at: .sample + 6) { transaction in
      try transaction.update(try transaction.canonicalID(of: alias)) { $0.rating = Rating(tenths: 50) }
    }
    try await Self.send(from: other, to: store)
    await #expect(throws: StoreError.self) {
      try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 7, force: false)
    }
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 8, force: true)
    #expect(try await store.canonicalIDs(of: [alias])[alias] == film)
    #expect(try await store.rejectedIDs(for: [alias]).isEmpty)
    #expect(try await store.differencesFromJournal().isEmpty)
    try await Self.send(from: store, to: other)
    #expect(try await store.canonicalIDs(of: [alias]) == other.canonicalIDs(of: [alias]))
  }

  /// Two machines have imported a viewing under different ids of the film; each order of their changes gives one viewing.
  @Test func viewingOfTwoImportsIsOne() async throws {
    let (store, other) = (try await Stores.inMemory().collection, try await Stores.inMemory().collection)
    let ids = try await Self.importViewing(of: Self.name, in: store, at: .sample)
    _ = try await Self.importViewing(of: Self.first, in: other, at: .sample + 1)
    try await store.apply("note", at: .sample + 2) { transaction in
      let viewing = try #require(try transaction.entry(Self.name)?.viewings.first)
      try transaction.update(viewing) { $0.note = "by the river" }
    }
    try await other.identifyNamed([(Self.name, Self.first)], at: .sample + 3)
    try await Self.send(from: store, to: other)
    try await Self.send(from: other, to: store)
    for store in [store, other] {
      let viewings = try await store.entries([Self.first])[Self.first]?.viewings
      #expect(viewings?.map(\.note) == ["by the river"])
      #expect(try await store.differencesFromJournal().isEmpty)
    }
    // A second viewing of the day is another one, and a removal concerns both imports.
    try await store.apply("watched", at: .sample + 4) { transaction in
      let date = PartialDate("2024-05-01")
      let id = try transaction.newViewingID(Self.first, date)
      #expect(!ids.contains(id))
      try transaction.insert(Viewing(id: id, film: Self.first, date: date))
    }
    #expect(try await store.entries([Self.first])[Self.first]?.viewings.count == 2)
    try await store.apply("unwatched", at: .sample + 5) { try $0.deleteViewings(of: Self.first) }
    #expect(try await store.entries([Self.first])[Self.first]?.viewings.isEmpty == true)
    try await store.reverse(.undo, .newest(2), command: "undo", at: .sample + 6, force: false)
    try await Self.send(from: store, to: other)
    for store in [store, other] {
      #expect(try await store.entries([Self.first])[Self.first]?.viewings.map(\.note) == ["by the river"])
      #expect(try await store.differencesFromJournal().isEmpty)
    }
  }

  /// The undo of an import that writes the old values leaves what the other machine has imported.
  @Test func forcedUndoOfAnImportLeavesTheOther() async throws {
    let (store, other) = (try await Stores.inMemory().collection, try await Stores.inMemory().collection)
    _ = try await Self.importViewing(of: Self.name, in: store, at: .sample)
    _ = try await Self.importViewing(of: Self.first, in: other, at: .sample + 1)
    try await Self.send(from: store, to: other)
    try await other.identifyNamed([(Self.name, Self.first)], at: .sample + 2)
    try await other.apply("rate", at: .sample + 3) { transaction in
      try transaction.update(Self.first) { $0.rating = Rating(tenths: 50) }
    }
    try await Self.send(from: other, to: store)
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 4, force: true)
    let entry = try await store.entries([Self.first])[Self.first]
    #expect(entry?.viewings.count == 1 && entry?.rating?.tenths == 50)
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  // MARK: - Changes

  enum Statement: Sendable {
    /// A source finds the film.
    case found(FilmID)
    /// The user identifies the film.
    case chosen(FilmID)
    /// The user takes the identification back.
    case reject

    fileprivate func make(_ alias: FilmID, in store: CollectionStore, at now: Date) async throws {
      switch self {
      case .found(let film): try await store.identifyNamed([(alias, film)], at: now)
      case .chosen(let film): try await store.apply("identify", at: now) { _ = try $0.identify(alias, film) }
      case .reject:
        try await store.apply("identify none", at: now) { transaction in
          _ = try transaction.rejectIdentifications(with: try transaction.canonicalID(of: alias))
        }
      }
    }
  }

  /// Imports a film with a viewing, and returns the ids that the viewing has under the ids of the film.
  private static func importViewing(of film: FilmID, in store: CollectionStore, at now: Date) async throws -> [UUID] {
    let date = PartialDate("2024-05-01")
    try await store.apply("import films.csv", at: now) { transaction in
      var entry = CollectionEntry.sample(film.rawValue, "Summer in Graz")
      var viewing = Viewing(id: Viewing.id(film: film, date: date, number: 1), film: film, date: date)
      viewing.imported.insert(.subject)
      entry.viewings = [viewing]
      try transaction.insert(entry)
    }
    return [name, first].map { Viewing.id(film: $0, date: date, number: 1) }
  }

  private static func send(from store: CollectionStore, to other: CollectionStore) async throws {
    let journal = try await store.recordedJournal()
    try await other.receive(journal.changes, of: journal.steps)
  }
}
