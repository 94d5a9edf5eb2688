import FilmzCatalog
import FilmzDomain
import FilmzTestSupport
import Testing

/// Short and exact searches, filters, and the lookup of single films in the starter catalog.
struct StarterFilterTests {
  private let catalog = StarterCatalog()

  private func search(_ query: SearchQuery) async throws -> [Film] {
    try await catalog.search(query, page: 1).films
  }

  @Test(arguments: [
    ("m", ["M"]), ("up", ["Up"]), ("M!", ["M"]), ("zz", []), ("th", []), ("8½", ["8½"]),
  ])
  func shortTextsMatchOnlyExactTitles(text: String, titles: [String]) async throws {
    #expect(try await search(SearchQuery(text: text)).map(\.title) == titles)
  }

  @Test(arguments: ["m*", "th*", "ma *"])
  func shortTextWithStarIsAPrefix(text: String) async throws {
    let films = try await search(SearchQuery(text: text))
    #expect(films.count > 2)
    #expect(films.contains { $0.title == "The Matrix" })
  }

  @Test(arguments: [
    ("god", false), ("godfather", true), ("godfather part", true), ("part god", false),
  ])
  func exactSearchMatchesWholeWords(text: String, isFound: Bool) async throws {
    let films = try await search(SearchQuery(text: text, isExact: true))
    #expect(films.contains { $0.title == "The Godfather Part II" } == isFound)
    #expect(
      try await search(SearchQuery(text: text)).contains { $0.title == "The Godfather Part II" })
  }

  /// The number of combinations of similar words grows exponentially; with 24 words, a search took
  /// minutes and all memory.
  @Test func searchForLongUnknownNameIsFast() async throws {
    let name = Array(repeating: "kurosaw jame davd mari", count: 6).joined(separator: " ")
    #expect(try await StarterCatalog().people(near: name) == [])
  }

  @Test func yearsFilter() async throws {
    let films = try await search(SearchQuery(text: "the", years: 1970...1979))
    #expect(films.count > 1)
    #expect(films.allSatisfy { (1970...1979).contains($0.year ?? 0) })
    let godfather = try await search(SearchQuery(text: "godfather", years: 1974...1974))
    #expect(godfather.map(\.title) == ["The Godfather Part II"])
    #expect(try await search(SearchQuery(text: "godfather", years: 1980...1989)).isEmpty)
  }

  @Test(arguments: [MediaType.movie, .series])
  func typeFilter(type: MediaType) async throws {
    let films = try await search(SearchQuery(text: "the", type: type))
    #expect(films.count > 1)
    #expect(films.allSatisfy { $0.type == type })
  }

  @Test func missingTypeFindsNothing() async throws {
    #expect(try await search(SearchQuery(text: "the", type: .episode)).isEmpty)
  }

  @Test(arguments: ["tt0068646", "tt68646"])
  func filmIsFoundByID(text: String) async throws {
    let id = try #require(FilmID(text))
    #expect(try await catalog.film(id: id)?.title == "The Godfather")
  }

  @Test(arguments: ["tt9999999", "tmdb:movie:238"])
  func unknownIDIsNil(id: String) async throws {
    #expect(try await catalog.film(id: FilmID(unchecked: id)) == nil)
  }

  @Test(arguments: [
    ("the godfather", nil, ["tt0068646"]), ("Godfather", 1972, ["tt0068646"]),
    ("godfather", 1974, []), ("HEAT", 1995, ["tt0113277"]), ("godfa", nil, []),
    ("le fabuleux destin d'amelie poulain", nil, ["tt0211915"]), ("", nil, []), ("!", nil, []),
  ])
  func filmsAreFoundByCompleteTitle(title: String, year: Int?, ids: [String]) async throws {
    #expect(try await catalog.films(titled: title, year: year).map(\.id.rawValue) == ids)
  }
}
