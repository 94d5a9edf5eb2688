import FilmzDomain
import FilmzExchange
import Testing

/// Elements in the shapes of Trakt's export.
struct TraktElementTests {
  private static let movie =
    #""movie":{"title":"Heat","year":1995,"ids":{"trakt":1,"slug":"x","imdb":"tt0113277","tmdb":949}}"#
  private static let show =
    #""show":{"title":"Show","year":2023,"ids":{"tvdb":4,"imdb":null,"tmdb":207250,"tvrage":null}}"#
  private static let episode =
    #""episode":{"season":1,"number":23,"title":"E","ids":{"imdb":"tt31722661","tmdb":5054429}}"#

  private static func row(
    _ members: String..., path: String = "export.json"
  ) throws -> ImportedRow? {
    try TraktElement.row(Array("{\(members.joined(separator: ","))}".utf8), path: path)
  }

  @Test func playIsAViewing() throws {
    let row = try #require(
      try Self.row(
        #""id":9,"watched_at":"2024-05-18T12:00:00.000Z","action":"scrobble""#, Self.movie)
    )
    #expect(
      row.film
        == NamedFilm(
          ids: [FilmID(imdbNumber: 113_277), FilmID(tmdb: .movie, 949)], title: "Heat", year: 1995,
          type: .movie))
    #expect(row.isSeen && !row.isSummary && row.episode == nil)
    #expect(row.viewing?.date?.text.hasPrefix("2024-05-1") == true)
  }

  @Test func playOfAnEpisodeNamesTheSeries() throws {
    let row = try #require(
      try Self.row(#""watched_at":"2024-06-14T08:14:51.000Z""#, Self.episode, Self.show))
    #expect(row.film.ids == [FilmID(tmdb: .tv, 207_250)] && row.film.type == .series)
    #expect(row.episode?.ids == [FilmID(imdbNumber: 31_722_661)])
    #expect(row.episode?.type == .episode)
  }

  @Test func sumOfPlaysIsASummary() throws {
    let row = try #require(
      try Self.row(#""plays":7,"last_watched_at":"2018-05-03T07:44:02.000Z""#, Self.movie))
    #expect(row.isSeen && row.isSummary)
  }

  @Test func ratingHasADate() throws {
    let row = try #require(
      try Self.row(#""rated_at":"2021-01-30T12:53:25.000Z","rating":10"#, Self.movie))
    #expect(row.rating == Rating(tenths: 100) && row.date?.text.hasPrefix("2021-01-3") == true)
    #expect(row.isSeen && row.viewing == nil)
  }

  @Test(arguments: [("lists-watchlist.json", true, nil), ("lists.json", false, 3)])
  func listedFilmIsWantedOrHasAPlace(path: String, isWanted: Bool, position: Int?) throws {
    let row = try #require(
      try Self.row(
        #""rank":3,"listed_at":"2018-12-10T07:52:34.000Z","notes":null"#, Self.movie, path: path))
    #expect(row.isWanted == isWanted && row.position == position && !row.isSeen)
  }

  @Test func ownedFilmIsNotImported() throws {
    #expect(try Self.row(#""collected_at":"2021-02-03T02:14:55.000Z""#, Self.movie) == nil)
  }

  @Test(
    arguments: [
      (#""watched_at":"soon""#, .invalidValue(column: "watched_at", value: "soon")),
      (
        #""rated_at":"2021-01-30T12:53:25.000Z","rating":11"#,
        .invalidValue(column: "rating", value: "11")
      ),
      (#""rating":"ten""#, .invalidJSON),
    ] as [(String, RowProblem)])
  func wrongValuesAreProblems(members: String, problem: RowProblem) {
    #expect(throws: problem) { try Self.row(members, Self.movie) }
  }

  @Test(
    arguments: [("{}", .noFilm), ("[1]", .invalidJSON), ("{", .invalidJSON), ("", .invalidJSON)]
      as [(String, RowProblem)])
  func otherElementsAreProblems(text: String, problem: RowProblem) {
    #expect(throws: problem) { try TraktElement.row(Array(text.utf8), path: "x") }
  }
}
