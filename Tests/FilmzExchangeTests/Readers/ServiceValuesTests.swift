import Testing

@testable import FilmzExchange

struct ServiceValuesTests {
  /// Each case has a title as Netflix writes it, and the series; `nil` for a film.
  @Test(
    arguments: [
      ("Mission: Impossible", nil), ("Mission: Impossible: Dead Reckoning: Part One", nil),
      ("Star Wars: Episode IV", nil), ("Star Wars: Episode V: The Empire Strikes Back", nil),
      ("John Wick: Chapter 3: Parabellum", nil), ("It: Chapter Two", nil), ("Kill Bill: Volume 1", nil),
      ("The Hunger Games: Mockingjay: Part 1", nil), ("Halloween III: Season of the Witch", nil),
      ("Series 7: The Contenders", nil), ("Limited Series", nil), ("Heat", nil), ("Dune: Part Two", nil),
      ("The Crown: Season 1: Hyde Park Corner", "The Crown"), ("Dark: Staffel 2: Anfang: und Ende", "Dark"),
      ("The Queen's Gambit: Limited Series: Openings", "The Queen's Gambit"), ("Maid: Limited Series", "Maid"),
      ("Lupin: Part 1: Chapter 1", "Lupin"), ("Love, Death & Robots: Volume 1: Sonnie's Edge", "Love, Death & Robots"),
      ("Arrested Development: Season 4 Remix: Fateful", "Arrested Development"), ("Friends: Season 1", "Friends"),
      ("Stranger Things: Stranger Things 2: Chapter One: MADMAX", "Stranger Things"),
      ("Formula 1: Drive to Survive: Season 1: All to Play For", "Formula 1: Drive to Survive"),
      ("Avatar: The Last Airbender: Book 1: The Boy in the Iceberg", "Avatar: The Last Airbender"),
    ] as [(String, String?)])
  func seriesOfAnEpisodeAtNetflix(title: String, series: String?) {
    #expect(title.seriesAtNetflix == series)
  }

  /// Each case has a path, and the name of the list of Trakt in it.
  @Test(
    arguments: [
      ("list-7-noir.json", "list-7-noir"), ("export/lists/noir.json", "noir"), ("lists-noir.json", "noir"),
      ("x.zip/lists/On Deck/movies.json", "On Deck"), ("lists-list-7-watchlist.json", "list-7-watchlist"),
      ("list-7-watchlist.json", "list-7-watchlist"), ("lists/watchlist/movies.json", nil),
      ("watchlist/movies.json", nil),
      ("lists-watchlist.json", nil), ("noir.json", nil), ("list-7.json", nil),
    ] as [(String, String?)])
  func nameTellsTheListOfTrakt(path: String, name: String?) {
    #expect(ExportFileName(path).traktList?.name == name)
  }

  @Test(
    arguments: [
      ("list-7-noir", 7, "noir"), ("LIST-7-a-b", 7, "a-b"), ("list-7", 7, nil),
      ("list-99999999999999999999-x", nil, "x"),
    ] as [(String, Int?, String?)])
  func numberAndNameOfAListOfTrakt(text: String, number: Int?, name: String?) throws {
    let list = try #require(TraktListName(text))
    #expect(list.number == number && list.name == name)
  }

  @Test(arguments: ["lists-7-noir", "list-noir", "list-", "my-list-7-noir", "list-7noir"])
  func otherNamesAreNotOfLists(text: String) {
    #expect(TraktListName(text) == nil)
  }

  @Test func placesInAListOfAnotherNameAreItsList() throws {
    let place = #"{"rank":1,"listed_at":"2024-05-18T12:00:00.000Z","movie":{"ids":{"imdb":"tt0113277"}}}"#
    let read = try ReadFile("[\(place)]", name: "my lists/best of.json")
    #expect(read.rows.map(\.list?.name) == ["best of"] && read.rows.map(\.isWanted) == [false])
    let play = place.replacing("listed_at", with: "watched_at")
    #expect(try ReadFile("[\(play)]", name: "lists/trakt/history.json").rows.map(\.list) == [nil])
    let wanted = try ReadFile("[\(place)]", name: "watchlist/movies.json")
    #expect(wanted.rows.map(\.list) == [nil] && wanted.rows.map(\.isWanted) == [true])
  }
}
