import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Whatever happened between two lists, a list is what entries and facts say.
struct ListingPropertyTests {
  @Test(arguments: 301...312)
  func aListIsWhatEntriesAndFactsSay(seed: UInt64) async throws {
    try await Home.with { home in
      let libraries = [
        CollectionDatabase(paths: home.paths), CollectionDatabase(paths: home.paths),
      ]
      var changes = RandomChanges(seed: seed)
      for _ in 0..<25 {
        for _ in 0..<Int.random(in: 0...3, using: &changes.random) {
          try await act(home, changes.random.one(of: libraries), &changes)
        }
        try await expectTrueLists(changes.random.one(of: libraries), &changes.random)
      }
    }
  }

  private func act(_ home: Home, _ database: CollectionDatabase, _ changes: inout RandomChanges)
    async throws
  {
    let films = RandomChanges.films.shuffled(using: &changes.random).prefix(2)
    switch Int.random(in: 0..<14, using: &changes.random) {
    case 0...4: _ = try await changes.next(database.openForWriting().collection)
    case 5, 6:
      let move: UndoDirection = changes.random.isOne(of: 2) ? .undo : .redo
      _ = try? await database.openForWriting().collection.reverse(
        move, .newest(2), command: "", at: changes.moment(), force: true)
    case 7...10:
      let facts = films.map { Self.film($0, &changes.random) }
      try await database.openCache().store(facts, at: changes.moment())
    case 11: _ = try await database.openCache().remove(Array(films))
    case 12: _ = try await database.openCache().clear()
    default: try? FileManager.default.removeItem(at: home.folder.url(of: "cache"))
    }
  }

  private func expectTrueLists(_ database: CollectionDatabase, _ random: inout SplitMix)
    async throws
  {
    for _ in 0..<4 {
      let query = Self.query(&random)
      let stores = try await database.openForReading()
      let found = try await stores.collection.find(query)
      let reference = try await ListingReference(stores)
      let expected = reference.ids(query)
      try #require(found.ids == expected, "\(query)")
      #expect(found.total == expected.count)
      #expect(found.withoutFacts == reference.countWithoutFacts(query), "\(query)")
      let first = Int.random(in: 0...4, using: &random)
      let page = first..<first + Int.random(in: 1...3, using: &random)
      let part = try await stores.collection.find(query, page: page)
      #expect(part.ids == Array(expected.dropFirst(first).prefix(page.count)), "\(query)")
      #expect(part.total == expected.count && part.withoutFacts == found.withoutFacts)
    }
  }

  private static func film(_ id: FilmID, _ random: inout SplitMix) -> Film {
    var film = Film(
      id: id, title: RandomChanges.title(&random), year: random.one(of: [nil, 1985, 1999, 2010]),
      type: random.one(of: [nil, .movie, .series]), origin: .omdb,
      fetchedAt: random.one(of: [nil, .sample, .sample + 60]), isComplete: random.isOne(of: 2))
    film.endYear = film.type == .series ? 2015 : nil
    film.genres = random.one(of: [[], ["Crime"], ["Sci-Fi", "CRIME"], ["comedy"]])
    film.imdbRating = random.one(of: [nil, Rating(tenths: 45), Rating(tenths: 80)])
    film.imdbVotes = random.one(of: [nil, 50, 5000])
    film.runtimeMinutes = random.one(of: [nil, 90, 150])
    film.originalTitle = random.one(of: [nil, "L'Élan"])
    film.directors = random.one(of: [[], ["Jane Doe"], ["Zoë Ray", "Fün Two"]])
    return film
  }

  private static func query(_ random: inout SplitMix) -> CollectionQuery {
    var filter = FilmFilter()
    if random.isOne(of: 4) { filter.isWatched = random.isOne(of: 2) }
    if random.isOne(of: 4) {
      filter.genres = random.one(of: [
        [["crime"]], [["SCI-fi", "Comedy"]], [["Sci-Fi"], ["crime"]], [["Cri"]], [["%"]],
      ])
    }
    if random.isOne(of: 4) {
      filter.grep = random.one(of: ["matrix", "AMÉ", "fun", "e t", "!", "%", "19", "jane 19"])
    }
    if random.isOne(of: 6) { filter.types = random.one(of: [[.movie], [.series, .game]]) }
    if random.isOne(of: 4) { filter.years = random.one(of: [1999...1999, 2000...2012]) }
    if random.isOne(of: 6) { filter.myRating = 45...85 }
    if random.isOne(of: 6) { filter.isRated = random.isOne(of: 2) }
    if random.isOne(of: 6) { filter.imdbRating = 50...80 }
    if random.isOne(of: 6) { filter.votes = 100...Int.max }
    if random.isOne(of: 6) { filter.runtime = 90...120 }
    if random.isOne(of: 6) { filter.recentDays = 1 }
    if random.isOne(of: 6) { filter.directors = random.one(of: [["jane"], ["two fün"], ["x"]]) }
    if random.isOne(of: 6) { filter.people = random.one(of: [["zoe ray"], ["doe", "jane"]]) }
    if random.isOne(of: 6) { filter.audience = random.one(of: Audience.allCases) }
    if random.isOne(of: 4) {
      filter.tags = random.one(of: [["ÉMILE"], ["emile", "Noir"], ["Noir"], ["no"], ["!"]])
    }
    let keys = FilmOrder.Key.allCases.filter { $0 != .random }.shuffled(using: &random)
    let text = keys.prefix(Int.random(in: 1...3, using: &random))
      .map { (random.isOne(of: 2) ? "-" : "") + $0.rawValue }.joined(separator: ",")
    let order = (try? FilmOrder(parsing: text, in: .collection)) ?? FilmOrder(.name)
    return CollectionQuery(filter, order: order, now: .sample + 86_400.75)
  }
}
