import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// One film under several ids (contract, "Identity").
struct IdentityTests {
  private static let tmdb = FilmID(canonical: "tmdb:movie:603")
  private static let own = FilmID(canonical: "own:A")

  @discardableResult
  private func identify(
    _ store: CollectionStore, _ first: FilmID, _ second: FilmID, by source: String? = nil,
    at seconds: Double = 50
  ) async throws -> FilmID {
    try await store.apply(source == nil ? "identify" : nil, at: .sample + seconds) { transaction in
      try transaction.identify(first, second, foundBy: source)
    }
  }

  /// The film rated and seen under IMDb's id, and noted, tagged and seen under TMDB's.
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
    try await store.watch(Self.tmdb, on: "2024", at: .sample + 3)
    return store
  }

  private func expectTrueTables(_ store: CollectionStore) async throws {
    #expect(try await store.differencesFromJournal().isEmpty)
    #expect(try await store.damage() == nil)
    let listed = try await store.find(CollectionQuery()).ids
    #expect(try await Set(listed) == Set(store.allIDs()))
  }

  @Test(arguments: [false, true])
  func whatIsTheUsersIsUnitedAndUndoSeparatesItExactly(isTurnedRound: Bool) async throws {
    let store = try await makeStore()
    let before = try await store.dump()
    let ids = isTurnedRound ? (FilmID.matrix, Self.tmdb) : (Self.tmdb, .matrix)
    #expect(try await identify(store, ids.0, ids.1) == .matrix)
    #expect(try await store.allIDs() == [.matrix])
    let entry = try #require(try await store.entry())
    #expect(entry.rating == Rating(tenths: 80) && entry.notes == "fun" && entry.tags == ["a", "b"])
    #expect(entry.caption?.title == "Matrix" && entry.addedAt == .sample + 2)
    #expect(Set(entry.viewings.map(\.date?.text)) == ["2020", "2024"])
    try await expectTrueTables(store)
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 60, force: false)
    #expect(try await store.dump() == before)
    try await expectTrueTables(store)
    try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 70, force: false)
    #expect(try await store.entry() == entry)
    try await expectTrueTables(store)
  }

  @Test func allIDsOfAFilmLeadToIt() async throws {
    let store = try await makeStore()
    try await identify(store, Self.own, Self.tmdb)
    try await identify(store, Self.tmdb, .matrix, at: 51)
    let canonical = try await store.canonicalIDs(of: [Self.own, Self.tmdb, .matrix])
    #expect(canonical == [Self.own: .matrix, Self.tmdb: .matrix])
    #expect(try await store.aliases(of: .matrix) == [Self.own, Self.tmdb])
    #expect(try await store.log(limit: 1).first?.films == [.matrix])
  }

  @Test(arguments: [
    ("own:A", "tmdb:movie:603", "tmdb:movie:603"), ("tt2", "tt1", "tt1"), ("tt1", "tt2", "tt1"),
    ("tmdb:movie:10", "tmdb:movie:9", "tmdb:movie:10"), ("own:B", "own:A", "own:A"),
  ])
  func anIDPointsToABetterOneWhicheverOrderTheyAreNamedIn(
    first: String, second: String, canonical: String
  ) async throws {
    let store = try await Stores.inMemory().collection
    let ids = [first, second].map(FilmID.init(canonical:))
    #expect(try await identify(store, ids[0], ids[1]).rawValue == canonical)
    #expect(try await store.canonicalIDs(of: ids).values.map(\.rawValue) == [canonical])
  }

  @Test func whatWasSaidAnewOfAnIDHolds() async throws {
    let store = try await makeStore()
    let other = FilmID(canonical: "tt0234215")
    try await identify(store, Self.tmdb, other)
    #expect(try await store.allIDs() == [.matrix, other])
    try await identify(store, Self.tmdb, .matrix, at: 51)
    #expect(try await store.allIDs() == [.matrix])
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 60, force: false)
    #expect(try await store.allIDs() == [.matrix, other])
    try await expectTrueTables(store)
  }

  @Test func aSourceChangesNothingThatTheUserSaidAndIsNoStep() async throws {
    let store = try await makeStore()
    let other = FilmID(canonical: "tt0234215")
    try await identify(store, Self.tmdb, .matrix)
    try await identify(store, Self.tmdb, other, by: "tmdb", at: 51)
    #expect(try await store.canonicalIDs(of: [Self.tmdb]) == [Self.tmdb: .matrix])
    try await identify(store, Self.own, other, by: "tmdb", at: 52)
    #expect(try await store.canonicalIDs(of: [Self.own]) == [Self.own: other])
    #expect(try await store.log(limit: 1).map(\.command) == ["identify"])
    try await identify(store, Self.own, .matrix, at: 53)
    #expect(try await store.canonicalIDs(of: [Self.own]) == [Self.own: .matrix])
  }

  @Test func aRemovedFilmIsGoneUnderAllItsIDs() async throws {
    let store = try await makeStore()
    try await identify(store, Self.tmdb, .matrix)
    try await store.apply("rm", at: .sample + 60) { try $0.delete(.matrix) }
    #expect(try await store.allIDs().isEmpty)
    try await expectTrueTables(store)
    try await store.insert([.sample()], at: .sample + 70)
    #expect(try await store.entry() == .sample())
    try await expectTrueTables(store)
    try await store.reverse(.undo, .newest(2), command: "undo", at: .sample + 80, force: false)
    #expect(try await store.entry()?.viewings.count == 2)
    try await expectTrueTables(store)
  }

  @Test func whatWasRemovedLongAgoStaysGoneWhenTheFilmComesByAnotherID() async throws {
    let store = try await Stores.inMemory().collection
    try await store.insert([.full()])
    try await store.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    try await store.insert([.sample("tmdb:movie:603", "Matrix")], at: .sample + 2)
    try await identify(store, Self.tmdb, .matrix, by: "tmdb")
    #expect(try await store.entry() == .sample("tt0133093", "Matrix"))
    try await store.apply("rate 7", at: .sample + 60) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 70) }
    }
    try await store.watch(.matrix, on: "2024", at: .sample + 61)
    let entry = try #require(try await store.entry())
    #expect(entry.rating == Rating(tenths: 70) && entry.notes == nil && entry.tags.isEmpty)
    #expect(entry.viewings.map(\.date?.text) == ["2024"])
    try await expectTrueTables(store)
  }

  @Test func undoOfIdentifyIsRefusedIfTheFilmWasChangedElsewhereSince() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample()])
    try await identify(machines.first, Self.tmdb, .matrix)
    try await machines.exchange()
    try await machines.second.apply("rate 8", at: .sample + 60) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 80) }
    }
    try await machines.exchange()
    await #expect(
      throws: StoreError.changedSince(
        command: "identify", what: "the rating", film: "The Matrix")
    ) {
      try await machines.first.reverse(
        .undo, .newest(1), command: "undo", at: .sample + 70, force: false)
    }
  }

  @Test func identifyKeepsAFilmThatWasRemovedElsewhereBefore() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample { $0.notes = "x" }])
    try await machines.exchange()
    try await machines.second.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    try await identify(machines.first, Self.tmdb, .matrix)
    try await machines.exchange()
    #expect(try await machines.second.entry()?.notes == "x")
  }

  @Test func marksUnderTwoIDsFromTwoMachinesAreOneFilm() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample { $0.rating = Rating(tenths: 80) }])
    try await machines.second.insert([
      .sample("tmdb:movie:603", "Matrix", addedAt: .sample) { $0.notes = "y" }
    ])
    try await machines.exchange()
    #expect(try await machines.first.counts().total == 2)
    try await identify(machines.second, Self.tmdb, .matrix)
    try await machines.exchange()
    let entry = try #require(try await machines.first.entry())
    #expect(entry.rating == Rating(tenths: 80) && entry.notes == "y")
    #expect(try await machines.first.counts().total == 1)
  }

  @Test func whatIsSaidAgainIsNoStepAndLeavesWhatCanBeRedone() async throws {
    let store = try await makeStore()
    try await identify(store, Self.tmdb, .matrix)
    try await store.apply("rate 7", at: .sample + 60) { transaction in
      try transaction.update(.matrix) { $0.rating = Rating(tenths: 70) }
    }
    try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 61, force: false)
    let before = try await store.dumpOfEverything()
    for source in [nil, "tmdb"] { try await identify(store, Self.tmdb, .matrix, by: source) }
    #expect(try await store.dumpOfEverything() == before)
    try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 62, force: false)
    #expect(try await store.entry()?.rating == Rating(tenths: 70))
  }

  @Test func aViewingThatIsChangedUnderAnotherIDIsFoundBeforeTheAliasArrives() async throws {
    let machines = try await Machines()
    try await machines.first.insert([.sample("tmdb:movie:603", "Matrix")])
    try await machines.first.watch(Self.tmdb, on: "2024", at: .sample + 1)
    try await machines.exchange()
    try await identify(machines.second, Self.tmdb, .matrix)
    let viewing = try #require(try await machines.second.entry()?.viewings.first)
    try await machines.second.apply("viewings rm", at: .sample + 60) { transaction in
      try transaction.delete(viewing: viewing)
    }
    let journal = try await machines.second.recordedJournal()
    let removal = try #require(journal.changes.last)
    #expect(try await machines.first.find(CollectionQuery()).ids == [Self.tmdb])
    try await machines.first.receive([removal], of: journal.steps)
    #expect(try await machines.first.differencesFromJournal().isEmpty)
    var watched = CollectionQuery()
    watched.filter.isWatched = true
    #expect(try await machines.first.find(watched).ids.isEmpty)
    try await machines.exchange()
  }

  @Test func aListFollowsAnAliasThatIsSaidAnewElsewhere() async throws {
    let machines = try await Machines()
    let other = FilmID(canonical: "tt0234215")
    try await machines.first.insert([
      .sample(), .sample("tt0234215", "Reloaded"),
      .sample("tmdb:movie:603", "Matrix") { $0.rating = Rating(tenths: 90) },
    ])
    try await machines.exchange()
    try await identify(machines.first, Self.tmdb, .matrix)
    try await identify(machines.second, Self.tmdb, other, at: 60)
    var rated = CollectionQuery()
    rated.filter.isRated = true
    #expect(try await machines.first.find(rated).ids == [.matrix])
    try await machines.exchange()
    #expect(try await machines.first.find(rated).ids == [other])
    #expect(try await machines.second.find(rated).ids == [other])
  }

  // MARK: - Facts

  @Test func factsUnderAnyIDAreThoseOfTheFilm() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample("tmdb:movie:603", nil)])
    var film = Film(
      id: Self.tmdb, title: "Matrix of TMDB", year: 1999, origin: .tmdb, fetchedAt: .sample,
      isComplete: true)
    film.genres = ["Action"]
    try await stores.cache.store([film], at: .sample)
    try await identify(stores.collection, Self.tmdb, .matrix)
    var query = CollectionQuery()
    query.filter.genres = [["action"]]
    #expect(try await stores.collection.find(query).ids == [.matrix])
    let listed = try #require(try await stores.collection.listed([.matrix]).first?.film)
    #expect(listed.title == "Matrix of TMDB" && listed.origin == .tmdb && listed.id == .matrix)
    let found = try #require(try await stores.cache.films([.matrix])[.matrix])
    #expect(found.title == film.title && found.id == .matrix && found.isComplete)
    film.genres = ["Comedy"]
    film.fetchedAt = .sample + 60
    try await stores.cache.store([film], at: .sample + 60)
    #expect(try await stores.collection.find(query).ids.isEmpty)
    #expect(try await stores.cache.records([.matrix]).map(\.id) == [.matrix])
    #expect(try await stores.cache.remove([.matrix]) == [.matrix])
    #expect(try await stores.collection.idsWithoutFacts(limit: 9) == [.matrix])
  }
}
