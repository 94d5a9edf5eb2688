import FilmzDomain
import Testing

@testable import FilmzExchange

struct ImportFieldTests {
  @Test(
    arguments: [
      ("watchedAt=date,score=rating", ["watchedat": .date, "score": .rating]),
      (" My Film = TITLE ", ["my film": .title]), ("a,b=note,c=d=tags", ["a,b": .note, "c=d": .tags]),
      ("a=film", nil), ("a", nil), ("", nil), ("=date", nil), ("a=date,b", nil),
    ] as [(String, [String: ImportField]?)])
  func columnsAreAssigned(text: String, fields: [String: ImportField]?) {
    #expect(ImportField.assignments(in: text) == fields)
  }

  @Test(
    arguments: [
      ("A Show: Season 1: The First", "A Show"), ("A: Show: Limited Series: One", "A: Show"),
      ("A Show: Staffel 12: Eins: Zwei", "A Show"), ("A Show: Miniseries: One", "A Show"),
      ("A Film", nil), ("A Film: Part 2", nil), ("A Film: The Second: Part", nil), ("Season 1: A: B", nil),
    ] as [(String, String?)])
  func seriesAtNetflixIsFound(title: String, series: String?) { #expect(title.seriesAtNetflix == series) }

  @Test(arguments: [
    ("imdb://tt0113277", "tt0113277"), ("com.plexapp.agents.imdb://tt0113277?lang=en", "tt0113277"),
    ("tmdb://949", "tmdb:movie:949"), ("com.plexapp.agents.themoviedb://949?lang=en", "tmdb:movie:949"),
    ("https://www.imdb.com/title/tt0113277/", "tt0113277"),
  ])
  func addressesHaveIDs(address: String, id: String) throws {
    #expect(try ReadFile.rows("guid,Title\n\(address),Heat\n").map(\.film.ids) == [[FilmID(unchecked: id)]])
  }
}
