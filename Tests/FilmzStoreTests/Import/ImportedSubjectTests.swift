import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Imports of records and comments: what is added, changed, and left as it is, and how it is undone.
struct ImportedSubjectTests {
  private static func record(_ number: Int, title: String = "Film") -> ImportedRecord {
    ImportedRecord(
      Film(id: FilmID(imdbNumber: number), title: title, year: 1990, origin: .mflix))
  }

  private static func comment(_ document: String, text: String = "Text") -> FilmComment {
    FilmComment(
      id: UUID(ofMFlixComment: document), film: FilmID(imdbNumber: 1), name: "Ann",
      time: "2001-05-06T07:08:09Z", text: text, source: "mflix")
  }

  private static func set(
    _ records: [ImportedRecord], _ store: CollectionStore
  ) async throws -> ImportedCounts {
    try await store.apply("import movies.json", at: .sample) {
      let plan = try $0.importReader.plan(records, restoresRemoved: false)
      try $0.perform(plan)
      return plan.counts
    }
  }

  private static func insert(
    _ comments: [FilmComment], _ store: CollectionStore, restoresRemoved: Bool = false
  ) async throws -> ImportedCounts {
    try await store.apply("import comments.json", at: .sample) {
      let plan = try $0.importReader.plan(comments, restoresRemoved: restoresRemoved)
      try $0.perform(plan)
      return plan.counts
    }
  }

