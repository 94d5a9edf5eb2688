import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Imported records in the store: laid below the facts of sources and own records, and read by lists.
struct ImportedRecordTests {
  private static let id = FilmID(imdbNumber: 113_277)

  /// A film with a value for each fact that a record of MFlix can have.
  private static func film(
    _ title: String, _ year: Int, origin: Film.Origin, fetchedAt: Date? = nil, word: String
  ) -> Film {
    var film = Film(
      id: id, title: title, year: year, type: .movie, origin: origin, fetchedAt: fetchedAt,
      isComplete: true)
    film.rated = "R-\(word)"
    film.released = PartialDate("\(year)-12-15")
    film.runtimeMinutes = year - 1900
    film.genres = ["Action \(word)", "Crime"]
    film.directors = ["Director \(word)"]
    film.writers = ["Writer \(word)", "Other \(word)"]
    film.actors = ["Actor \(word)"]
    film.plot = "Plot “\(word)” \\ 100 %"
    film.languages = ["Language \(word)"]
    film.countries = ["Country \(word)"]
    film.awards = "Awards \(word)"
    film.poster = "https://example.com/\(word)"
    film.imdbRating = Rating(tenths: year % 100)
    film.imdbVotes = year
    return film
  }

  private static var imported: ImportedRecord {
    var film = film("Imported Heat", 1990, origin: .mflix, word: "mflix")
    film.fullPlot = "Full plot"
    film.ratings = [.init(source: Film.PublishedRating.viewers, value: "3.7/5")]
    return ImportedRecord(film)
  }

  /// The facts of a source, without some of them.
  private static func source(lacking field: String?, of origin: Film.Origin = .omdb) -> Film {
    var film = film(
      "Heat", 1995, origin: origin, fetchedAt: origin == .omdb ? .sample : nil, word: "source")
    film.ratings = [.init(source: "Metacritic", value: "76/100")]
    switch field {
    case "year": film.year = nil
    case "type": film.type = nil
    case "rated": film.rated = nil
    case "released": film.released = nil
    case "runtimeMinutes": film.runtimeMinutes = nil
    case "genres": film.genres = []
    case "directors": film.directors = []
    case "writers": film.writers = []
    case "actors": film.actors = []
    case "plot": film.plot = nil
    case "languages": film.languages = []
    case "countries": film.countries = []
    case "awards": film.awards = nil
    case "poster": film.poster = nil
    case "imdbRating": film.imdbRating = nil
    case "imdbVotes": film.imdbVotes = nil
    case "ratings": film.ratings = []
    default: break
    }
    return film
  }

  private static let fields = [
    "year", "type", "rated", "released", "runtimeMinutes", "genres", "directors", "writers",
    "actors", "plot", "languages", "countries", "awards", "poster", "imdbRating", "imdbVotes",
    "ratings",
  ]

  private static func set(_ records: [ImportedRecord], _ store: CollectionStore) async throws {
    try await store.apply("import movies.json", at: .sample) {
      try $0.perform(try $0.importReader.plan(records, restoresRemoved: false))
    }
  }

