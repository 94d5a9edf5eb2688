import Testing

@testable import FilmzExchange

struct ListFileNamesTests {
  @Test(
    arguments: [
      ("Noir", "Noir"), ("to watch: 2024", "to-watch-2024"), ("..", "list"),
      ("../../etc/passwd", "etc-passwd"),
      ("", "list"), ("🎬", "list"), ("a\\b/c", "a-b-c"), ("-x-", "x"),
      ("Été à Kyōto 東京", "Été-à-Kyōto-東京"),
      ("E\u{301}te\u{301}", "Été"), ("a_b.csv", "a-b-csv"), ("a\u{0}b\u{202E}c", "a-b-c"),
      (String(repeating: "x", count: 200), String(repeating: "x", count: 60)),
      (String(repeating: "x", count: 59) + " y", String(repeating: "x", count: 59)),
      (String(repeating: "東", count: 61), String(repeating: "東", count: 60)),
      (String(repeating: "𐐀", count: 61), String(repeating: "𐐀", count: 45)),
    ])
  func nameHasLettersDigitsAndHyphens(list: String, name: String) {
    var names = ListFileNames()
    #expect(names.names(for: list) == [name])
  }

  @Test func equalNamesAreNumbered() {
    var names = ListFileNames()
    let lists = ["Noir", "noir", "NOIR!", "noir-2", "É", "é"]
    #expect(
      lists.map { names.names(for: $0)[0] } == [
        "Noir", "noir-2", "NOIR-3", "noir-2-2", "É", "é-2",
      ])
  }

  @Test func numberedNamesAreNotLonger() {
    var names = ListFileNames()
    let long = String(repeating: "x", count: 70)
    #expect(names.names(for: long)[0].count == 60)
    #expect(names.names(for: long)[0] == String(repeating: "x", count: 58) + "-2")
    #expect(names.names(for: long, count: 2).map(\.count) == [60, 60])
  }

  @Test func filesOfDividedListsHaveNamesOfTheirOwn() {
    var names = ListFileNames()
    #expect(names.names(for: "a-1") == ["a-1"])
    #expect(names.names(for: "a", count: 2) == ["a-2-1", "a-2-2"])
    #expect(names.names(for: "a") == ["a"])
  }

  @Test(
    arguments: [
      ("-Watchlist 2", .nowhere, "Watchlist-2"), ("-Watchlist 2", .atStart, "Watch-list-2"),
      ("WATCHLIST watchlist", .atStart, "WATCH-LIST-watchlist"),
      ("My watchlist", .atStart, "My-watchlist"),
      ("My Watchlist, watchlist", .anywhere, "My-Watch-list-watch-list"),
      ("ratings", .anywhere, "ratings"),
    ] as [(String, ListFileNames.WatchlistPlace, String)])
  func nameThatMeansTheWatchlistIsDivided(
    list: String, place: ListFileNames.WatchlistPlace, name: String
  ) {
    var names = ListFileNames(dividingWatchlist: place)
    #expect(names.names(for: list) == [name])
  }
}
