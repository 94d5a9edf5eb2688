import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Skips of films, and what ends them.
struct SkipTests {
  private static let tmdbID = FilmID(unchecked: "tmdb:movie:603")

  private func skip(_ id: FilmID, in store: CollectionStore, at seconds: Double) async throws {
    try await store.apply("skip", at: .sample + seconds) {
      try $0.insertSkip(of: id, caption: Caption(title: "The Matrix", year: 1999), platform: "Max")
    }
  }

  private func mark(of id: FilmID = .matrix, in store: CollectionStore) async throws -> Mark? {
    let film = try await store.resolvedFilms([id])[0]
    return film.listed.map { $0.entry.isWatched ? .seen : .wanted }
      ?? (film.skip == nil ? nil : .skipped)
  }

  private func undo(_ store: CollectionStore, at seconds: Double) async throws {
    try await store.reverse(
      .undo, .newest(1), command: "undo", at: .sample + seconds, force: false)
  }

  @Test func skipHasCaptionTimeAndService() async throws {
    let store = try await Stores.inMemory().collection
    try await skip(.matrix, in: store, at: 1)
    let caption = Caption(title: "The Matrix", year: 1999)
    let expected = SkippedFilm(
      id: .matrix, caption: caption, skippedAt: .sample + 1, platform: "Max")
    #expect(try await store.skippedFilms() == [expected])
    try await skip(.matrix, in: store, at: 2)
    #expect(try await store.skippedFilms() == [expected])
    #expect(try await store.log(limit: nil).map(\.films) == [[.matrix]])
  }

  @Test func addedFilmLosesItsSkipInTheSameStep() async throws {
    let store = try await Stores.inMemory().collection
    try await skip(.matrix, in: store, at: 1)
    try await store.apply("add", at: .sample + 2) { try $0.insert(CollectionEntry.sample()) }
    #expect(try await mark(in: store) == .wanted)
    #expect(try await store.rowCount(of: "skip") == 0)
    try await undo(store, at: 3)
    #expect(try await mark(in: store) == .skipped)
  }

  @Test(arguments: [(nil, "Max"), ("Hulu", "Hulu")] as [(String?, String)])
  func addedFilmHasTheServiceOfItsSkipUnlessItHasOne(own: String?, service: String) async throws {
    let store = try await Stores.inMemory().collection
    try await skip(.matrix, in: store, at: 1)
    var entry = CollectionEntry.sample()
    entry.platform = own
    try await store.apply("add", at: .sample + 2) { [entry] in try $0.insert(entry) }
    #expect(try await store.resolvedFilms([.matrix])[0].listed?.entry.platform == service)
  }

  @Test func removedFilmIsNotSkipped() async throws {
    let store = try await Stores.inMemory().collection
    try await store.apply("add", at: .sample) { try $0.insert(CollectionEntry.sample()) }
    try await store.apply("rm", at: .sample + 1) { try $0.delete(.matrix) }
    #expect(try await mark(in: store) == nil)
  }

  @Test func identifiedFilmIsInTheCollectionUntilUndo() async throws {
    let store = try await Stores.inMemory().collection
    try await skip(Self.tmdbID, in: store, at: 1)
    try await store.apply("add", at: .sample + 2) { try $0.insert(CollectionEntry.sample()) }
    _ = try await store.apply("identify", at: .sample + 3) {
      try $0.identify(Self.tmdbID, .matrix)
    }
    for id in [FilmID.matrix, Self.tmdbID] {
      #expect(try await mark(of: id, in: store) == .wanted)
    }
    #expect(try await store.skippedFilms() == [])
    #expect(try await store.statistics().skipped == 0)
    try await undo(store, at: 4)
    #expect(try await mark(in: store) == .wanted)
    #expect(try await mark(of: Self.tmdbID, in: store) == .skipped)
  }

  @Test func filmRemovedAfterIdentifyIsNotSkipped() async throws {
    let store = try await Stores.inMemory().collection
    try await skip(Self.tmdbID, in: store, at: 1)
    try await store.apply("add", at: .sample + 2) { try $0.insert(CollectionEntry.sample()) }
    _ = try await store.apply("identify", at: .sample + 3) { try $0.identify(Self.tmdbID, .matrix) }
    try await store.apply("rm", at: .sample + 4) { try $0.delete(.matrix) }
    #expect(try await mark(in: store) == nil)
    try await undo(store, at: 5)
    #expect(try await mark(in: store) == .wanted)
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test func skipOfAnotherInstallationDoesNotHideAFilmOfTheCollection() async throws {
    let pair = try await InstallationPair()
    try await pair.first.apply("add", at: .sample) { try $0.insert(CollectionEntry.sample()) }
    try await skip(.matrix, in: pair.second, at: 1)
    try await pair.exchange()
    for store in [pair.first, pair.second] {
      #expect(try await mark(in: store) == .wanted)
      #expect(try await store.skippedFilms() == [])
      #expect(try await store.statistics().skipped == 0)
    }
    try await pair.second.apply("rm", at: .sample + 2) { try $0.delete(.matrix) }
    try await pair.exchange()
    for store in [pair.first, pair.second] { #expect(try await mark(in: store) == nil) }
  }

  @Test(arguments: ResetScope.allCases)
  func manyFilmsAreResetAndRestored(scope: ResetScope) async throws {
    let store = try await Stores.inMemory().collection
    let count = 1000
    try await store.apply("import", at: .sample) { transaction in
      for number in 0..<count {
        let id = "tt\(1_000_000 + number)"
        try transaction.insert(CollectionEntry.sample(id, "Film \(number)"))
        try transaction.insertSkip(
          of: FilmID(unchecked: "own:\(number)"), caption: nil, platform: nil)
      }
    }
    let groups = try await store.groups(of: scope)
    #expect(groups.map(\.ids.count) == Array(repeating: count, count: scope == .all ? 2 : 1))
    try await store.apply("reset", at: .sample + 1) { transaction in
      for group in groups { try transaction.delete(group, keepingSeenFilms: false) }
    }
    #expect(try await store.rowCount(of: "entry") == (scope == .skipped ? count : 0))
    #expect(try await store.rowCount(of: "skip") == (scope == .watchlist ? count : 0))
    try await undo(store, at: 2)
    #expect(try await store.rowCount(of: "entry") == count)
    #expect(try await store.rowCount(of: "skip") == count)
  }
}
