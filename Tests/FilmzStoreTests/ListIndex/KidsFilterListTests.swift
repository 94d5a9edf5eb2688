import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzStore

/// What lists, counts, and names of the collection leave out while the kids filter is on.
@Suite(.timeLimit(.minutes(10)))
struct KidsFilterListTests {
  /// The films with their certifications: `a` and `d` are shown, `d` because of an own record; `b` is not
  /// for children, of `c` nothing is known, and the own record of `e` states that it has no certification.
  private static let certifications: [String: String?] = [
    "a": "PG", "b": "R", "c": nil, "d": "R", "e": "G", "f": "6",
  ]

  private static let kids = KidsFilter(ratings: "G,PG,6")

  /// Runs a closure with the database of a home with the films, and with its filter, which is off at first.
  private static func with(
    _ body: (CollectionDatabase, FilterBox) async throws -> Void
  ) async throws {
    try await Home.with { home in
      let filter = FilterBox()
      let database = CollectionDatabase(
        paths: home.paths, kidsFilter: { filter.value }, now: { .sample })
      try await fill(database)
      try await body(database, filter)
    }
  }

  private static func fill(_ database: CollectionDatabase) async throws {
    let films = certifications.map { name, certification in
      var film = Film(
        id: FilmID(unchecked: name), title: "Film \(name)", year: 1990, type: .movie,
        origin: name == "f" ? .tmdb : .omdb, fetchedAt: .sample, isComplete: true)
      film.rated = certification
      film.genres = ["Drama", "Genre of \(name)"]
      film.directors = ["Director \(name)"]
      return film
    }
    try await database.openCache().store(films, at: .sample)
    try await database.openForWriting().collection.apply("add", at: .sample) { transaction in
      let list = try transaction.createList("Noir")
      for name in certifications.keys.sorted() {
        try transaction.insert(
          .sample(name, "Film \(name)", year: 1990) { entry in
            entry.tags = ["tag \(name)"]
            entry.recommendedBy = "Friend \(name)"
            entry.viewings = [.sample(film: entry.id, date: "2024-05-01")]
          })
      }
      try transaction.setFilms(certifications.keys.sorted().map(FilmID.init(unchecked:)), of: list)
      try transaction.setRecord(
        OwnRecord(film: FilmID(unchecked: "d"), facts: [.rated: .text("PG")]), caption: nil)
      try transaction.setRecord(
        OwnRecord(film: FilmID(unchecked: "e"), facts: [.rated: .null]), caption: nil)
    }
  }

  private static func ids(_ store: CollectionStore) async throws -> [String] {
    try await store.find(CollectionQuery()).ids.map(\.rawValue).sorted()
  }

