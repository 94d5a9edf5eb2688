import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

struct SearchQueryTests {
  @Test(arguments: [
    ("  the   matrix ", "the matrix"), ("the\tmatrix\n", "the matrix"), ("", ""), (" ", ""),
  ])
  func whitespaceIsNormalized(typed: String, text: String) {
    #expect(SearchQuery(text: typed).text == text)
  }

  @Test func queryRoundTripsThroughJSON() throws {
    var query = SearchQuery(text: "moth", years: 1999...1999, type: .movie, isExact: true)
    query.order = try FilmOrder(parsing: "-rating,year", in: .search)
    let data = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(SearchQuery.self, from: data) == query)
  }

  private static let filters = [
    "genre:drama", "rating:>8", "votes:5..", "runtime:<90", "director:x", "actor:x", "person:x",
    "type:movie,series", "type:short", "type:miniseries",
  ]

  @Test(arguments: filters)
  func filtersThatOMDbLacksNeedACatalog(filter: String) throws {
    #expect(try SearchQuery(text: "heat", filter: FilmFilter(parsing: filter)).needsCatalog)
  }

  @Test(arguments: [
    (SearchQuery(text: "heat"), false), (SearchQuery(text: "heat", years: 1990...1999), false),
    (SearchQuery(text: "heat", type: .movie), false),
    (SearchQuery(text: "heat", type: .game), false),
    (SearchQuery(text: "", years: 1990...1999), true), (SearchQuery(text: ""), true),
    (SearchQuery(text: "heat", order: FilmOrder(.year)), true),
  ])
  func emptyOrSortedQueryNeedsACatalog(query: SearchQuery, needsCatalog: Bool) {
    #expect(query.needsCatalog == needsCatalog)
  }

  @Test(arguments: [
    ("", true), ("i", true), ("it", true), ("千", true), ("it*", false), ("i*", false),
    ("her", false), ("up!", false), ("1917", false), (" it ", true),
  ])
  func fewerThanThreeCharactersWithoutAStarIsShort(text: String, isShort: Bool) {
    #expect(SearchQuery(text: text).isShort == isShort)
  }

  @Test(arguments: [
    ("matrix*", "matrix"), ("the mat*", "the mat"), ("mat**", "mat"), ("mat *", "mat"),
    ("*", ""), ("matrix", "matrix"), ("m*sh", "m*sh"),
  ])
  func plainTextOmitsTheTrailingStar(text: String, plainText: String) {
    #expect(SearchQuery(text: text).plainText == plainText)
  }

  @Test(arguments: [
    ("a", true), ("1", true), ("千", true), ("é!", true), ("", false), ("*", false), ("?!", false),
    ("🎬", false),
  ])
  func searchableTextContainsALetterOrDigit(text: String, isSearchable: Bool) {
    #expect(SearchQuery(text: text).isSearchable == isSearchable)
  }

  @Test(arguments: [
    ("heat 1995", "heat", 1995), ("blade runner 2049", "blade runner", 2049),
    ("the  thing  1982 ", "the thing", 1982), ("1917 2019", "1917", 2019),
  ])
  func lastWordCanBeReadAsAYear(text: String, textWithoutYear: String, year: Int) throws {
    let query = SearchQuery(text: text, type: .movie, isExact: true)
    let queryWithYear = try #require(query.readingLastWordAsYear)
    #expect(
      queryWithYear
        == SearchQuery(text: textWithoutYear, years: year...year, type: .movie, isExact: true))
  }

  @Test(arguments: ["1917", "heat", "heat 95", "heat 1795", "heat 1995 film", "heat 19955", ""])
  func otherLastWordsAreNotReadAsAYear(text: String) {
    #expect(SearchQuery(text: text).readingLastWordAsYear == nil)
  }

  @Test func lastWordIsNotReadAsAYearIfThereIsAYearFilter() {
    let query = SearchQuery(text: "heat 1995", years: 1990...1999)
    #expect(query.readingLastWordAsYear == nil)
  }

  @Test(arguments: [
    ("horror 1980s", "", "year:1980..1989 genre:Horror"), ("2019 comedy", "", "year:2019 genre:Comedy"),
    ("80s", "", "year:1980..1989"), ("'90s thrillers", "", "year:1990..1999 genre:Thriller"),
    ("science fiction 2010s", "", "year:2010..2019 genre:Sci-Fi"), ("noir", "", "genre:Film-Noir"),
    ("horror movies from the 1980s", "", "year:1980..1989 type:movie genre:Horror"),
    ("romantic comedies", "", "genre:+Romance,+Comedy"),
    ("dune 1980s", "dune", "year:1980..1989"), ("Tom Hanks comedy", "Tom Hanks", "genre:Comedy"),
    ("1984 horror film club", "1984 film club", "genre:Horror"),
    ("director kubrick", "", "director:kubrick"), ("Directed by Wes Anderson", "", "director:\"Wes Anderson\""),
    ("films with al pacino", "", "actor:\"al pacino\""), ("by nolan", "", "director:nolan"),
    ("romcom", "", "genre:+Comedy,+Romance"), ("romcoms 2019", "", "year:2019 genre:+Comedy,+Romance"),
    ("scifi", "", "genre:Sci-Fi"), ("unseen", "", "is:unwatched"), ("unseen horror", "", "genre:Horror is:unwatched"),
    ("Unseen movies", "", "type:movie is:unwatched"), ("with al pacino", "", "actor:\"al pacino\""),
    ("under 90 minutes", "", "runtime:<=89"), ("comedy longer than 2 hours", "", "genre:Comedy runtime:>=121"),
    ("nineties comedy", "", "year:1990..1999 genre:Comedy"), ("horror genre", "", "genre:Horror"),
  ])
  func wordsAreReadAsFilters(typed: String, text: String, filter: String) throws {
    let reading = try #require(SearchQuery(text: typed).readingWordsAsFilters)
    #expect(reading.text == text && reading.filter.text == filter)
  }

  @Test(arguments: [
    "heat", "1995", "heat 1995", "director", "movies", "90210", "2 fast", "100s", "unseen heat", "by",
    "under 90", "under suspicion", "over the moon", "genre",
  ])
  func otherWordsAreNoFilters(typed: String) {
    #expect(SearchQuery(text: typed).readingWordsAsFilters == nil)
  }

  @Test func wordsThatContradictTheFilterAreNoFilters() {
    #expect(SearchQuery(text: "horror 1980s", years: 1999...1999).readingWordsAsFilters == nil)
    #expect(SearchQuery(text: "horror 1980s", isExact: true).readingWordsAsFilters == nil)
  }

  @Test func namesInAFilterAreReadAsText() throws {
    let reading = try #require(SearchQuery(text: "director kubrik").readingWordsAsFilters)
    #expect(reading.readingNamesAsText == SearchQuery(text: "kubrik"))
    #expect(SearchQuery(text: "heat").readingNamesAsText == nil)
  }
}