  private static func undo(_ store: CollectionStore) async throws {
    _ = try await store.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 99, force: false)
  }

  // MARK: - Facts

  /// SQL and Swift lay the record below the same source in the same way.
  @Test(arguments: [nil] + Self.fields.map(Optional.some))
  func factIsFilledOnlyIfNoSourceTellsIt(field: String?) async throws {
    for own in [nil, OwnRecord(film: Self.id, facts: [.plot: .null, .genres: .list(["Own"])])] {
      let stores = try await Stores.inMemory()
      let source = Self.source(lacking: field)
      try await stores.cache.store([source], at: .sample)
      try await Self.set([Self.imported], stores.collection)
      if let own {
        try await stores.collection.apply("edit", at: .sample) {
          try $0.setRecord(own, caption: nil)
        }
      }
      let stored = try #require(try await stores.cache.films([Self.id])[Self.id])
      #expect(stored == source.applying((own: own, imported: Self.imported)))
      #expect(stored.title == "Heat" && stored.origin == .omdb && stored.isComplete)
      let described = Self.describe(stored)
      let (told, filled) = (Self.describe(source), Self.describe(Self.imported.facts))
      for name in Self.fields where name != "ratings" {
        if own != nil, name == "plot" || name == "genres" { continue }
        #expect(described[name] == (name == field ? filled : told)[name], "\(name)")
      }
      #expect(stored.ratings == source.ratings + Self.imported.facts.ratings)
      #expect(own == nil || (stored.plot == nil && stored.genres == ["Own"]))
    }
  }

  private static func describe(_ film: Film) -> [String: String] {
    let values: [(String, Any?)] = [
      ("year", film.year), ("type", film.type), ("rated", film.rated), ("released", film.released),
      ("runtimeMinutes", film.runtimeMinutes), ("genres", film.genres),
      ("directors", film.directors), ("writers", film.writers), ("actors", film.actors),
      ("plot", film.plot), ("languages", film.languages), ("countries", film.countries),
      ("awards", film.awards), ("poster", film.poster), ("imdbRating", film.imdbRating),
      ("imdbVotes", film.imdbVotes),
    ]
    return Dictionary(uniqueKeysWithValues: values.map { ($0, "\($1 ?? "none")") })
  }

  @Test func filmThatNoSourceKnowsHasTheImportedFacts() async throws {
    let stores = try await Stores.inMemory()
    try await Self.set([Self.imported], stores.collection)
    let film = try #require(try await stores.cache.films([Self.id])[Self.id])
    var expected = Self.imported.facts
    expected.hasImportedFacts = true
    #expect(film == expected && film.origin == .mflix && !film.isComplete)
    #expect(film.ratings == [.init(source: "Rotten Tomatoes viewers", value: "3.7/5")])
    // The facts never become facts of a source.
    try await stores.cache.store([film, Self.imported.facts], at: .sample)
    try await Self.undo(stores.collection)
    #expect(try await stores.cache.films([Self.id]).isEmpty)
  }

  @Test func ownRecordLiesAboveTheImportedOne() async throws {
    let stores = try await Stores.inMemory()
    try await Self.set([Self.imported], stores.collection)
    try await stores.collection.apply("edit", at: .sample) { transaction in
      try transaction.setRecord(
        OwnRecord(film: Self.id, facts: [.title: .text("Mine"), .rated: .null]), caption: nil)
    }
    let film = try #require(try await stores.cache.films([Self.id])[Self.id])
    #expect(film.title == "Mine" && film.year == 1990 && film.rated == nil)
    #expect(film.origin == .mflix && film.ownFields == [.title, .rated])
    #expect(try await stores.collection.certifications([Self.id]).isEmpty)
  }

  /// A search for a list compares each condition before and after an import.
  @Test(arguments: [
    ("genre:\"action mflix\"", true), ("director:\"director mflix\"", true),
    ("actor:\"actor mflix\"", true), ("person:\"writer mflix\"", true), ("year:1990", true),
    ("runtime:90", true), ("imdb:9", true), ("year:1995", false),
  ])
  func listsReadImportedFacts(filter: String, isFound: Bool) async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample(Self.id.rawValue, "Heat", addedAt: .sample)])
    let query = CollectionQuery(try #require(try FilmFilter(text: filter)))
    #expect(try await stores.collection.ids(matching: query) == [])
    #expect(try await stores.collection.find(query).filmsWithoutFacts == 1)
    try await Self.set([Self.imported], stores.collection)
    #expect(try await stores.collection.ids(matching: query) == (isFound ? [Self.id] : []))
    #expect(try await stores.collection.find(query).filmsWithoutFacts == 0)
    // The catalog is still asked about the film.
    #expect(try await stores.collection.idsToLookUp(in: "new") == [Self.id])
    try await Self.undo(stores.collection)
    #expect(try await stores.collection.ids(matching: query) == [])
  }

  @Test func peopleAreThoseOfAllSources() async throws {
    let stores = try await Stores.inMemory()
    var catalog = Self.source(lacking: "actors", of: .catalog)
    catalog.writers = []
    try await stores.cache.store([catalog], at: .sample)
    try await stores.collection.insert([.sample(Self.id.rawValue, "Heat", addedAt: .sample)])
    try await Self.set([Self.imported], stores.collection)
    for (name, isFound) in [
      ("director source", true), ("actor mflix", true), ("writer mflix", true),
      ("director mflix", false),
    ] {
      let query = CollectionQuery(try #require(try FilmFilter(text: "person:\"\(name)\"")))
      #expect(try await stores.collection.ids(matching: query).isEmpty != isFound, "\(name)")
    }
  }

  @Test func certificationIsThatOfASourceIfOneTellsIt() async throws {
    let stores = try await Stores.inMemory()
    try await Self.set([Self.imported], stores.collection)
    #expect(try await stores.collection.certifications([Self.id]) == [Self.id: "R-mflix"])
    try await stores.cache.store([Self.source(lacking: "rated")], at: .sample)
    #expect(try await stores.collection.certifications([Self.id]) == [Self.id: "R-mflix"])
    try await stores.cache.store([Self.source(lacking: nil)], at: .sample + 1)
    #expect(try await stores.collection.certifications([Self.id]) == [Self.id: "R-source"])
  }

  @Test func cacheIsEmptiedWithoutImportedRecords() async throws {
    let stores = try await Stores.inMemory()
    try await Self.set([Self.imported], stores.collection)
    #expect(try await stores.cache.list().isEmpty)
    _ = try await stores.cache.clear()
    #expect(try await stores.cache.films([Self.id]).count == 1)
  }

  @Test func detailsOfImportedRecordsAreFound() async throws {
    let stores = try await Stores.inMemory()
    try await Self.set([Self.imported], stores.collection)
    for (certification, country, language, isFound) in [
      ("R-mflix", nil, nil, true), (nil, "country MFLIX", nil, true), ("G", nil, nil, false),
      ("R-mflix", nil, "language mflix", true), ("G", nil, "language mflix", false),
    ] as [(String?, String?, String?, Bool)] {
      var filter = FilmFilter()
      filter.certifications = [certification].compactMap(\.self)
      filter.countries = [country].compactMap(\.self)
      filter.languages = [language].compactMap(\.self)
      let ids = try await stores.cache.ids(withDetailsOf: filter)
      #expect(ids == (isFound ? [Self.id] : []), "\(filter)")
    }
  }
}
