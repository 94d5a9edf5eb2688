import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

/// The conversion of filters to and from text and JSON.
struct FilmFilterTests {
  /// One value for each part, and whether it filters by facts about films.
  private static let parts: [(String, Bool)] = [
    ("year:1990..1999", true), ("type:movie,series", true), ("genre:Drama", true),
    ("mine:>=8", false), ("imdb:7..8", true), ("votes:>=1000", true), ("runtime:90..120", true),
    ("director:kurosawa", true), ("actor:mifune", true), ("person:miyazaki", true),
    ("is:watched", false), ("is:unrated", false), ("recent:30", false), ("audience:family", false),
    ("tag:noir", false), ("is:watched is:rewatched", false), ("is:skipped", false),
    ("list:\"To lend\"", false), ("platform:netflix", false), ("grep:\"great fun\"", false),
    ("watched:2019", false), ("added:2019", false),
  ]

  /// A stored filter of a newer version must not match all films.
  @Test(arguments: ["weather:rain", "foo", "year:1990 foo"])
  func unknownStoredFilterIsADecodingError(text: String) throws {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode([FilmFilter].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  @Test(arguments: parts)
  func eachPartRoundTripsThroughTextAndJSON(text: String, filtersByFacts: Bool) throws {
    let filter = try FilmFilter(parsing: text, in: .collection)
    #expect(filter.text == text)
    #expect(!filter.isEmpty && filter.filtersByFacts == filtersByFacts)
    let data = try JSONEncoder().encode([filter])
    #expect(try JSONDecoder().decode([FilmFilter].self, from: data) == [filter])
  }

  @Test func partsCoverAllFields() {
    let names = Set(Self.parts.map { String($0.0.prefix { $0 != ":" }) })
    // `stars` is another form of `mine`.
    #expect(names.union(["stars", "rating"]) == Set(FilterField.names(in: .collection)))
  }

  @Test(
    "Parsing the text of a filter returns the same filter",
    arguments: Seeds.of(1...300))
  func textRoundTrips(seed: UInt64) throws {
    var random = SplitMix(seed)
    let filter = Self.filter(&random)
    #expect(try FilmFilter(parsing: filter.text, in: .collection) == filter, "\(filter.text)")
  }

  @Test func storedFilterDistinguishesRatings() throws {
    let search = try FilmFilter(parsing: "rating:>8", in: .search)
    let list = try FilmFilter(parsing: "rating:>8", in: .collection)
    #expect((search.text, list.text) == ("imdb:>=8.1", "mine:>=8.1"))
  }

  @Test(arguments: [
    ("stars:4", 75...84), ("stars:5", 95...100), ("stars:0", 0...4), ("stars:3.5", 65...74),
    ("stars:4-5", 75...100), ("stars:>3", 65...100), ("stars:★★★½", 65...74), ("stars:½", 5...14),
  ])
  func starsAreRatingsRoundedToTheNearestHalfStar(text: String, tenths: ClosedRange<Int>) throws {
    #expect(try FilmFilter(parsing: text, in: .collection).userRating == tenths)
  }

  @Test(arguments: [
    ("is:wanted", "is:unwatched"), ("is:watched,unrated", "is:watched is:unrated"),
    ("recent:30 recent:7", "recent:7"), ("tag:a tag:b tag:a", "tag:a tag:b"),
    ("grep:a grep:b", "grep:\"a b\""), ("runtime:<100", "runtime:<=99"),
    ("genre:+drama,+crime", "genre:+Drama,+Crime"), ("genre:drama,crime", "genre:Drama,Crime"),
    ("genre:drama genre:crime", "genre:+Drama,+Crime"), ("genre:+drama", "genre:Drama"),
    ("genre:war,crime genre:+drama", "genre:+Drama,War,Crime"),
    ("genre:war,crime genre:drama,history", "genre:War,Crime genre:Drama,History"),
    ("type:movie,series type:series,game", "type:series"), ("mine:>7 stars:4", "mine:7.5..8.4"),
    ("genre:épopée", "genre:épopée"),
  ])
  func filtersAreCombined(typed: String, text: String) throws {
    #expect(try FilmFilter(parsing: typed, in: .collection).text == text)
  }

  @Test(arguments: [
    "is:liked", "is:watched is:unwatched", "recent:0", "recent:x", "audience:all",
    "audience:me audience:family", "stars:6", "stars:3.7", "runtime:x", "tag:\"\"", "genre:+",
    "mine:>8 mine:<7", "type:movie,", "type:moovie",
  ])
  func invalidValueIsAUsageError(typed: String) throws {
    let error = try #require(throws: DomainError.self) {
      try FilmFilter(parsing: typed, in: .collection)
    }
    #expect(error.exitCategory == .usage && !error.message.contains(where: \.isNewline))
  }

  @Test func errorSuggestsSimilarType() {
    #expect(throws: DomainError.unknownType("moovie", near: "movie")) {
      try FilmFilter(parsing: "type:moovie")
    }
  }

  @Test(arguments: ["mine:>8", "tag:noir", "added:2019", "stars:4", "grep:x", "recent:3"])
  func collectionFiltersAreRejectedInASearch(typed: String) throws {
    let error = try #require(throws: DomainError.self) {
      try FilmFilter(parsing: typed, in: .search)
    }
    for name in FilterField.names(in: .search) { #expect(error.message.contains(name + ":")) }
    #expect(throws: Never.self) { try FilmFilter(parsing: typed, in: .collection) }
  }

  private static func filter(_ random: inout SplitMix) -> FilmFilter {
    var filter = FilmFilter()
    func range(_ whole: ClosedRange<Int>) -> ClosedRange<Int>? {
      guard random.chance(oneIn: 3) else { return nil }
      let ends = [Int.random(in: whole, using: &random), Int.random(in: whole, using: &random)]
      return ends.min().map { $0...(ends.max() ?? $0) }
    }
    func names() -> [String] {
      let names = ["kurosawa", "Akira Kurosawa", "O'Brien", "'t Hooft", "宮崎", "x:y", "-a"]
      return random.chance(oneIn: 3) ? Array(names.shuffled(using: &random).prefix(2)) : []
    }
    filter.years = range(1870...2199)
    filter.userRating = range(0...100)
    filter.imdbRating = range(0...100)
    filter.votes = range(0...9_999_999)
    filter.runtime = range(0...999)
    (filter.directors, filter.actors, filter.people) = (names(), names(), names())
    filter.tags = names()
    filter.genres = random.element(of: [
      [], [["Drama"]], [["Drama"], ["War"]], [["Drama", "War"]], [["Drama"], ["War", "Crime"]],
      [["A b"], ["War", "Crime"], ["Épopée", "News"]],
    ])
    filter.types = random.element(of: [[], [.movie], [.short, .tvMovie]])
    filter.isWatched = random.element(of: [nil, true, false])
    filter.isRated = random.element(of: [nil, true, false])
    filter.recentDays = random.element(of: [nil, 1, 30])
    filter.audience = random.element(of: [nil] + Audience.allCases)
    filter.grep = random.element(of: [nil, "al pacino", "#alive", "\\", "'x"])
    return filter
  }
}