  @Test func hiddenFilmsAreLeftOutOfListsAndCounted() async throws {
    try await Self.with { database, filter in
      #expect(try await Self.ids(database.openForReading().collection).count == 6)
      filter.set(Self.kids)
      let store = try await database.openForReading().collection
      let list = try await store.find(CollectionQuery())
      #expect(list.ids.map(\.rawValue).sorted() == ["a", "d", "f"])
      #expect(list.total == 3 && list.hidden == 3)
      let page = try await store.find(CollectionQuery(), page: 0..<2)
      #expect(page.ids.count == 2 && page.total == 3 && page.hidden == 3)
      #expect(try await store.count(CollectionQuery()) == 3)
      #expect(try await store.listCounts().total == 3)
      #expect(try await store.captions(titleKey: "film b", isPrefix: false).isEmpty)
      #expect(
        try await store.films(beginningWith: ["film"], limit: 9).map(\.title).sorted()
          == ["Film a", "Film d", "Film f"])
    }
  }

  @Test func countsOfValuesAreThoseOfTheShownFilms() async throws {
    try await Self.with { database, filter in
      filter.set(Self.kids)
      let store = try await database.openForReading().collection
      let statistics = try await store.statistics()
      #expect(statistics.counts.total == 3 && statistics.counts.watched == 3)
      #expect(statistics.months.map(\.count) == [3])
      #expect(statistics.directors.map(\.value) == ["Director a", "Director d", "Director f"])
      #expect(
        try await store.genres().genres.map(\.value)
          == ["Drama", "Genre of a", "Genre of d", "Genre of f"])
      #expect(try await store.tags() == ["tag a", "tag d", "tag f"])
      #expect(try await store.tagCounts().map(\.value).sorted() == ["tag a", "tag d", "tag f"])
      #expect(try await store.recommenders() == ["Friend a", "Friend d", "Friend f"])
      #expect(try await store.people(beginningWith: "director b", limit: 9).isEmpty)
      let collections = try await store.smartCollections(at: .sample)
      #expect(collections.filter { $0.name.text == "@seen" }.map(\.filmCount) == [3])
      #expect(try await store.lists().map(\.filmCount) == [3])
      #expect(try await store.lists().map(\.seenCount) == [3])
    }
  }

  @Test func filterCanBeChangedAndTurnedOff() async throws {
    try await Self.with { database, filter in
      for (ratings, films) in [
        ("G,PG,6", ["a", "d", "f"]), ("R", ["b"]), (nil, ["a", "b", "c", "d", "e", "f"]),
        ("6", ["f"]), ("X", []), (nil, ["a", "b", "c", "d", "e", "f"]),
      ] as [(String?, [String])] {
        filter.set(ratings.map(KidsFilter.init(ratings:)))
        let store = try await database.openForReading().collection
        #expect(try await Self.ids(store) == films)
        #expect(try await store.lists().map(\.filmCount) == [films.count])
        #expect(try await store.statistics().counts.total == films.count)
      }
    }
  }

  /// While the cache is locked, lists are read from temporary tables after a change, and from views of the
  /// stored ones before it.
  @Test(arguments: [true, false])
  func filterHoldsWhileTheCacheIsLocked(isIndexStored: Bool) async throws {
    try await Home.with { home in
      let filter = FilterBox()
      let database = CollectionDatabase(
        paths: home.paths, kidsFilter: { filter.value }, now: { .sample })
      try await Self.fill(database)
      if isIndexStored {
        #expect(try await Self.ids(database.openForReading().collection).count == 6)
      }
      filter.set(Self.kids)
      try await home.whileCacheIsLocked {
        for tag in ["", "tag 1", "tag 2"] {
          if !tag.isEmpty {
            try await database.openForWriting().collection.apply("tag", at: .sample + 1) {
              try $0.update(FilmID(unchecked: "b")) { $0.tags.append(tag) }
            }
          }
          try await Self.expectShownFilms(["a", "d", "f"], database)
        }
        filter.set(nil)
        try await Self.expectShownFilms(["a", "b", "c", "d", "e", "f"], database)
        filter.set(Self.kids)
        try await Self.expectShownFilms(["a", "d", "f"], database)
      }
      try await Self.expectShownFilms(["a", "d", "f"], database)
    }
  }

  /// Checks that lists, searches, and counts have only some films.
  private static func expectShownFilms(
    _ films: [String], _ database: CollectionDatabase
  ) async throws {
    let store = try await database.openForReading().collection
    #expect(try await ids(store) == films)
    let list = try await store.find(CollectionQuery(), page: 0..<9)
    #expect(list.total == films.count && list.hidden == 6 - films.count)
    var search = FilmFilter()
    search.grep = "film"
    #expect(try await store.find(CollectionQuery(search)).ids.count == films.count)
    #expect(try await store.statistics().counts.total == films.count)
    #expect(try await store.lists().map(\.filmCount) == [films.count])
    #expect(try await store.tags().count { $0.count == 5 } >= films.count)
    #expect(try await store.tags().contains("tag b") == films.contains("b"))
  }

  @Test func changesAreSeenWhileTheFilterIsOn() async throws {
    try await Self.with { database, filter in
      filter.set(Self.kids)
      #expect(try await Self.ids(database.openForReading().collection) == ["a", "d", "f"])
      try await database.openForWriting().collection.apply("edit", at: .sample + 1) {
        try $0.setRecord(
          OwnRecord(film: FilmID(unchecked: "b"), facts: [.rated: .text("G")]), caption: nil)
        try $0.delete(FilmID(unchecked: "a"))
      }
      #expect(try await Self.ids(database.openForReading().collection) == ["b", "d", "f"])
    }
  }

  @Test func hiddenFilmsAreStillLookedUpAndRecognized() async throws {
    try await Self.with { database, filter in
      filter.set(Self.kids)
      let store = try await database.openForReading().collection
      #expect(try await store.ids(notFetchedWithin: .sample...(.sample + 1)).count == 6)
      #expect(try await store.identityCandidates(titleKeys: ["film b"]).map(\.id.rawValue) == ["b"])
    }
  }
}

/// A filter that a test changes.
private final class FilterBox: Sendable {
  private let mutex = Mutex<KidsFilter?>(nil)

  var value: KidsFilter? { mutex.withLock { $0 } }

  func set(_ filter: KidsFilter?) { mutex.withLock { $0 = filter } }
}
