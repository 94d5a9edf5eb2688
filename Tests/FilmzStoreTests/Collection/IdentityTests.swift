import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Films with several ids (contract, "Identity").
struct IdentityTests {
  private static let tmdbID = FilmID(unchecked: "tmdb:movie:603")
  private static let ownID = FilmID(unchecked: "own:A")

  /// Records that two ids belong to the same film, by the user or by a source.
  @discardableResult
  private func identify(
    _ store: CollectionStore, _ first: FilmID, _ second: FilmID, by source: String? = nil,
    at seconds: Double = 50
  ) async throws -> FilmID {
    try await store.apply(source == nil ? "identify" : nil, at: .sample + seconds) { transaction in
      try transaction.identify(first, second, foundBy: source)
    }
  }

  /// Returns a store with one film under two ids: rated, tagged, and watched under its IMDb id, and
  /// with a note, a tag, and a viewing under its TMDB id.
  private func makeStore() async throws -> CollectionStore {
    let store = try await Stores.inMemory().collection
    try await store.insert([
      .sample {
        $0.rating = Rating(tenths: 80)
        $0.tags = ["a"]
      }
    ])
    try await store.watch(.matrix, on: "2020", at: .sample + 1)
    try await store.insert(
      [
        .sample("tmdb:movie:603", "Matrix", addedAt: .sample + 2) {
          $0.notes = "fun"
          $0.tags = ["b"]
        }
      ], at: .sample + 2)
    try await store.watch(Self.tmdbID, on: "2024", at: .sample + 3)
    return store
  }

  private func expectConsistentTables(_ store: CollectionStore) async throws {
    #expect(try await store.differencesFromJournal().isEmpty)
    #expect(try await store.damage() == nil)
    let listedIDs = try await store.find(CollectionQuery()).ids
    #expect(try await Set(listedIDs) == Set(store.allIDs()))
  }

