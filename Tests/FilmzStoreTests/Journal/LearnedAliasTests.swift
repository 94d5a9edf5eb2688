import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Aliases that a source reports for films of the collection.
struct LearnedAliasTests {
  private static let tmdbID = FilmID(tmdb: .movie, 603)
  private static let film: Film = {
    var film = Film(id: .matrix, title: "The Matrix", origin: .tmdb)
    film.otherIDs = [tmdbID]
    return film
  }()

  @discardableResult
  private func learn(
    _ store: CollectionStore, _ film: Film = film, at seconds: Double = 50
  ) async throws -> UnlearnedAliases {
    let expected = try await store.unlearnedAliases(of: film)
    let learned = try await store.learnAliases(
      expected.ids, of: film.id, foundBy: "TMDB", at: .sample + seconds)
    #expect(learned == expected.ids)
    #expect(try await store.differencesFromJournal().isEmpty)
    return expected
  }

  private func reverse(
    _ direction: UndoDirection, _ store: CollectionStore, _ count: Int = 1
  ) async throws {
    try await store.reverse(
      direction, .newest(count), command: "\(direction)", at: .sample + 90, force: false)
  }

  /// Adds the film under its TMDB id and rates it.
  private func makeStore() async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample("tmdb:movie:603")])
    try await store.apply("rate 8", at: .sample + 1) { transaction in
      try transaction.update(Self.tmdbID) { $0.rating = Rating(tenths: 80) }
    }
    return store
  }

  @Test func filmHasItsCanonicalIDAfterwardsAndNoFurtherStepIsListed() async throws {
    let store = try await makeStore()
    let log = try await store.log(limit: nil)
    #expect(try await learn(store) == UnlearnedAliases(ids: [Self.tmdbID]))
    #expect(try await store.allIDs() == [.matrix])
    #expect(try await store.entry()?.rating == Rating(tenths: 80))
    let newLog = try await store.log(limit: nil)
    #expect(newLog.map(\.id) == log.map(\.id) && newLog.map(\.number) == log.map(\.number))
    #expect(newLog.map(\.films) == [[.matrix], [.matrix]])
    let data = try await store.dumpOfEverything()
    #expect(try await learn(store) == UnlearnedAliases())
    #expect(try await store.dumpOfEverything() == data)
  }

  @Test func filmUnderItsCanonicalIDIsAlsoFoundByTheOtherID() async throws {
    let store = try await Stores.inMemory().collection
    let entry = CollectionEntry.full()
    try await store.insert([entry])
    #expect(try await learn(store).ids == [Self.tmdbID])
    #expect(try await store.entry() == entry)
    #expect(try await store.listedFilms([Self.tmdbID]).map(\.entry.id) == [.matrix])
    #expect(try await store.aliases(of: .matrix) == [Self.tmdbID])
  }

  @Test func undoAndRedoTreatTheStepsAsBefore() async throws {
    let store = try await makeStore()
    try await learn(store)
    try await reverse(.undo, store)
    #expect(try await store.entry()?.rating == nil)
    try await reverse(.undo, store)
    #expect(try await store.allIDs().isEmpty)
    try await learn(store)
    try await reverse(.redo, store, 2)
    #expect(try await store.allIDs() == [.matrix])
    #expect(try await store.entry()?.rating == Rating(tenths: 80))
    await #expect(throws: StoreError.nothingToReverse(.redo)) { try await reverse(.redo, store) }
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test func learningDoesNotPreventRedo() async throws {
    let store = try await makeStore()
    try await reverse(.undo, store)
    try await learn(store)
    try await reverse(.redo, store)
    #expect(try await store.entry()?.rating == Rating(tenths: 80))
  }

  @Test func nothingIsRecordedForFilmsOutsideTheCollection() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.sample("tt0000001", "Alpha")])
    let data = try await store.dumpOfEverything()
    #expect(try await learn(store) == UnlearnedAliases())
    #expect(try await store.dumpOfEverything() == data)
  }

  @Test func idsThatDoNotRankBelowTheFilmsIDAreIgnored() async throws {
    let store = try await makeStore()
    var film = Film(id: Self.tmdbID, title: "The Matrix", origin: .tmdb)
    film.otherIDs = [.matrix, Self.tmdbID]
    #expect(try await learn(store, film) == UnlearnedAliases())
  }

  @Test(arguments: [Change.Subject.Kind.entry, .skip])
  func filmsUnderBothIDsAreAConflict(kind: Change.Subject.Kind) async throws {
    let store = try await makeStore()
    try await store.apply("add", at: .sample + 2) { transaction in
      if kind == .entry { return try transaction.insert(CollectionEntry.sample()) }
      try transaction.upsert(.init(.skip, FilmID.matrix.rawValue), ["skippedAt": .integer(1)])
    }
    let data = try await store.dumpOfEverything()
    #expect(try await learn(store) == UnlearnedAliases(conflicts: [Self.tmdbID]))
    #expect(try await store.dumpOfEverything() == data)
    try await store.apply("rm", at: .sample + 3) {
      try $0.delete(Change.Subject(kind, FilmID.matrix.rawValue))
    }
    #expect(try await learn(store).ids == [Self.tmdbID])
    #expect(try await store.entry()?.rating == Rating(tenths: 80))
  }

  @Test func skippedFilmGetsItsCanonicalID() async throws {
    let store = try await Stores.inMemory().collection
    try await store.apply("skip", at: .sample) { transaction in
      try transaction.upsert(.init(.skip, Self.tmdbID.rawValue), ["skippedAt": .integer(1)])
    }
    #expect(try await learn(store).ids == [Self.tmdbID])
    #expect(try await store.dump().contains { $0.hasPrefix("skip") && $0.contains("tt0133093") })
  }

  @Test(arguments: [nil, "TMDB"])
  func existingAliasIsNotChanged(source: String?) async throws {
    let store = try await makeStore()
    let other = FilmID(unchecked: "tt0234215")
    _ = try await store.apply("identify", at: .sample + 2) { transaction in
      try transaction.identify(Self.tmdbID, other, foundBy: source)
    }
    #expect(try await learn(store) == UnlearnedAliases())
    #expect(try await store.allIDs() == [other])
  }

  @Test func filmIsLearnedUnderTheIDThatTheUserGaveItsCanonicalID() async throws {
    let store = try await makeStore()
    let other = FilmID(unchecked: "tt0000007")
    _ = try await store.apply("identify", at: .sample + 2) { try $0.identify(.matrix, other) }
    #expect(try await learn(store).ids == [Self.tmdbID])
    #expect(try await store.allIDs() == [other])
  }

  // MARK: - Several installations

  @Test func installationsWithDifferentIDsOfAFilmConverge() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.rating = Rating(tenths: 80) }])
    try await pair.second.insert(
      [.sample("tmdb:movie:603", "Matrix", addedAt: .sample + 1) { $0.notes = "y" }],
      at: .sample + 1)
    try await learn(pair.first, at: 50)
    try await learn(pair.second, at: 51)
    try await pair.exchange()
    let entry = try #require(try await pair.second.entry())
    #expect(entry.rating == Rating(tenths: 80) && entry.notes == "y")
    #expect(try await pair.second.allIDs() == [.matrix])
    try await pair.second.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 60, force: false)
    #expect(try await pair.second.entry()?.rating == Rating(tenths: 80))
    #expect(try await pair.second.entry()?.notes == nil)
    try await pair.exchange()
  }

  @Test func installationsThatLearnedDifferentIDsConverge() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample("tmdb:movie:603")])
    try await pair.exchange()
    var other = Film(id: FilmID(unchecked: "tt0234215"), title: "Reloaded", origin: .tmdb)
    other.otherIDs = [Self.tmdbID]
    try await learn(pair.first, at: 50)
    try await learn(pair.second, other, at: 51)
    try await pair.exchange()
    #expect(try await pair.first.allIDs() == [other.id])
  }

  /// A change is newer than a removal elsewhere, and therefore restores the film with all its data.
  @Test(arguments: [true, false])
  func changeOfALearnedFilmRestoresItAfterARemovalElsewhere(isViewing: Bool) async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample("tmdb:movie:603") { $0.notes = "x" }])
    try await learn(pair.first)
    try await pair.exchange()
    try await pair.second.apply("rm", at: .sample + 60) { try $0.delete(.matrix) }
    if isViewing {
      try await pair.first.watch(.matrix, on: "2024", at: .sample + 61)
    } else {
      try await pair.first.apply("rate 8", at: .sample + 61) { transaction in
        try transaction.update(.matrix) { $0.rating = Rating(tenths: 80) }
      }
    }
    try await pair.exchange()
    let entry = try #require(try await pair.second.entry())
    #expect(entry.notes == "x" && entry.caption?.title == "The Matrix")
    #expect(isViewing ? entry.viewings.count == 1 : entry.rating == Rating(tenths: 80))
  }

  // MARK: - Steps that other steps continue

  @Test func insertionIsFoundUnderTheCanonicalID() async throws {
    let store = try await makeStore()
    let step = try #require(try await store.insertionSteps(of: [Self.tmdbID])[Self.tmdbID])
    try await learn(store)
    #expect(try await store.insertionSteps(of: [.matrix]) == [.matrix: step])
    let isInserted = try await store.apply(nil, at: .sample + 60) {
      try $0.isInserted(.matrix, by: step)
    }
    #expect(isInserted)
  }

  // MARK: - Undoing an identification by the user

  @Test func undoingIdentifyIsRefusedIfTheFilmWasChangedSince() async throws {
    let store = try await makeStore()
    try await store.insert([.sample()], at: .sample + 2)
    _ = try await store.apply("identify", at: .sample + 3) { try $0.identify(Self.tmdbID, .matrix) }
    try await store.apply("note", at: .sample + 4) { transaction in
      try transaction.update(.matrix) { $0.notes = "x" }
    }
    let step = try #require(try await store.log(limit: 2).last)
    await #expect(
      throws: StoreError.changedSince(command: "identify", data: "the note", film: "The Matrix")
    ) {
      try await store.reverse(
        .undo, .step(step.id), command: "undo", at: .sample + 60, force: false)
    }
  }

  @Test func aliasThatASourceFoundDoesNotPreventUndoingIdentify() async throws {
    let store = try await makeStore()
    try await store.insert([.sample()], at: .sample + 2)
    let before = try await store.dump()
    _ = try await store.apply("identify", at: .sample + 3) { try $0.identify(Self.tmdbID, .matrix) }
    var film = Self.film
    film.otherIDs = [Self.tmdbID, FilmID(tmdb: .tv, 7)]
    #expect(try await learn(store, film).ids == [FilmID(tmdb: .tv, 7)])
    let step = try #require(try await store.log(limit: 1).first)
    try await store.reverse(.undo, .step(step.id), command: "undo", at: .sample + 60, force: false)
    #expect(try await store.dump().filter { !$0.hasPrefix("alias") } == before)
    #expect(try await learn(store, film).conflicts == [Self.tmdbID])
  }
}
