import FilmzDomain
import Testing

/// Filters by certification, country, and language, which only `browse` has.
struct BrowseFilterTests {
  private static func filter(_ text: String, in scope: FilterScope = .browse) throws -> FilmFilter {
    try FilterText(text.split(separator: " ").map { Word(String($0)) }, in: scope).filter
  }

  @Test(arguments: [
    "rated:G,PG", "country:Japan,France", "language:French", "country:\"South Korea\"",
    "year:1990..1999 rated:G country:Japan language:Japanese",
  ])
  func textIsTheTypedFilter(text: String) throws {
    let filter = try Self.filter(text)
    #expect(filter.text == text && filter.filtersByDetails)
  }

  @Test func severalConditionsNarrowEachOther() throws {
    let filter = try Self.filter("country:japan,France country:france,Italy")
    #expect(filter.countries == ["France"])
    #expect(throws: DomainError.self) { try Self.filter("rated:G rated:PG") }
    #expect(throws: DomainError.self) { try Self.filter("language:a,,b") }
  }

  @Test(arguments: ["rated:G", "country:japan", "language:french"])
  func otherCommandsRefuseTheFilters(text: String) {
    for scope in [FilterScope.search, .collection] {
      #expect(throws: DomainError.self) { try Self.filter(text, in: scope) }
    }
  }

  @Test(arguments: ["tag:noir", "mine:8", "is:watched", "list:Noir"])
  func filtersOfTheCollectionAreRefused(text: String) {
    #expect(throws: DomainError.self) { try Self.filter(text) }
  }

  @Test func ratingIsThatOfIMDb() throws {
    #expect(try Self.filter("rating:>8").text == "imdb:>=8.1")
    #expect(try FilmOrder(parsing: "-rating", in: .browse).text == "-imdb")
    #expect(FilmOrder.newestFirst.text == "-year,-votes")
  }
}
