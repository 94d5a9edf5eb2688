import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Own records in the store: laid over the facts of sources, undone, and read by lists.
struct OwnRecordTests {
  private static let id = FilmID(imdbNumber: 113_277)

  private static var heat: Film {
    var film = Film(
      id: id, title: "Heat", year: 1995, endYear: 1996, type: .movie, origin: .omdb,
      fetchedAt: .sample, isComplete: true)
    film.originalTitle = "Heat Original"
    film.rated = "R"
    film.released = PartialDate("1995-12-15")
    film.runtimeMinutes = 170
    film.genres = ["Action", "Crime"]
    film.directors = ["Michael Mann"]
    film.writers = ["Michael Mann"]
    film.actors = ["Al Pacino", "Robert De Niro"]
    film.plot = "A plot."
    film.languages = ["English"]
    film.countries = ["United States"]
    film.awards = "Nominated."
    film.poster = "https://example.com/heat.jpg"
    return film
  }

  private static func fact(_ field: RecordField) throws -> OwnFact {
    let text =
      switch field.form {
      case .text: "Zoë's “\(field.rawValue)” \\ 100%"
      case .address: "https://example.com/\(field.rawValue)?a=b%20c"
      case .year: "2001"
      case .type: "short"
      case .date: "2001-05"
      case .minutes: "12"
      case .list: "Éva Kiss, Drama"
      }
    return try field.fact(text, latestYear: 2028)
  }

  private static func apply(_ facts: [RecordField: OwnFact], to stores: Stores) async throws {
    try await stores.collection.apply("record edit", at: .sample) { transaction in
      try transaction.setRecord(
        OwnRecord(film: Self.id, facts: facts), caption: Caption(title: "Heat", year: 1995))
    }
  }

  @Test(arguments: RecordField.allCases)
  func storedFactsAreReplacedAsThoseOfAFilm(field: RecordField) async throws {
    for fact in field.canBeNone ? [try Self.fact(field), .null] : [try Self.fact(field)] {
      let stores = try await Stores.inMemory()
      try await stores.cache.store([Self.heat], at: .sample)
      try await Self.apply([field: fact], to: stores)
      let stored = try #require(try await stores.cache.films([Self.id])[Self.id])
      let expected = Self.heat.applying(OwnRecord(film: Self.id, facts: [field: fact]))
      #expect(stored == expected, "\(fact)")
    }
  }

  @Test func listsReadOwnFacts() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([Self.heat], at: .sample)
    try await stores.collection.insert([.sample(Self.id.rawValue, "Heat", addedAt: .sample)])
    func matches(_ filter: String) async throws -> Bool {
      let query = CollectionQuery(try #require(try FilmFilter(text: filter)))
      return try await stores.collection.ids(matching: query) == [Self.id]
    }
    #expect(try await matches("genre:crime director:mann year:1995"))
    try await Self.apply(
      [
        .genres: .list(["Drama"]), .directors: .null, .year: .integer(1997), .title: .text("Hitze"),
      ],
      to: stores)
    #expect(try await matches("genre:drama year:1997"))
    #expect(try await !matches("genre:crime"))
    #expect(try await !matches("director:mann"))
    #expect(try await matches("person:mann"))
    let titles = try await stores.collection.films(beginningWith: ["hit"], limit: 5)
    #expect(titles.map(\.title) == ["Hitze"])
  }

  @Test func ownFilmNeedsNoSource() async throws {
    let stores = try await Stores.inMemory()
    let own = FilmID(unchecked: "own:\(UUID().uuidString)")
    try await stores.collection.apply("record new", at: .sample) { transaction in
      try transaction.setRecord(
        OwnRecord(film: own, facts: [.title: .text("Graz"), .year: .integer(2019)]), caption: nil)
    }
    let film = try #require(try await stores.cache.films([own])[own])
    #expect(film.title == "Graz" && film.year == 2019 && film.origin == .own)
    #expect(film.ownFields == [.title, .year] && !film.isComplete)
  }

  @Test func factsOfSourcesAreNotReplacedInTheCache() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([Self.heat], at: .sample)
    try await Self.apply([.title: .text("Hitze")], to: stores)
    let changed = try #require(try await stores.cache.films([Self.id])[Self.id])
    try await stores.cache.store([changed], at: .sample)
    try await stores.collection.apply("record revert", at: .sample) { transaction in
      try transaction.deleteRecord(of: Self.id)
    }
    #expect(try await stores.cache.films([Self.id])[Self.id] == Self.heat)
  }
}