  private static func undo(_ store: CollectionStore) async throws {
    _ = try await store.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 99, force: false)
  }

  private static func titles(_ store: CollectionStore) async throws -> [String] {
    try await store.filmsOfImportedRecords().map(\.film.title)
  }

  // MARK: - Records

  @Test func equalRecordsAreNotRecordedAgain() async throws {
    let store = try await Stores.inMemory().collection
    let records = (1...3).map { Self.record($0) }
    #expect(try await Self.set(records, store) == ImportedCounts(added: 3))
    #expect(try await Self.set(records, store) == ImportedCounts(unchanged: 3))
    #expect(try await store.log(limit: nil).count == 1)
    let mixed = [Self.record(2), Self.record(3, title: "New"), Self.record(4)]
    let counts = ImportedCounts(added: 1, changed: 1, unchanged: 1)
    #expect(try await Self.set(mixed, store) == counts)
    #expect(try await Self.titles(store) == ["Film", "Film", "New", "Film"])
    #expect(try await store.differencesFromJournal().isEmpty)
    try await Self.undo(store)
    #expect(try await Self.titles(store) == ["Film", "Film", "Film"])
  }

  @Test func firstRecordOfAFilmIsUsed() async throws {
    let store = try await Stores.inMemory().collection
    let records = [Self.record(1, title: "First"), Self.record(1, title: "Second")]
    #expect(try await Self.set(records, store) == ImportedCounts(added: 1))
    #expect(try await Self.titles(store) == ["First"])
    #expect(try await Self.set(records, store) == ImportedCounts(unchanged: 1))
  }

  @Test func undoneRecordsComeAgain() async throws {
    let store = try await Stores.inMemory().collection
    let records = (1...400).map { Self.record($0) }
    for _ in 0..<2 {
      #expect(try await Self.set(records, store) == ImportedCounts(added: 400))
      #expect(try await Self.titles(store).count == 400)
      try await Self.undo(store)
      #expect(try await Self.titles(store).isEmpty)
    }
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test func recordOfACollectedFilmLeavesTheEntry() async throws {
    let store = try await Stores.inMemory().collection
    let entry = CollectionEntry.full()
    try await store.insert([entry])
    let record = ImportedRecord(Film(id: .matrix, title: "Matrix", origin: .mflix))
    #expect(try await Self.set([record], store) == ImportedCounts(added: 1))
    #expect(try await store.entries([.matrix])[.matrix]?.viewings.count == entry.viewings.count)
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test func recordIsStoredUnderTheCurrentIDOfTheFilm() async throws {
    let store = try await Stores.inMemory().collection
    let other = FilmID(unchecked: "tmdb:movie:603")
    _ = try await store.apply("identify", at: .sample) {
      try $0.identify(other, .matrix, foundBy: nil)
    }
    let record = ImportedRecord(Film(id: other, title: "Matrix", origin: .mflix))
    #expect(try await Self.set([record], store) == ImportedCounts(added: 1))
    #expect(try await Self.set([record], store) == ImportedCounts(unchanged: 1))
    #expect(try await store.filmsOfImportedRecords().map(\.film.id) == [.matrix])
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test(arguments: ["{}", "[]", "not json", "{\"title\":\"x\"}"])
  func factsThatAreNoFilmAreRefused(facts: String) async throws {
    let store = try await Stores.inMemory().collection
    await #expect(throws: StoreError.self) {
      try await store.apply("import", at: .sample) { transaction in
        try transaction.upsert(
          .init(.importedRecord, "tt0000001"), ["source": .text("mflix"), "facts": .text(facts)])
      }
    }
  }

  @Test func textsOfFilesAreStoredAsTheyAre() async throws {
    let store = try await Stores.inMemory().collection
    var film = Film(id: FilmID(imdbNumber: 1), title: "Zoë \"\\u0000\" \u{0}!", origin: .mflix)
    film.plot = "a/b\nc\u{1F3AC}"
    _ = try await Self.set([ImportedRecord(film)], store)
    let stored = try #require(
      try await store.filmRecords([film.id])[film.id]?.imported?.facts)
    #expect(stored.title == "Zoë \"\\ufffd\" \u{FFFD}!" && stored.plot == film.plot)
  }

  // MARK: - The search index

  @Test func revisionChangesWithImportedRecordsOnly() async throws {
    let store = try await Stores.inMemory().collection
    #expect(try await store.revisionOfImportedRecords() == nil)
    var revisions: Set<String?> = [nil]
    func expectNew(_ isNew: Bool, _ comment: Comment) async throws {
      let revision = try await store.revisionOfImportedRecords()
      #expect(revisions.insert(revision).inserted == isNew, comment)
    }
    _ = try await Self.set([Self.record(1), Self.record(2)], store)
    try await expectNew(true, "import")
    _ = try await Self.set([Self.record(1, title: "New")], store)
    try await expectNew(true, "second import")
    try await Self.undo(store)
    try await expectNew(true, "undo")
    try await store.insert([.full()])
    try await expectNew(false, "add")
    try await Self.undo(store)
    try await expectNew(false, "undo of add")
    try await store.apply("edit", at: .sample) { transaction in
      try transaction.setRecord(
        OwnRecord(film: FilmID(imdbNumber: 1), facts: [.plot: .null]), caption: nil)
    }
    try await expectNew(false, "own record")
    let other = FilmID(unchecked: "tmdb:movie:1")
    _ = try await Self.set([ImportedRecord(Film(id: other, title: "x", origin: .mflix))], store)
    try await expectNew(true, "film of another id")
    _ = try await store.apply("identify", at: .sample) {
      try $0.identify(other, FilmID(imdbNumber: 9), foundBy: nil)
    }
    try await expectNew(true, "identified film")
  }

  // MARK: - Comments

  @Test func commentsAreAddedOnce() async throws {
    let store = try await Stores.inMemory().collection
    let comments = ["a", "b", "a"].map { Self.comment($0) } + [Self.comment("c", text: "")]
    #expect(try await Self.insert(comments, store) == ImportedCounts(added: 2))
    #expect(try await Self.insert(comments, store) == ImportedCounts(unchanged: 2))
    #expect(try await store.comments().allSatisfy { $0.source == "mflix" && !$0.isMine })
    try await Self.undo(store)
    #expect(try await store.comments().isEmpty)
    #expect(try await Self.insert(comments, store) == ImportedCounts(added: 2))
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test func removedCommentStaysRemoved() async throws {
    let store = try await Stores.inMemory().collection
    let comments = ["a", "b"].map { Self.comment($0) }
    _ = try await Self.insert(comments, store)
    try await store.apply("comment rm", at: .sample) { try $0.deleteComment(comments[0].id) }
    let counts = ImportedCounts(unchanged: 1, removed: 1)
    #expect(try await Self.insert(comments, store) == counts)
    #expect(try await store.comments().map(\.id) == [comments[1].id])
    let restored = try await Self.insert(comments, store, restoresRemoved: true)
    #expect(restored == ImportedCounts(added: 1, unchanged: 1))
    #expect(try await store.comments().count == 2)
    try await Self.undo(store)
    try await Self.undo(store)
    #expect(try await Self.insert(comments, store) == ImportedCounts(unchanged: 2))
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  @Test func resetLeavesImports() async throws {
    let store = try await Stores.inMemory().collection
    _ = try await Self.set([Self.record(1)], store)
    _ = try await Self.insert([Self.comment("a")], store)
    #expect(try await store.groups(of: .all).isEmpty)
  }
}
