import FilmzDomain
import Testing

/// Filters of the collection that are combined with others, or stored as text.
struct FilterCombinationTests {
  private func filter(_ text: String) throws -> FilmFilter {
    try #require(try FilmFilter(text: text))
  }

  @Test(arguments: [
    ("is:watched mine:>=8", "genre:drama", "genre:Drama mine:>=8 is:watched"),
    ("mine:>=8", "mine:<=9", "mine:8..9"), ("year:1990s", "year:>1995", "year:1996..1999"),
    ("type:movie,series", "type:series,game", "type:series"),
    ("genre:drama", "genre:+drama,+crime", "genre:+Drama,+Crime"),
    ("genre:drama,crime", "genre:war,music", "genre:Drama,Crime genre:War,Music"),
    ("person:jane", "person:\"al pha\"", "person:jane person:\"al pha\""),
    ("tag:noir", "tag:noir tag:\"two words\"", "tag:noir tag:\"two words\""),
    ("grep:kurosawa", "grep:\"great fun\"", "grep:\"kurosawa great fun\""),
    ("platform:netflix", "platform:Netflix", "platform:Netflix"),
    ("list:Noir", "list:\"To lend\"", "list:Noir list:\"To lend\""),
    ("recent:30", "recent:7", "recent:7"),
    ("is:rewatched", "is:watched", "is:watched is:rewatched"),
    ("", "votes:>10k", "votes:>=10001"), ("director:mann", "", "director:mann"),
  ])
  func combinationHasTheConditionsOfBoth(left: String, right: String, both: String) throws {
    var combined = try filter(left)
    try combined.narrow(by: try filter(right), shown: "@x")
    #expect(combined.text == both)
  }

  @Test(arguments: [
    ("is:unwatched", "is:watched"), ("is:unwatched", "is:rewatched"), ("mine:>=8", "mine:<5"),
    ("type:movie", "type:series"), ("year:1990s", "year:1980s"), ("audience:me", "audience:family"),
    ("platform:netflix", "platform:hulu"), ("is:rated", "is:unrated"),
  ])
  func contradictionIsAnErrorThatNamesTheOtherFilter(left: String, right: String) throws {
    var combined = try filter(left)
    let before = combined
    let error = DomainError.impossibleFilter("@x", "the filters before it")
    #expect(throws: error) { try combined.narrow(by: try filter(right), shown: "@x") }
    #expect(combined == before)
  }

  @Test(arguments: [
    "list:Noir", "list:\"To lend\"", "list:'To \"lend\"'", "list:'\"lend\"'", "list:Bob's",
    "list:\"Bob's films\"", "platform:\"prime video\"", "platform:Netflix", "is:skipped",
    "is:watched is:rewatched", "is:watched is:unrated is:rewatched",
  ])
  func textOfAFilterIsParsedAgain(text: String) throws {
    #expect(try filter(text).text == text)
  }

  @Test(arguments: ["kurosawa", "@favorites", "year:1999 heat"])
  func otherTextIsNoFilter(text: String) throws {
    #expect(try FilmFilter(text: text) == nil)
  }

  @Test func collectionsAreSeparatedFromText() throws {
    let words = ["@seen", "kurosawa", "year:1950s", "@Genre:drama"].map { Word($0) }
    let read = try FilterText(words + [Word("@x", isQuoted: true)], in: .collection)
    #expect(read.text == "kurosawa @x" && read.filter.text == "year:1950..1959")
    #expect(read.collections.map(\.key) == ["seen", "genre:drama"])
    let search = try FilterText([Word("@midnight"), Word("year:1998")], in: .search)
    #expect(search.text == "@midnight" && search.collections.isEmpty)
  }

  @Test(arguments: [
    ("is:skipped mine:>8", "mine:>=8.1"), ("is:skipped is:watched", "is:watched"),
    ("is:skipped audience:me", "audience:me"), ("is:skipped tag:noir", "tag:noir"),
    ("is:skipped list:Noir", "list:Noir"), ("is:skipped is:unrated", "is:unrated"),
  ])
  func skippedFilmsHaveNoUserData(text: String, condition: String) throws {
    let filter = try filter(text)
    #expect(throws: DomainError.notForSkippedFilms(condition)) {
      try filter.requireDataOfSkippedFilms()
    }
  }

  @Test(arguments: [
    "is:skipped", "is:skipped year:1990s genre:drama type:movie imdb:>7 votes:>10 runtime:<100",
    "is:skipped director:a actor:b person:c platform:netflix grep:x recent:3", "mine:>8 tag:noir",
  ])
  func skippedFilmsHaveFacts(text: String) throws {
    try filter(text).requireDataOfSkippedFilms()
  }
}
