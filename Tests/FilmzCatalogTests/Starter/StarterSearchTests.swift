import FilmzCatalog
import FilmzDomain
import Testing

/// Searches in the starter catalog.
struct StarterSearchTests {
  private let catalog = StarterCatalog()

  private func titles(_ query: SearchQuery) async throws -> [String] {
    try await catalog.search(query, page: 1).films.map(\.title)
  }

  private func titles(_ text: String) async throws -> [String] {
    try await titles(SearchQuery(text: text))
  }

  @Test func commonWordFindsManyFilms() async throws {
    let page = try await catalog.search(SearchQuery(text: "the"), page: 1)
    #expect(page.total > 20)
    #expect(page.films.count == page.total)
    #expect(Set(page.films.map(\.id)).count == page.total)
  }

  @Test func secondPageIsEmpty() async throws {
    let query = SearchQuery(text: "the")
    let total = try await catalog.search(query, page: 1).total
    #expect(try await catalog.search(query, page: 2) == SearchPage(films: [], total: total))
  }

  @Test(arguments: [
    ("amelie", "Amélie"), ("AMÉLIE", "Amélie"), ("Ame\u{301}lie", "Amélie"),
    ("rashomon", "Rashomon"),
    ("Rashômon", "Rashomon"), ("leon the professional", "Léon: The Professional"),
    ("wall-e", "WALL·E"), ("shogun", "Shōgun"), ("schindlers list", "Schindler's List"),
    ("schindler’s list", "Schindler's List"), ("ＨＥＡＴ", "Heat"), ("à bout de souffle", "Breathless"),
    ("seven samurai", "Seven Samurai"), ("shichinin no samurai", "Seven Samurai"),
  ])
  func caseAccentsAndPunctuationAreFolded(text: String, title: String) async throws {
    #expect(try await titles(text).first == title)
  }

  @Test(arguments: [
    ("七人の侍", "Seven Samurai"), ("die sieben samurai", "Seven Samurai"),
    ("Los siete samurais", "Seven Samurai"), ("der weisse hai", "Jaws"),
    ("les dents de la mer", "Jaws"), ("seven", "Se7en"),
    ("spiel mir das lied vom tod", "Once Upon a Time in the West"),
    ("c'era una volta il west", "Once Upon a Time in the West"),
    ("Сталкер", "Stalker"), ("기생충", "Parasite"), ("卧虎藏龙", "Crouching Tiger, Hidden Dragon"),
    ("raiders of the lost ark", "Indiana Jones and the Raiders of the Lost Ark"),
    ("dr strangelove", "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb"),
    ("stirb langsam", "Die Hard"), ("alien 3", "Alien³"),
  ])
  func filmsAreFoundByLocalTitle(text: String, title: String) async throws {
    #expect(try await titles(text).first == title)
    #expect(try await catalog.films(titled: text, year: nil).map(\.title).contains(title))
  }

  @Test(arguments: [
    ("harry potter", 8), ("star wars", 11), ("the lord of the rings", 4), ("hobbit", 3),
    ("indiana jones", 5), ("rocky", 6), ("creed", 3), ("mission impossible", 8), ("alien", 5),
    ("toy story", 4), ("matrix", 4), ("planet of the apes", 10), ("jurassic", 6),
    ("james bond", 20), ("star trek", 17), ("mad max", 5), ("three colors", 3),
    ("terminator", 6), ("hunger games", 5), ("fast furious", 9), ("john wick", 4),
  ])
  func filmSeriesAreComplete(text: String, count: Int) async throws {
    #expect(try await titles(text).count >= count)
  }

  @Test(arguments: ["godf", "part godf", "GOD par", "iii godfather", "godf*", "ii godf par"])
  func wordsArePrefixesInAnyOrder(text: String) async throws {
    #expect(try await titles(text).contains("The Godfather Part III"))
  }

  @Test(arguments: ["godfather xyz", "xyzzy", "fathergod", "!!!", "*", "", "🎬"])
  func unmatchedTextFindsNothing(text: String) async throws {
    let page = try await catalog.search(SearchQuery(text: text), page: 1)
    #expect(page == .empty)
  }

  @Test(arguments: [
    ("the godfather", "The Godfather"), ("godfather", "The Godfather"),
    ("a godfather", "The Godfather"), ("batman", "Batman"), ("the batman", "Batman"),
    ("shining", "The Shining"), ("star wars", "Star Wars: Episode IV - A New Hope"),
  ])
  func exactTitlesComeFirstRegardlessOfArticle(text: String, title: String) async throws {
    let foundTitles = try await titles(text)
    #expect(Set(foundTitles.prefix(2)).contains(title))
  }

  @Test func otherTitlesAreSortedByVotes() async throws {
    let films = try await catalog.search(SearchQuery(text: "godfather"), page: 1).films
    #expect(films.first?.title == "The Godfather")
    #expect(films.dropFirst().first?.title == "The Godfather Part II")
    let votes = films.dropFirst().map { $0.imdbVotes ?? 0 }
    #expect(votes.count >= 2)
    #expect(votes == votes.sorted(by: >))
  }

  @Test func exactTitleComesBeforeTitlesWithMoreVotes() async throws {
    let films = try await catalog.search(SearchQuery(text: "batman"), page: 1).films
    #expect(films.first?.title == "The Batman" || films.first?.title == "Batman")
    #expect((films.first?.imdbVotes ?? 0) < (films.compactMap(\.imdbVotes).max() ?? 0))
  }

  @Test func titleBeforeASubtitleIsAlmostAnExactTitle() async throws {
    let films = try await catalog.search(SearchQuery(text: "dune"), page: 1).films
    #expect(films.prefix(2).map(\.year) == [2021, 1984])
  }

  @Test(arguments: [
    ("odfather", "The Godfather"), ("the godfahter", "The Godfather"), ("matrx", "The Matrix"),
    ("shawshenk redemtion", "The Shawshank Redemption"), ("bladerunner", "Blade Runner"),
    ("schindlers lits", "Schindler's List"), ("rocky 2", "Rocky II"),
    ("ocean's 11", "Ocean's Eleven"),
  ])
  func typosAreCorrected(text: String, title: String) async throws {
    #expect(try await titles(text).first == title)
  }

  @Test func exactTitlesAreSortedByVotes() async throws {
    let films = try await catalog.search(SearchQuery(text: "the batman"), page: 1).films
    let exact = films.prefix { ["Batman", "The Batman"].contains($0.title) }
    #expect(exact.count == 2)
    #expect((exact.first?.imdbVotes ?? 0) >= (exact.last?.imdbVotes ?? 0))
  }
}
