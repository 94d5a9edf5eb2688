import FilmzTestSupport
import Testing

/// Genres, decades, initials, and names as the text of a search.
struct SearchWordsTests {
  @Test(arguments: [
    ("lotr", "The Lord of the Rings: The Fellowship of the Ring"), ("tdk", "The Dark Knight"),
    ("himym", "How I Met Your Mother"),
  ])
  func initialsFindAWellKnownFilm(text: String, title: String) async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "search \(text)")
      #expect(rows[0]?["title"] == .string(title) && rows[0]?["match"] == "spelling", "\(rows)")
      #expect(try await filmz.answer(to: "search \(text) --exact") == [])
    }
  }

  @Test(arguments: [
    ("kubrik", "Stanley Kubrick"), ("scorcese", "Martin Scorsese"), ("martin scorcese", "Martin Scorsese"),
    ("tarantno", "Quentin Tarantino"), ("bong", "Bong Joon Ho"), ("quentin", "Quentin Tarantino"),
    ("director kubrik", "Stanley Kubrick"), ("tom hanks comedy", "Tom Hanks"),
  ])
  func aNameFindsThePerson(text: String, name: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "search", text)
      #expect(result.stderr.contains("Films of \(name) ("), "\(result.stderr)")
    }
  }

  @Test(arguments: [
    ("horror 1980s", "with year:1980..1989 genre:Horror", "genre:horror year:1980s"),
    ("2019 comedy", "with year:2019 genre:Comedy", "genre:comedy year:2019"),
    ("director kubrick", "with director:kubrick", "director:kubrick"),
    ("by nolan", "with director:nolan", "director:nolan"),
    ("with al pacino", "with actor:\"al pacino\"", "actor:\"al pacino\""),
    ("horror under 100 min", "with genre:Horror runtime:<=99", "genre:horror runtime:<100"),
    ("comedies shorter than 2 hours", "with genre:Comedy runtime:<=119", "genre:comedy runtime:<120"),
    ("nineties comedy", "with year:1990..1999 genre:Comedy", "genre:comedy year:1990s"),
    ("genre horror", "with genre:Horror", "genre:horror"),
    ("scifi", "with genre:Sci-Fi", "genre:sci-fi"), ("drama", "with genre:Drama", "genre:drama"),
    ("romcom", "with genre:+Comedy,+Romance", "genre:+comedy,+romance"), ("unseen", "with is:unwatched", "is:unseen"),
    ("unseen horror", "with genre:Horror is:unwatched", "genre:horror is:unseen"),
    ("dune 1980s", "for \"dune\" with year:1980..1989", "dune year:1980s"),
  ])
  func wordsBecomeFilters(text: String, said: String, line: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--format", "json", "search", text)
      #expect(
        result.stderr == "filmz: no title is \"\(text)\"; these are the results \(said)\n", "\(result.stderr)")
      let ids = try result.json.each("id")
      let filtered = try await filmz.answer(to: "search \(line)").each("id")
      #expect(!ids.isEmpty && ids == filtered)
    }
  }

  @Test(arguments: [
    ("comedy", "The King of Comedy"), ("heat 1995", "Heat"), ("matrx", "The Matrix"),
  ])
  func titlesComeFirst(text: String, title: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--format", "json", "search", text)
      #expect(try result.json[0]?["title"] == .string(title))
      #expect(!result.stderr.contains("no title is"), "\(result.stderr)")
    }
  }

  @Test(arguments: [("comedy", "genre:Comedy"), ("horror", "genre:Horror"), ("war", "genre:War")])
  func titlesWithTheNameOfAGenreAreShownWithTheFilter(text: String, filter: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "--format", "json", "search", text)
      #expect(try result.json[0]?["match"] == "title")
      #expect(result.stderr.contains("`browse \(filter)` lists the films with that filter."), "\(result.stderr)")
      #expect(try await filmz.answer(to: "browse \(filter)").array.count > 1)
    }
  }

  /// Films that the user has seen are left out on all pages.
  @Test func unseenAsAWordLeavesOutSeenFilms() async throws {
    try await FilmzProcess.with { filmz in
      let all = try await filmz.answer(to: "search horror unseen --limit 900").each("id")
      _ = try await filmz.answer(to: "seen \(all[0]?.string ?? "")")
      #expect(try await filmz.answer(to: "search horror unseen --limit 900").each("id") == Array(all.dropFirst()))
    }
  }

  @Test func aFilmTitledUnseenIsFoundFirst() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title=Unseen year=1997 --add; add heat")
      for line in ["search unseen", "ls unseen", "find unseen", "watchlist unseen"] {
        #expect(try await filmz.answer(to: line).each("title") == ["Unseen"], "\(line)")
      }
    }
  }

  @Test(arguments: [
    (["search", "godfather", "year:1950"], "; without year:1950 there are 3 films"),
    (["search", "best movies"], "; `discover` lists popular and new films"),
    (["search", "xyzzy", "--source", "catalog"], ", or leave --source out"),
    (["search", "1908"], "; `browse 1908` lists the films of that year, `discover 1908` those without a mark"),
    (["search", "I saw Xyzzy yesterday"], "; type only the title, or use `discover`"),
    (["search", "a film about xyzzy"], "; type only the title, or use `discover`"),
    (["search", "noir 1890s"], "; try fewer or other words"),
  ])
  func aSearchThatFindsNothingNamesWhatWould(call: [String], hint: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline", "--verbose"] + call)
      #expect(result.status == 0 && result.stderr.contains(hint), "\(result.stderr)")
      #expect(!result.stderr.contains("key"))
    }
  }
}
