import FilmzTestSupport
import Testing

/// Films of TMDB with the title and the year of a film that has a mark.
@Suite(.timeLimit(.minutes(10)))
struct NamesakeTests {
  /// The films 1 and 2 are namesakes; only the details have IMDb's ids.
  private static func facts(of number: Int) -> (title: String, date: String) {
    number < 3 ? ("The Godfather", "1972-03-0\(number)") : ("Fen \(number)", "2026-07-0\(number)")
  }

  private static func film(_ number: Int, hasDetails: Bool = false) -> String {
    let (title, date) = facts(of: number)
    let id = hasDetails ? #","imdb_id":"tt700000\#(number)""# : ""
    return #"{"id":\#(number),"title":"\#(title)","release_date":"\#(date)"\#(id)}"#
  }

  /// Responds with the same pages of films to searches and requests for lists.
  private static func responding(_ pages: [[Int]]) -> LoopbackServer.Handler {
    { request in
      guard let number = request.query["page"].flatMap({ Int($0) }) else {
        let film = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0
        return pages.joined().contains(film)
          ? .json(self.film(film, hasDetails: true)) : FakeTMDB.notFound
      }
      let films = pages.indices.contains(number - 1) ? pages[number - 1] : []
      return .json(
        """
        {"page":\(number),"results":[\(films.map { film($0) }.joined(separator: ","))],
        "total_pages":\(pages.count),"total_results":\(pages.joined().count)}
        """)
    }
  }

  private static let list = "discover trending --type movie --limit 60"
  private static let search = "search fen --source tmdb --type movie --limit 60"

  private static func rows(_ line: String, _ filmz: FilmzProcess) async throws -> [JSON] {
    let result = try await filmz.run("--format", "json", "-c", line)
    #expect(result.status == 0, "\(result.stderr)")
    return try result.json.array
  }

  private static func ids(_ rows: [JSON]) -> [String] { rows.compactMap { $0["id"]?.string } }

  @Test(
    arguments: [
      "show tmdb:movie:1; skip .", "show tmdb:movie:1; seen .",
      "show tmdb:movie:1; watchlist add .",
      "skip tmdb:movie:1", "seen tmdb:movie:1",
    ], [[[1, 2, 3]], [[1, 3], [2, 4]], [[2, 3], [1, 4]]])
  func onlyTheMarkedFilmIsLeftOutOfLists(marking: String, pages: [[Int]]) async throws {
    try await FilmzProcess.withTMDB(Self.responding(pages)) { filmz, _ in
      #expect(try await filmz.run("-c", marking).status == 0)
      let others = pages.joined().filter { $0 != 1 }.map { "tmdb:movie:\($0)" }
      #expect(try await Self.ids(Self.rows(Self.list, filmz)) == others)
      let found = try await filmz.run("-c", Self.search)
      #expect(found.status == 0 && !found.stdout.contains("?"), "\(found.stdout)")
      let unmarked = try await Self.rows(Self.search, filmz).filter {
        $0["skipped"] == false && $0["inCollection"] == false
      }
      #expect(Self.ids(unmarked) == others)
    }
  }

  @Test(arguments: [[[1, 2, 3]], [[1], [2, 3]], [[1, 3], [2]]])
  func namesakeIsACardOfTheDeck(pages: [[Int]]) async throws {
    try await FilmzProcess.withTMDB(Self.responding(pages)) { filmz, _ in
      #expect(try await filmz.run("-c", "show tmdb:movie:1; skip .").status == 0)
      let terminal = try await filmz.openShell()
      var cards = try await terminal.press("discover trending --type movie\r")
      cards += try await terminal.press("w")
      #expect(cards.contains("The Godfather") && cards.contains("Fen 3"), "\(cards)")
      #expect(try await Self.ids(Self.rows("ls", filmz)).count == 1)
    }
  }

  /// Each of both films may be the marked one, whose id at TMDB is not known, so neither is left out, as in a search.
  @Test(arguments: [
    "add tt0068646", "skip tt0068646",
    #"record new title="The Godfather" year=1972 type=movie --yes; skip ."#,
  ])
  func filmsThatMayBothBeTheMarkedOneAreNotLeftOut(marking: String) async throws {
    try await FilmzProcess.withTMDB(Self.responding([[1, 3], [2, 4]])) { filmz, _ in
      _ = try await filmz.answer(to: marking)
      let ids = try await Self.ids(Self.rows(Self.list, filmz))
      #expect(ids == [3, 1, 2, 4].map { "tmdb:movie:\($0)" })
      let found = try await filmz.run("-c", Self.search)
      #expect(found.status == 0 && !found.stdout.contains("?"), "\(found.stdout)")
      let later = try await Self.ids(
        Self.rows("discover trending --type movie --limit 1; next; next", filmz))
      #expect(later == ["tmdb:movie:2"])
      let terminal = try await filmz.openShell()
      var cards = try await terminal.press("discover trending --type movie\r")
      cards += try await terminal.press("k")
      #expect(cards.contains("Fen 3") && cards.contains("The Godfather"), "\(cards)")
    }
  }
}
