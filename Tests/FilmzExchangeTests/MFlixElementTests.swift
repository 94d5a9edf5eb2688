import FilmzDomain
import FilmzExchange
import Testing

/// Documents in the shapes of MFlix.
struct MFlixElementTests {
  private static func element(_ text: String) throws -> MFlixElement {
    try MFlixElement(Array(text.utf8))
  }

  private static func movie(_ text: String) throws -> MFlixMovie {
    guard case .movie(let movie) = try element(text) else { throw RowProblem.noFilm }
    return movie
  }

  @Test func movieHasItsFacts() throws {
    let movie = try Self.movie(
      """
      {"_id": {"$oid": "573a"}, "title": "The Train", "year": 1903, "type": "movie", "runtime": 11,
       "genres": ["Short", "Western"], "cast": ["A. C.", "G. M."], "directors": ["E. P."],
       "plot": "Short.", "fullplot": "A long plot.", "languages": ["English"], "rated": "TV-G",
       "released": {"$date": {"$numberLong": "-2085523200000"}}, "countries": ["USA"],
       "awards": {"wins": 1, "nominations": 0, "text": "1 win."}, "poster": "https://x.example/p",
       "imdb": {"rating": 7.4, "votes": 9847, "id": 439},
       "tomatoes": {"viewer": {"rating": 3.7, "numReviews": 2559, "meter": 75}},
       "lastupdated": "2015-08-13 00:27:59.177000000", "num_mflix_comments": 0}
      """)
    #expect(movie.id == "573a")
    #expect(
      movie.film
        == NamedFilm(ids: [FilmID(imdbNumber: 439)], title: "The Train", year: 1903, type: .movie))
    #expect(movie.imdbRating == 74 && movie.imdbVotes == 9847 && movie.viewerRating == 37)
    #expect(movie.facts[.plot] == .text("A long plot.") && movie.facts[.rated] == .text("TV-G"))
    #expect(movie.facts[.released] == .text("1903-12-01"))
    #expect(movie.facts[.runtimeMinutes] == .number(11) && movie.facts[.awards] == .text("1 win."))
    #expect(movie.facts[.actors] == .list(["A. C.", "G. M."]))
    #expect(movie.facts[.countries] == .list(["USA"]) && movie.facts[.writers] == nil)
  }

  /// Each case has the members of a movie, its year, and its number of votes.
  @Test(arguments: [
    (#""year":"1995è","imdb":{"votes":"1200"}"#, 1995, 1200),
    (#""year":{"$numberInt":"1995"},"imdb":{"votes":{"$numberLong":"7"}}"#, 1995, 7),
    (#""year":1995.0,"imdb":{"votes":""}"#, 1995, nil),
    (#""year":true,"imdb":{"votes":[1]}"#, nil, nil), (#""year":"","imdb":{}"#, nil, nil),
    (#""year":99999,"imdb":{"votes":-1}"#, nil, nil), (#""year":null,"imdb":null"#, nil, nil),
  ])
  func yearsAndCountsMayBeTexts(members: String, year: Int?, votes: Int?) throws {
    let movie = try Self.movie(#"{"title":"Heat",\#(members)}"#)
    #expect(movie.film.year == year && movie.imdbVotes == votes)
  }

  @Test func movieWithTheFewestMembers() throws {
    let movie = try Self.movie(#"{"title":" Heat ","year":1995}"#)
    #expect(movie.film == NamedFilm(title: "Heat", year: 1995, type: .movie) && movie.id == "")
    #expect(
      movie.facts == [.title: .text("Heat"), .year: .number(1995), .type: .text("movie")])
  }

  @Test(arguments: [
    (#"{"$date":"2002-08-18T04:56:07.000Z"}"#, "2002-08-18T04:56:07.000Z"),
    (#"{"$date":{"$numberLong":"1029646567000"}}"#, "2002-08-18T04:56:07Z"),
    (#"{"$date":1029646567000}"#, "2002-08-18T04:56:07Z"), (#""long ago""#, "long ago"),
  ])
  func commentKeepsItsTime(date: String, time: String) throws {
    let element = try Self.element(
      """
      {"_id":{"$oid":"5a94"},"name":"Ann","email":"ann@x.example","movie_id":{"$oid":"573a"},
       "text":"Good.\\nVery.","date":\(date)}
      """)
    #expect(
      element
        == .comment(
          MFlixComment(id: "5a94", movie: "573a", name: "Ann", text: "Good.\nVery.", time: time)))
  }

  @Test(
    arguments: [
      ("{}", .noFilm), (#"{"title":"  "}"#, .noFilm), (#"{"movie_id":"573a"}"#, .noFilm),
      (#"{"movie_id":{"$oid":"1"},"text":"x"}"#, .noFilm), ("[]", .invalidJSON),
      ("{", .invalidJSON), (#"{"title":1}"#, .invalidJSON),
    ] as [(String, RowProblem)])
  func otherDocumentsAreProblems(text: String, problem: RowProblem) {
    #expect(throws: problem) { try Self.element(text) }
  }
}
