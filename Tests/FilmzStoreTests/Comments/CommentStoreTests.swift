import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Comments in the collection: their order, their films with several ids, and their journal.
struct CommentStoreTests {
  private static let tmdbID = FilmID(unchecked: "tmdb:movie:603")

  @discardableResult
  private func comment(
    _ text: String, on film: FilmID = .matrix, in store: CollectionStore, at seconds: Double,
    source: String? = nil
  ) async throws -> UUID {
    let comment = FilmComment(
      id: UUID(), film: film, name: "Alex", time: FilmComment.timeText(.sample + seconds),
      text: text, source: source)
    try await store.apply("comment", at: .sample + seconds) { try $0.insert(comment) }
    return comment.id
  }

  private func undo(_ store: CollectionStore) async throws -> [ReversedStep] {
    try await store.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 99, force: false
    ).steps
  }

  @Test func commentsAreListedNewestFirst() async throws {
    let store = try await Stores.inMemory().collection
    for (second, text) in ["b", "c", "a"].enumerated() {
      try await comment(text, in: store, at: Double(second))
    }
    try await comment("other", on: Self.tmdbID, in: store, at: 1.5)
    #expect(try await store.comments(of: .matrix).map(\.text) == ["a", "c", "b"])
    #expect(try await store.comments(of: .matrix, limit: 2).map(\.text) == ["a", "c"])
    #expect(try await store.comments().map(\.text) == ["a", "other", "c", "b"])
    #expect(try await store.comments(limit: 1).map(\.text) == ["a"])
    #expect(try await store.commentCounts(of: [.matrix, FilmID(unchecked: "tt1")]) == [.matrix: 3])
  }

  @Test(arguments: [nil, "tmdb"])
  func identifiedFilmHasTheCommentsOfAllItsIDs(source: String?) async throws {
    let store = try await Stores.inMemory().collection
    try await comment("imdb", in: store, at: 1)
    try await comment("tmdb", on: Self.tmdbID, in: store, at: 2)
    _ = try await store.apply("identify", at: .sample + 3) {
      try $0.identify(Self.tmdbID, .matrix, foundBy: source)
    }
    let comments = try await store.comments(of: .matrix)
    #expect(comments.map(\.text) == ["tmdb", "imdb"])
    #expect(comments.allSatisfy { $0.film == .matrix })
    #expect(try await store.commentCounts(of: [.matrix]) == [.matrix: 2])
    #expect(try await store.log(limit: nil).map(\.films) == [[.matrix], [.matrix], [.matrix]])
    _ = try await undo(store)
    #expect(try await store.comments(of: .matrix).map(\.text) == ["imdb"])
    #expect(try await store.comments(of: Self.tmdbID).map(\.text) == ["tmdb"])
    #expect(try await store.differencesFromJournal().isEmpty)
  }

  /// The comments on many films are counted in another way.
  @Test(arguments: [1, 1000])
  func countsAreThoseOfTheGivenFilms(filmCount: Int) async throws {
    let store = try await Stores.inMemory().collection
    try await comment("a", in: store, at: 1)
    try await comment("b", on: Self.tmdbID, in: store, at: 2)
    _ = try await store.apply("identify", at: .sample + 3) { try $0.identify(Self.tmdbID, .matrix) }
    let films = (1..<filmCount).map { FilmID(unchecked: "tt\(9_000_000 + $0)") } + [.matrix]
    #expect(try await store.commentCounts(of: films) == [.matrix: 2])
  }

  @Test func changesAreUndoneAndRedoneExactly() async throws {
    let store = try await Stores.inMemory().collection
    let id = try await comment("first", in: store, at: 1)
    try await store.apply("comment edit", at: .sample + 2) {
      try $0.setText("second", ofComment: id)
    }
    try await store.apply("comment rm", at: .sample + 3) { try $0.deleteComment(id) }
    let states = [[], ["first"], ["second"], [String]()]
    #expect(try await store.comments().map(\.text) == states[3])
    for texts in states.dropLast().reversed() {
      let steps = try await undo(store)
      #expect(steps.flatMap(\.changes).compactMap(\.film) == [.matrix])
      #expect(try await store.comments().map(\.text) == texts)
    }
    for texts in states.dropFirst() {
      try await store.reverse(
        .redo, .newest(1), command: "redo", at: .sample + 100, force: false)
      #expect(try await store.comments().map(\.text) == texts)
    }
    #expect(try await store.differencesFromJournal().isEmpty)
    #expect(try await store.log(limit: nil).map(\.films) == [[.matrix], [.matrix], [.matrix]])
  }

  @Test func sameTextIsNotRecorded() async throws {
    let store = try await Stores.inMemory().collection
    let id = try await comment("same", in: store, at: 1)
    let step = try await store.apply("comment edit", at: .sample + 2) { transaction in
      try transaction.setText("same", ofComment: id)
      return transaction.stepID
    }
    #expect(step == nil)
  }

  @Test func conflictNamesTheFilm() async throws {
    let pair = try await InstallationPair()
    try await pair.first.insert([.full()])
    let id = try await comment("first", in: pair.first, at: 1)
    try await pair.first.apply("comment edit", at: .sample + 2) {
      try $0.setText("second", ofComment: id)
    }
    try await pair.exchange()
    try await pair.second.apply("comment edit", at: .sample + 3) {
      try $0.setText("third", ofComment: id)
    }
    try await pair.exchange()
    let error = StoreError.changedSince(
      command: "comment edit", data: "the text of a comment", film: "The Matrix")
    await #expect(throws: error) { _ = try await undo(pair.first) }
  }

  @Test(arguments: [(8, 1), (36, 1), (0, 2)])
  func commentIsFoundByTheBeginningOfItsID(length: Int, count: Int) async throws {
    let store = try await Stores.inMemory().collection
    let id = try await comment("a", in: store, at: 1)
    try await comment("b", in: store, at: 2)
    for text in [id.uuidString, id.uuidString.lowercased()] {
      let comments = try await store.comments(withIDPrefix: String(text.prefix(length)), limit: 2)
      #expect(comments.count == count)
    }
    #expect(try await store.comments(withIDPrefix: id.uuidString + "0", limit: 2).isEmpty)
  }

  @Test func resetRemovesOnlyOwnComments() async throws {
    let store = try await Stores.inMemory().collection
    let id = try await comment("mine", in: store, at: 1)
    try await comment("imported", in: store, at: 2, source: "mflix")
    let groups = try await store.groups(of: .all)
    #expect(groups == [ResetGroup(noun: "comment", kind: .comment, ids: [id.uuidString])])
    try await store.apply("reset all", at: .sample + 3) { transaction in
      for group in groups { try transaction.delete(group, keepingSeenFilms: false) }
    }
    #expect(try await store.comments().map(\.text) == ["imported"])
  }

  @Test func versionChangesOnlyWithChangesOfOtherPrograms() async throws {
    try await Home.with { home in
      let (first, second) = (
        CollectionDatabase(paths: home.paths), CollectionDatabase(paths: home.paths)
      )
      let reader = try await first.openForWriting().collection
      let version = try await reader.version()
      try await comment("mine", in: reader, at: 1)
      #expect(try await reader.version() == version)
      let writer = try await second.openForWriting().collection
      let before = try await reader.version()
      try await comment("theirs", in: writer, at: 2)
      #expect(try await reader.version() != before)
    }
  }
}
