import FilmzDomain
import FilmzStore
import Testing

/// The filters of the collection's lists.
struct CollectionFilterTests {
  typealias Filter = @Sendable (inout FilmFilter) throws -> Void

  private func ids(_ filter: Filter) async throws -> [String] {
    var query = CollectionQuery()
    query.order = FilmOrder(.name)
    try filter(&query.filter)
    let stores = try await FilledCollection.make()
    return try await stores.collection.ids(matching: query).map(\.rawValue).sorted()
  }

  private static let table: [(String, Filter, [String])] = [
    ("everything", { _ in }, ["tt1", "tt2", "tt3", "tt4", "tt5"]),
    ("watched", { $0.isWatched = true }, ["tt1", "tt3"]),
    ("not watched", { $0.isWatched = false }, ["tt2", "tt4", "tt5"]),
    ("a genre", { $0.genres = [["Crime"]] }, ["tt1", "tt3"]),
    ("any genre of some", { $0.genres = [["COMEDY", "drama"]] }, ["tt1", "tt2"]),
    ("part of a genre", { $0.genres = [["Cri"]] }, []),
    ("an unknown genre", { $0.genres = [["%"]] }, []),
    ("a type", { $0.types = [.movie] }, ["tt1", "tt3"]),
    ("a type without films", { $0.types = [.game] }, []),
    ("years", { $0.years = 1999...2005 }, ["tt1", "tt2"]),
    ("years without facts", { $0.years = 2006...9999 }, ["tt4"]),
    (
      "ratings", { $0.userRating = 45...90 },
      ["tt1", "tt2"]
    ),
    ("high ratings", { $0.userRating = 46...100 }, ["tt1"]),
    ("with a rating", { $0.isRated = true }, ["tt1", "tt2"]),
    ("without a rating", { $0.isRated = false }, ["tt3", "tt4", "tt5"]),
    ("low ratings", { $0.userRating = 0...40 }, []),
    ("an audience", { $0.audience = .partner }, ["tt1"]),
    ("an audience without films", { $0.audience = .me }, []),
    ("a tag", { $0.tags = ["noir"] }, ["tt1"]),
    ("a tag of a viewing", { $0.tags = ["Cinema"] }, ["tt3"]),
    ("rewatched", { $0.isRewatched = true }, ["tt1"]), ("skipped", { $0.isSkipped = true }, []),
    ("part of a tag", { $0.tags = ["no"] }, []),
    ("all genres of some", { $0.genres = [["crime"], ["drama"]] }, ["tt1"]),
    ("several types", { $0.types = [.movie, .series] }, ["tt1", "tt2", "tt3"]),
    ("minutes", { $0.runtime = 60...95 }, ["tt3"]),
    ("a director", { $0.directors = ["doe"] }, ["tt1", "tt3"]),
    ("a director's words in another order", { $0.directors = ["DOE jane"] }, ["tt1", "tt3"]),
    ("the beginning of a name", { $0.directors = ["jan"] }, ["tt1", "tt3"]),
    ("words of two people", { $0.people = ["jane ray"] }, []),
    ("an actor", { $0.actors = ["zoe"] }, ["tt1"]),
    ("an actor who directs", { $0.actors = ["jane"] }, []),
    ("a writer", { $0.people = ["wri ter"] }, ["tt1"]),
    ("two people", { $0.people = ["jane", "al pha"] }, ["tt1"]),
    ("a name without letters", { $0.people = ["!"] }, []),
    (
      "a name of very many words", { $0.people = [String(repeating: "jane ", count: 3000)] },
      ["tt1", "tt3"]
    ),
    (
      "all filters together",
      {
        $0.isWatched = true
        $0.genres = [["Crime"]]
        $0.years = 1990...1999
      }, ["tt1"]
    ),
  ]

  @Test(arguments: table)
  func filtersSelectTheMatchingFilms(name: String, filter: Filter, expected: [String]) async throws {
    #expect(try await ids(filter) == expected, "\(name)")
  }

