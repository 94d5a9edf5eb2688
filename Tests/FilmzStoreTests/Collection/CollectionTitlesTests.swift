import FilmzDomain
import FilmzStore
import Testing

struct CollectionTitlesTests {
  @Test(arguments: [
    (["the al"], ["The Alpha"]), (["alpha"], []), (["alpha", "the alpha"], ["The Alpha"]),
    (["b"], ["Beta"]), (["del"], ["Delta"]), (["the alpha x"], []), (["%"], []),
    ([""], ["Beta", "Delta", "Gamma", "The Alpha"]),
  ])
  func filmsAreFoundByTitlePrefix(prefixes: [String], titles: [String]) async throws {
    let collection = try await FilledCollection.make().collection
    _ = try await collection.find(CollectionQuery())
    let films = try await collection.films(beginningWith: prefixes, limit: 100)
    #expect(films.map(\.title) == titles)
  }

  @Test func resultsAreLimited() async throws {
    let collection = try await FilledCollection.make().collection
    #expect(
      try await collection.films(beginningWith: [""], limit: 2).map(\.title) == ["Beta", "Delta"])
  }

  @Test func tagsAndRecommendersAreDistinct() async throws {
    let collection = try await FilledCollection.make().collection
    #expect(try await collection.tags() == ["Noir", "cinema"])
    #expect(try await collection.recommenders() == ["Uncle Bob"])
  }
}
