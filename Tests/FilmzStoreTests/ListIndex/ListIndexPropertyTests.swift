import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// After random changes, lists are equal to those computed from entries and facts.
struct ListIndexPropertyTests {
  @Test(arguments: Seeds.of(301...312))
  func listsAreEqualToTheReference(seed: UInt64) async throws {
    try await Home.with { home in
      let databases = [
        CollectionDatabase(paths: home.paths), CollectionDatabase(paths: home.paths),
      ]
      var changes = RandomChanges(seed: seed)
      for _ in 0..<25 {
        for _ in 0..<Int.random(in: 0...3, using: &changes.random) {
          try await performRandomAction(on: home, changes.random.element(of: databases), &changes)
        }
        try await expectCorrectLists(changes.random.element(of: databases), &changes.random)
      }
    }
  }

  /// Own and imported records, skips, comments, aliases, received changes and restored backups among the changes.
  @Test(arguments: Seeds.of(321...332))
  func indexIsEqualToOneThatIsBuiltAnew(seed: UInt64) async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      let other = try await Stores.inMemory().collection
      var changes = RandomChanges(seed: seed)
      for round in 0..<40 {
        switch Int.random(in: 0..<10, using: &changes.random) {
        case 0: try await other.sendSome(to: database.openForWriting().collection, &changes.random)
        case 1: _ = try await changes.applyStep(to: other)
        case 2...4: try await performRandomAction(on: home, database, &changes)
        case 5:
          guard let newest = try database.backups.list().first else {
            _ = try? await database.backUp(at: changes.nextTime())
            continue
          }
          _ = try await database.restore(newest, at: changes.nextTime())
        default:
          let store =
            changes.random.chance(oneIn: 4) ? other : try await database.openForWriting().collection
          try await changeOtherSubject(in: store, &changes)
        }
        let store = try await database.openForReading().collection
        if changes.random.chance(oneIn: 2) { _ = try await store.find(CollectionQuery()) }
        try #require(try await store.countListIndexDifferences() == 0, "round \(round)")
        try #require(try await !store.differsFromJournal(), "round \(round)")
      }
    }
  }

  private func changeOtherSubject(
    in store: CollectionStore, _ changes: inout RandomChanges
  ) async throws {
    let seed = changes.random.next()
    _ = try? await store.apply("other", at: changes.nextTime()) { transaction in
      var random = SplitMix(seed)
      let films = RandomChanges.films.shuffled(using: &random)
      let id = try transaction.canonicalID(of: films[0])
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        let facts = random.element(of: [
          [RecordField.rated: OwnFact.text("PG")], [.year: .integer(1984)],
          [.genres: .list(["Crime"])],
          [.title: .text("Own"), .directors: .null], [.plot: .text("x"), .type: .text("series")],
        ])
        let caption = random.element(of: [
          nil, Caption(title: RandomChanges.title(&random), year: 1999),
        ])
        try transaction.setRecord(OwnRecord(film: id, facts: facts), caption: caption)
      case 3: try transaction.deleteRecord(of: id)
      case 4:
        let record = ImportedRecord(Self.film(id, &random))
        try transaction.perform(
          try transaction.importReader.plan([record], restoresRemoved: false))
      case 5:
        try transaction.upsert(.init(.skip, id.rawValue), ["skippedAt": .integer(1)])
      case 6:
        try transaction.insert(
          FilmComment(
            id: UUID(), film: id, name: "Alex", time: FilmComment.timeText(.sample), text: "x"))
      default: try transaction.identify(films[0], films[1])
      }
    }
  }

  private func performRandomAction(
    on home: Home, _ database: CollectionDatabase, _ changes: inout RandomChanges
  ) async throws {
    let films = RandomChanges.films.shuffled(using: &changes.random).prefix(2)
    switch Int.random(in: 0..<14, using: &changes.random) {
    case 0...4: _ = try await changes.applyStep(to: database.openForWriting().collection)
    case 5, 6:
      let direction: UndoDirection = changes.random.chance(oneIn: 2) ? .undo : .redo
      _ = try? await database.openForWriting().collection.reverse(
        direction, .newest(2), command: "", at: changes.nextTime(), force: true)
    case 7...10:
      let facts = films.map { Self.film($0, &changes.random) }
      try await database.openCache().store(facts, at: changes.nextTime())
    case 11: _ = try await database.openCache().remove(Array(films))
    case 12: _ = try await database.openCache().clear()
    default: try? FileManager.default.removeItem(at: home.folder.url(of: "cache"))
    }
  }

  private func expectCorrectLists(_ database: CollectionDatabase, _ random: inout SplitMix)
    async throws
  {
    for _ in 0..<4 {
      let query = Self.query(&random)
      let stores = try await database.openForReading()
      let list = try await stores.collection.find(query)
      let reference = try await ReferenceList(stores)
      let expected = reference.ids(query)
      try #require(list.ids == expected, "\(query)")
      #expect(list.total == expected.count)
      #expect(list.filmsWithoutFacts == reference.countWithoutFacts(query), "\(query)")
      let offset = Int.random(in: 0...4, using: &random)
      let page = offset..<offset + Int.random(in: 1...3, using: &random)
      let listPage = try await stores.collection.find(query, page: page)
      #expect(listPage.ids == Array(expected.dropFirst(offset).prefix(page.count)), "\(query)")
      #expect(
        listPage.total == expected.count && listPage.filmsWithoutFacts == list.filmsWithoutFacts)
    }
  }

  private static func film(_ id: FilmID, _ random: inout SplitMix) -> Film {
    var film = Film(
      id: id, title: RandomChanges.title(&random),
      year: random.element(of: [nil, 1985, 1999, 2010]),
      type: random.element(of: [nil, .movie, .series]), origin: .omdb,
      fetchedAt: random.element(of: [nil, .sample, .sample + 60]),
      isComplete: random.chance(oneIn: 2))
    film.endYear = film.type == .series ? 2015 : nil
    film.genres = random.element(of: [[], ["Crime"], ["Sci-Fi", "CRIME"], ["comedy"]])
    film.imdbRating = random.element(of: [nil, Rating(tenths: 45), Rating(tenths: 80)])
    film.imdbVotes = random.element(of: [nil, 50, 5000])
    film.runtimeMinutes = random.element(of: [nil, 90, 150])
    film.originalTitle = random.element(of: [nil, "L'Élan"])
    film.directors = random.element(of: [[], ["Jane Doe"], ["Zoë Ray", "Fün Two"]])
    return film
  }

  private static func query(_ random: inout SplitMix) -> CollectionQuery {
    var filter = FilmFilter()
    if random.chance(oneIn: 4) { filter.isWatched = random.chance(oneIn: 2) }
    if random.chance(oneIn: 4) {
      filter.genres = random.element(of: [
        [["crime"]], [["SCI-fi", "Comedy"]], [["Sci-Fi"], ["crime"]], [["Cri"]], [["%"]],
      ])
    }
    if random.chance(oneIn: 4) {
      filter.grep = random.element(of: ["matrix", "AMÉ", "fun", "e t", "!", "%", "19", "jane 19"])
    }
    if random.chance(oneIn: 6) { filter.types = random.element(of: [[.movie], [.series, .game]]) }
    if random.chance(oneIn: 4) { filter.years = random.element(of: [1999...1999, 2000...2012]) }
    if random.chance(oneIn: 6) { filter.userRating = 45...85 }
    if random.chance(oneIn: 6) { filter.isRated = random.chance(oneIn: 2) }
    if random.chance(oneIn: 6) { filter.imdbRating = 50...80 }
    if random.chance(oneIn: 6) { filter.votes = 100...Int.max }
    if random.chance(oneIn: 6) { filter.runtime = 90...120 }
    if random.chance(oneIn: 6) { filter.recentDays = 1 }
    if random.chance(oneIn: 6) {
      filter.directors = random.element(of: [["jane"], ["two fün"], ["x"]])
    }
    if random.chance(oneIn: 6) {
      filter.people = random.element(of: [["zoe ray"], ["doe", "jane"]])
    }
    if random.chance(oneIn: 6) { filter.isRewatched = true }
    if random.chance(oneIn: 6) { filter.platform = random.element(of: ["netflix", "mubi"]) }
    if random.chance(oneIn: 6) { filter.audience = random.element(of: Audience.allCases) }
    if random.chance(oneIn: 4) {
      filter.tags = random.element(of: [["ÉMILE"], ["emile", "Noir"], ["Noir"], ["no"], ["!"]])
    }
    return CollectionQuery(filter, order: order(&random), now: .sample + 86_400.75)
  }

  private static func order(_ random: inout SplitMix) -> FilmOrder {
    let keys = FilmOrder.Key.allCases.filter { ![.random, .weightedRating].contains($0) }
      .shuffled(using: &random)
    let text = keys.prefix(Int.random(in: 1...3, using: &random))
      .map { (random.chance(oneIn: 2) ? "-" : "") + $0.rawValue }.joined(separator: ",")
    return (try? FilmOrder(parsing: text, in: .collection)) ?? FilmOrder(.name)
  }
}
