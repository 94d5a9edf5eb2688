import FilmzDomain
import Foundation
import Testing

struct SearchQueryTests {
  @Test(arguments: [
    ("  the   matrix ", "the matrix"), ("the\tmatrix\n", "the matrix"), ("", ""), (" ", ""),
  ])
  func blanksAreTidied(typed: String, text: String) {
    #expect(SearchQuery(text: typed).text == text)
  }

  @Test func aQueryOfTheTimeBeforeFiltersIsRead() throws {
    var query = SearchQuery(text: "moth", years: YearRange(1999, 1999), type: .movie, isExact: true)
    let data = try JSONEncoder().encode(query)
    var object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object.removeValue(forKey: "filters") != nil)
    let old = try JSONSerialization.data(withJSONObject: object)
    #expect(try JSONDecoder().decode(SearchQuery.self, from: old) == query)
    query.filters.genres = ["Drama"]
    let new = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(SearchQuery.self, from: new) == query)
  }

  @Test(arguments: [
    ("", true), ("i", true), ("it", true), ("千", true), ("it*", false), ("i*", false),
    ("her", false), ("up!", false), ("1917", false), (" it ", true),
  ])
  func underThreeCharactersIsShortUnlessItEndsInAStar(text: String, isShort: Bool) {
    #expect(SearchQuery(text: text).isShort == isShort)
  }

  @Test(arguments: [
    ("matrix*", "matrix"), ("the mat*", "the mat"), ("mat**", "mat"), ("mat *", "mat"),
    ("*", ""), ("matrix", "matrix"), ("m*sh", "m*sh"),
  ])
  func theStarAtTheEndIsNoPartOfTheWords(text: String, plain: String) {
    #expect(SearchQuery(text: text).plainText == plain)
  }

  @Test(arguments: [
    ("a", true), ("1", true), ("千", true), ("é!", true), ("", false), ("*", false), ("?!", false),
    ("🎬", false),
  ])
  func aLetterOrDigitIsNeededToSearch(text: String, isSearchable: Bool) {
    #expect(SearchQuery(text: text).isSearchable == isSearchable)
  }

  @Test(arguments: [
    ("heat 1995", "heat", 1995), ("blade runner 2049", "blade runner", 2049),
    ("the  thing  1982 ", "the thing", 1982), ("1917 2019", "1917", 2019),
  ])
  func aYearAtTheEndCanBeReadAsAFilter(text: String, words: String, year: Int) throws {
    let query = SearchQuery(text: text, type: .movie, isExact: true)
    let other = try #require(query.readingLastWordAsYear)
    #expect(
      other
        == SearchQuery(text: words, years: YearRange(year, year), type: .movie, isExact: true))
  }

  @Test(arguments: ["1917", "heat", "heat 95", "heat 1795", "heat 1995 film", "heat 19955", ""])
  func withoutAYearAtTheEndThereIsNoSuchReading(text: String) {
    #expect(SearchQuery(text: text).readingLastWordAsYear == nil)
  }

  @Test func aYearThatIsAskedForStands() {
    let query = SearchQuery(text: "heat 1995", years: YearRange(1990, 1999))
    #expect(query.readingLastWordAsYear == nil)
  }
}