  @Test(arguments: [
    ("alpha", ["tt1"]), ("ALPHÀ", ["tt1"]), ("the alp", ["tt1"]), ("élan", ["tt1"]),
    ("jane doe", ["tt1", "tt3"]), ("zoe", ["tt1"]), ("wri ter", ["tt1"]), ("1999", ["tt1"]),
    ("great fun", ["tt1"]), ("uncle", ["tt2"]), ("delt", ["tt4"]),
    ("a", ["tt1", "tt2", "tt3", "tt4"]),
    ("xyz", []), ("!", []), ("al_ha", ["tt1"]), ("doe zoe", ["tt1"]), ("jane xyz", []),
    ("of no collection", []),
  ])
  func grepSearchesTitlesPeopleYearAndUserData(
    text: String, expected: [String]
  ) async throws {
    #expect(try await ids { $0.grep = text } == expected)
  }

  @Test(arguments: [
    ("KÜNO", true), ("küno", true), ("kuno", true), ("küno!", true), ("kün", false), ("🎬", true),
    ("🎥", false), ("!", false), ("ciné", true), ("CINÉ", true), ("%", false),
  ])
  func tagsAreComparedIgnoringCaseAndAccents(tag: String, isMatched: Bool) async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([
      .sample { entry in
        entry.tags = ["Küno", "🎬"]
        entry.viewings = [.sample { $0.tags = ["Ciné"] }]
      }
    ])
    var query = CollectionQuery()
    query.filter.tags = [tag]
    #expect(try await stores.collection.ids(matching: query) == (isMatched ? [.matrix] : []))
  }

  @Test(arguments: [
    ("ÉPOPÉE", true), ("Épopée", true), ("épopée", true), ("ДРАМА", true), ("ÉPO", false),
  ])
  func genresAreComparedIgnoringCaseInAllScripts(genre: String, isMatched: Bool) async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    var film = Film(id: .matrix, title: "The Matrix", origin: .omdb)
    film.genres = ["Drama", "Épopée", "Драма"]
    try await stores.cache.store([film], at: .sample)
    var query = CollectionQuery()
    query.filter.genres = [[genre]]
    #expect(try await stores.collection.ids(matching: query) == (isMatched ? [.matrix] : []))
  }

  @Test func grepFindsTheYearOfFilmsWithoutFacts() async throws {
    let matchingIDs = try await ids { $0.grep = "2010" }
    #expect(matchingIDs == ["tt4"])
  }

  @Test(arguments: [
    ("netflix", ["tt1"]), ("NETFLIX", ["tt1"]), ("prime video", ["tt2"]), ("Prime-Video", ["tt2"]),
    ("primevideo", ["tt2"]), ("prime", []), ("net", []), ("%", []), ("🎬", ["tt3"]), ("🎥", []),
  ])
  func platformsAreComparedFolded(platform: String, expected: [String]) async throws {
    let stores = try await Stores.inMemory()
    let platforms = ["Netflix", "Prime Video", "🎬", nil]
    try await stores.collection.insert(
      platforms.enumerated().map { index, platform in
        .sample("tt\(index + 1)", "Film") { $0.platform = platform }
      })
    var query = CollectionQuery(order: FilmOrder(.name))
    query.filter.platform = platform
    #expect(try await stores.collection.ids(matching: query).map(\.rawValue) == expected)
  }

  @Test func listsSelectTheirFilms() async throws {
    let stores = try await FilledCollection.make()
    try await stores.collection.apply("list", at: .sample) { transaction in
      let noir = try transaction.createList("Noir")
      try transaction.setFilms(["tt3", "tt1"].map(FilmID.init(unchecked:)), of: noir)
      let lent = try transaction.createList("To lend")
      try transaction.setFilms(["tt3", "tt4"].map(FilmID.init(unchecked:)), of: lent)
    }
    var query = CollectionQuery(order: FilmOrder(.name))
    func ids(_ lists: [String]) async throws -> [String] {
      query.filter.lists = lists
      return try await stores.collection.ids(matching: query).map(\.rawValue).sorted()
    }
    #expect(try await ids(["NOIR"]) == ["tt1", "tt3"])
    #expect(try await ids(["to lend", "noir"]) == ["tt3"])
    await #expect(throws: StoreError.noSuchList(name: "Nior", near: ["Noir"])) {
      _ = try await ids(["Nior"])
    }
  }
}