  @Test(arguments: [false, true])
  func identifyMergesUserDataAndUndoSeparatesItAgain(isReversed: Bool) async throws {
    let store = try await makeStore()
    let before = try await store.dump()
    let ids = isReversed ? (FilmID.matrix, Self.tmdbID) : (Self.tmdbID, .matrix)
    #expect(try await identify(store, ids.0, ids.1) == .matrix)
    #expect(try await store.allIDs() == [.matrix])
    let entry = try #require(try await store.entry())
    #expect(entry.rating == Rating(tenths: 80) && entry.notes == "fun" && entry.tags == ["a", "b"])
    #expect(entry.caption?.title == "Matrix" && entry.addedAt == .sample + 2)
    #expect(Set(entry.viewings.map(\.date?.text)) == ["2020", "2024"])
    try await expectConsistentTables(store)
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 60, force: false)
    #expect(try await store.dump() == before)
    try await expectConsistentTables(store)
    try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 70, force: false)
    #expect(try await store.entry() == entry)
    try await expectConsistentTables(store)
  }

  @Test func allIDsResolveToTheCanonicalID() async throws {
    let store = try await makeStore()
    try await identify(store, Self.ownID, Self.tmdbID)
    try await identify(store, Self.tmdbID, .matrix, at: 51)
    let canonical = try await store.canonicalIDs(of: [Self.ownID, Self.tmdbID, .matrix])
    #expect(canonical == [Self.ownID: .matrix, Self.tmdbID: .matrix])
    #expect(try await store.aliases(of: .matrix) == [Self.ownID, Self.tmdbID])
    #expect(try await store.log(limit: 1).first?.films == [.matrix])
  }

  @Test(arguments: [
    ("own:A", "tmdb:movie:603", "tmdb:movie:603"), ("tt2", "tt1", "tt1"), ("tt1", "tt2", "tt1"),
    ("tmdb:movie:10", "tmdb:movie:9", "tmdb:movie:10"), ("own:B", "own:A", "own:A"),
  ])
  func canonicalIDDoesNotDependOnTheOrderOfTheArguments(
    first: String, second: String, canonical: String
  ) async throws {
    let store = try await Stores.inMemory().collection
    let ids = [first, second].map(FilmID.init(unchecked:))
    #expect(try await identify(store, ids[0], ids[1]).rawValue == canonical)
    #expect(try await store.canonicalIDs(of: ids).values.map(\.rawValue) == [canonical])
  }

  @Test func newIdentificationReplacesTheOldOne() async throws {
    let store = try await makeStore()
    let other = FilmID(unchecked: "tt0234215")
    try await identify(store, Self.tmdbID, other)
    #expect(try await store.allIDs() == [.matrix, other])
    try await identify(store, Self.tmdbID, .matrix, at: 51)
    #expect(try await store.allIDs() == [.matrix])
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 60, force: false)
    #expect(try await store.allIDs() == [.matrix, other])
    try await expectConsistentTables(store)
  }

  @Test func sourcesDoNotOverrideTheUserAndMakeNoLoggedSteps() async throws {
    let store = try await makeStore()
    let other = FilmID(unchecked: "tt0234215")
    try await identify(store, Self.tmdbID, .matrix)
    try await identify(store, Self.tmdbID, other, by: "tmdb", at: 51)
    #expect(try await store.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    try await identify(store, Self.ownID, other, by: "tmdb", at: 52)
    #expect(try await store.canonicalIDs(of: [Self.ownID]) == [Self.ownID: other])
    #expect(try await store.log(limit: 1).map(\.command) == ["identify"])
    try await identify(store, Self.ownID, .matrix, at: 53)
    #expect(try await store.canonicalIDs(of: [Self.ownID]) == [Self.ownID: .matrix])
  }

  @Test func filmIsRemovedUnderAllItsIDs() async throws {
    let store = try await makeStore()
    try await identify(store, Self.tmdbID, .matrix)
    try await store.apply("rm", at: .sample + 60) { try $0.delete(.matrix) }
    #expect(try await store.allIDs().isEmpty)
    try await expectConsistentTables(store)
    try await store.insert([.sample()], at: .sample + 70)
    #expect(try await store.entry() == .sample())
    try await expectConsistentTables(store)
    try await store.reverse(.undo, .newest(2), command: "undo", at: .sample + 80, force: false)
    #expect(try await store.entry()?.viewings.count == 2)
    try await expectConsistentTables(store)
  }

  @Test func removedDataIsNotRestoredByAddingTheFilmUnderAnotherID() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    try await store.insert([.sample("tmdb:movie:603", "Matrix")], at: .sample + 2)
    try await identify(store, Self.tmdbID, .matrix, by: "tmdb")
    #expect(try await store.entry() == .sample("tt0133093", "Matrix"))
    try await store.apply("rate 7", at: .sample + 60) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 70) }
    }
    try await store.watch(.matrix, on: "2024", at: .sample + 61)
    let entry = try #require(try await store.entry())
    #expect(entry.rating == Rating(tenths: 70) && entry.notes == nil && entry.tags.isEmpty)
    #expect(entry.viewings.map(\.date?.text) == ["2024"])
    try await expectConsistentTables(store)
  }

  @Test func undoingIdentifyThrowsIfTheFilmWasChangedElsewhereSince() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample()])
    try await identify(pair.first, Self.tmdbID, .matrix)
    try await pair.exchange()
    try await pair.second.apply("rate 8", at: .sample + 60) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 80) }
    }
    try await pair.exchange()
    await #expect(
      throws: StoreError.changedSince(
        command: "identify", data: "the rating", film: "The Matrix")
    ) {
      try await pair.first.reverse(
        .undo, .newest(1), command: "undo", at: .sample + 70, force: false)
    }
  }

  @Test func identifyRestoresAFilmRemovedElsewhereBefore() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.notes = "x" }])
    try await pair.exchange()
    try await pair.second.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    try await identify(pair.first, Self.tmdbID, .matrix)
    try await pair.exchange()
    #expect(try await pair.second.entry()?.notes == "x")
  }

  @Test func userDataUnderTwoIDsFromTwoInstallationsIsMerged() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample { $0.rating = Rating(tenths: 80) }])
    try await pair.second.insert([
      .sample("tmdb:movie:603", "Matrix", addedAt: .sample) { $0.notes = "y" }
    ])
    try await pair.exchange()
    #expect(try await pair.first.counts().total == 2)
    try await identify(pair.second, Self.tmdbID, .matrix)
    try await pair.exchange()
    let entry = try #require(try await pair.first.entry())
    #expect(entry.rating == Rating(tenths: 80) && entry.notes == "y")
    #expect(try await pair.first.counts().total == 1)
  }

  @Test func repeatedIdentificationMakesNoStepAndDoesNotPreventRedo() async throws {
    let store = try await makeStore()
    try await identify(store, Self.tmdbID, .matrix)
    try await store.apply("rate 7", at: .sample + 60) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 70) }
    }
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 61, force: false)
    let before = try await store.dumpOfEverything()
    for source in [nil, "tmdb"] { try await identify(store, Self.tmdbID, .matrix, by: source) }
    #expect(try await store.dumpOfEverything() == before)
    try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 62, force: false)
    #expect(try await store.entry()?.rating == Rating(tenths: 70))
  }

  @Test func viewingRemovedUnderAnotherIDIsRemovedBeforeTheAliasArrives() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.sample("tmdb:movie:603", "Matrix")])
    try await pair.first.watch(Self.tmdbID, on: "2024", at: .sample + 1)
    try await pair.exchange()
    try await identify(pair.second, Self.tmdbID, .matrix)
    let viewing = try #require(try await pair.second.entry()?.viewings.first)
    try await pair.second.apply("viewings rm", at: .sample + 60) { transaction in
      try transaction.delete(viewing: viewing)
    }
    let journal = try await pair.second.recordedJournal()
    let removal = try #require(journal.changes.last)
    #expect(try await pair.first.find(CollectionQuery()).ids == [Self.tmdbID])
    try await pair.first.receive([removal], of: journal.steps)
    #expect(try await pair.first.differencesFromJournal().isEmpty)
    var watched = CollectionQuery()
    watched.filter.isWatched = true
    #expect(try await pair.first.find(watched).ids.isEmpty)
    try await pair.exchange()
  }

  @Test func listsAreUpdatedIfAnAliasIsReplacedElsewhere() async throws {
    let pair = try await InstallationPair()
    let other = FilmID(unchecked: "tt0234215")
    try await pair.first.insert([
      .sample(), .sample("tt0234215", "Reloaded"),
      .sample("tmdb:movie:603", "Matrix") { $0.rating = Rating(tenths: 90) },
    ])
    try await pair.exchange()
    try await identify(pair.first, Self.tmdbID, .matrix)
    try await identify(pair.second, Self.tmdbID, other, at: 60)
    var rated = CollectionQuery()
    rated.filter.isRated = true
    #expect(try await pair.first.find(rated).ids == [.matrix])
    try await pair.exchange()
    #expect(try await pair.first.find(rated).ids == [other])
    #expect(try await pair.second.find(rated).ids == [other])
  }

  // MARK: - Facts

  @Test func factsUnderAllIDsBelongToTheFilm() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample("tmdb:movie:603", nil)])
    var film = Film(
      id: Self.tmdbID, title: "Matrix of TMDB", year: 1999, origin: .tmdb, fetchedAt: .sample,
      isComplete: true)
    film.genres = ["Action"]
    try await stores.cache.store([film], at: .sample)
    try await identify(stores.collection, Self.tmdbID, .matrix)
    var query = CollectionQuery()
    query.filter.genres = [["action"]]
    #expect(try await stores.collection.find(query).ids == [.matrix])
    let listedFilm = try #require(try await stores.collection.listedFilms([.matrix]).first?.film)
    #expect(
      listedFilm.title == "Matrix of TMDB" && listedFilm.origin == .tmdb && listedFilm.id == .matrix
    )
    let cachedFilm = try #require(try await stores.cache.films([.matrix])[.matrix])
    #expect(cachedFilm.title == film.title && cachedFilm.id == .matrix && cachedFilm.isComplete)
    film.genres = ["Comedy"]
    film.fetchedAt = .sample + 60
    try await stores.cache.store([film], at: .sample + 60)
    #expect(try await stores.collection.find(query).ids.isEmpty)
    #expect(try await stores.cache.records([.matrix]).map(\.id) == [.matrix])
    #expect(try await stores.cache.remove([.matrix]) == [.matrix])
    #expect(try await stores.collection.idsWithoutFacts(limit: 9) == [.matrix])
  }
}
