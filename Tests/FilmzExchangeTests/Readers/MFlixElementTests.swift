import FilmzDomain
import Testing

@testable import FilmzExchange

/// Documents in the shapes of MFlix.
struct MFlixElementTests {
  private static func element(_ text: String) throws -> ImportedElement {
    try ImportedElement(mflix: LenientJSON(Array(text.utf8)))
  }

  private static func movie(_ text: String) throws -> MFlixMovie {
    guard case .movie(let movie) = try element(text) else { throw RowProblem.noFilm }
    return movie
  }

  @Test func movieHasItsFacts() throws {
    let movie = try Self.movie(
      """
      {"_id": {"$oid": "573a"}, "title": "The Train", "year": 1903, "type": "movie", "runtime": 11,
       "genres": ["Short", "War & Politics", "War"], "cast": ["A. C.", "G. M."], "directors": ["E. P."],
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
    #expect(movie.viewerMeter == 75 && movie.fullPlot == "A long plot.")
    #expect(movie.facts[.plot] == .text("Short.") && movie.facts[.rated] == .text("TV-G"))
    #expect(movie.facts[.released] == .text("1903-12-01"))
    #expect(movie.facts[.runtimeMinutes] == .integer(11) && movie.facts[.awards] == .text("1 win."))
    // TMDB's names of genres stand for IMDb's.
    #expect(movie.facts[.genres] == .list(["Short", "War"]))
    #expect(movie.facts[.actors] == .list(["A. C.", "G. M."]))
    #expect(movie.facts[.countries] == .list(["USA"]) && movie.facts[.writers] == nil)
  }

  /// Each case has the members of a movie, its year, and its number of votes.
  @Test(arguments: [
    (#""year":"1995è","imdb":{"votes":"1200"}"#, 1995, 1200),
    (#""year":"1995.","imdb":{"votes":"1,234,567"}"#, 1995, 1_234_567),
    (#""year":{"$numberInt":"1995"},"imdb":{"votes":{"$numberLong":"7"}}"#, 1995, 7),
    (#""year":1995.0,"imdb":{"votes":""}"#, 1995, nil),
    (#""year":true,"imdb":{"votes":[1]}"#, nil, nil), (#""year":"","imdb":{}"#, nil, nil),
    (#""year":"1995..1996","imdb":{"votes":"12,34,567"}"#, 1995, 12),
    (#""year":"1995–1997","imdb":{"votes":"1,2345"}"#, 1995, 1),
    (#""year":99999,"imdb":{"votes":-1}"#, nil, nil), (#""year":null,"imdb":null"#, nil, nil),
  ])
  func yearsAndCountsMayBeTexts(members: String, year: Int?, votes: Int?) throws {
    let movie = try Self.movie(#"{"title":"Heat",\#(members)}"#)
    #expect(movie.film.year == year && movie.imdbVotes == votes)
  }

  /// Each case has the value of `imdb`, with the id of the film.
  @Test(
    arguments: [
      (#"{"id":"tt9100004"}"#, 9_100_004), (#"{"id":"9100004"}"#, 9_100_004), (#"{"id":9100004}"#, 9_100_004),
      (#"{"id":{"$numberInt":"9100004"}}"#, 9_100_004), (#""tt9100008""#, 9_100_008),
      (#"" 9100008""#, 9_100_008), ("9100008", 9_100_008), (#""""#, nil), ("null", nil),
    ] as [(String, Int?)])
  func idOfIMDbIsATextOrANumber(imdb: String, number: Int?) throws {
    let movie = try Self.movie(#"{"title":"Heat","imdb":\#(imdb)}"#)
    #expect(movie.film.ids == number.map { [FilmID(imdbNumber: $0)] } ?? [] && movie.leftOut.isEmpty)
  }

  /// The shape of document 004, whose ratings and awards are values of the movie.
  @Test func movieOfTheDatabaseHasItsFacts() throws {
    let movie = try Self.movie(
      """
      {"_id": "573a", "title": "The Train", "year": "1903", "imdbRating": 7.4, "rottenRating": 3.7,
       "awards": "1 win.", "genres": "Short", "cast": ["A. C.", null, 7], "plot": "Short.",
       "fullplot": " Short. ", "tomatoes": {"viewer": {"meter": 75}}, "runtime": "11"}
      """)
    #expect(movie.id == "573a" && movie.film.year == 1903)
    #expect(movie.imdbRating == 74 && movie.viewerRating == 37 && movie.viewerMeter == 75)
    #expect(movie.facts[.awards] == .text("1 win.") && movie.facts[.genres] == .list(["Short"]))
    #expect(
      movie.facts[.actors] == .list(["A. C.", "7"]) && movie.facts[.runtimeMinutes] == .integer(11))
    #expect(movie.facts[.plot] == .text("Short.") && movie.fullPlot == nil)
  }

  /// Each case has the members of a movie, the plot, and the full plot.
  @Test(arguments: [
    (#""plot":"A","fullplot":"B""#, "A", "B"), (#""plot":"A","fullplot":"A""#, "A", nil),
    (#""plot":"A","fullplot":"""#, "A", nil), (#""plot":" ","fullplot":"B""#, "B", nil),
    (#""fullplot":"B""#, "B", nil), (#""plot":"A""#, "A", nil), (#""plot":7"#, "7", nil),
  ])
  func fullPlotIsKeptIfItDiffers(members: String, plot: String?, fullPlot: String?) throws {
    let movie = try Self.movie(#"{"title":"Heat",\#(members)}"#)
    #expect(movie.facts[.plot] == plot.map { .text($0) } && movie.fullPlot == fullPlot)
  }

  /// Members of other types are left out.
  @Test(arguments: [
    "rated", "genres", "cast", "plot", "awards", "imdb", "tomatoes", "runtime", "released",
    "poster",
    "_id", "type", "languages", "imdbRating",
  ])
  func memberOfAnotherTypeIsLeftOut(name: String) throws {
    for value in ["true", "[[1]]", #"{"x":{}}"#, "null"] {
      let movie = try Self.movie(#"{"title":"Heat","year":1995,"\#(name)":\#(value)}"#)
      #expect(
        movie.facts == [.title: .text("Heat"), .year: .integer(1995), .type: .text("movie")],
        "\(value)")
    }
  }

  /// Each case has members of a movie, and the names and values of those that are left out.
  @Test(
    arguments: [
      (#""year":true,"runtime":"long""#, [("year", "true"), ("runtime", "long")]),
      (#""genres":[[1],"War"],"type":"opera""#, [("type", "opera"), ("genres", "[1]")]),
      (#""imdb":{"rating":11,"votes":"","id":"x"}"#, [("id", "x"), ("rating", "11")]),
      (#""imdb":"tmdb:movie:5""#, [("imdb", "tmdb:movie:5")]), (#""imdb":{"id":"foo"}"#, [("id", "foo")]),
      (#""imdb":"7.4""#, [("imdb", "7.4")]), (#""imdb":{"id":0}"#, [("id", "0")]),
      (#""tomatoes":7,"poster":"javascript:x""#, [("poster", "javascript:x"), ("tomatoes", "7")]),
      (#""poster":"https://x.example/a b""#, [("poster", "https://x.example/a b")]),
      (#""plot":"","awards":{"wins":1},"rated":null,"cast":[]"#, []),
    ] as [(String, [(String, String)])])
  func invalidMembersAreNamed(members: String, leftOut: [(String, String)]) throws {
    let movie = try Self.movie(#"{"title":"Heat",\#(members)}"#)
    let expected = leftOut.map { RowProblem.invalidValue(column: $0.0, value: $0.1) }
    #expect(Set(movie.leftOut) == Set(expected) && movie.leftOut.count == expected.count)
    #expect(movie.facts[.poster] == nil)
  }

  @Test func genresAndTitlesAreCleaned() throws {
    let movie = try Self.movie(#"{"title":"A\u001bB\tC ","genres":["Foo","foo","Sci-Fi"]}"#)
    #expect(movie.film.title == "A B\tC" && movie.facts[.title] == .text("A B\tC"))
    #expect(movie.facts[.genres] == .list(["Foo", "Sci-Fi"]))
  }

  @Test func movieWithTheFewestMembers() throws {
    let movie = try Self.movie(#"{"title":" Heat ","year":1995}"#)
    #expect(movie.film == NamedFilm(title: "Heat", year: 1995, type: .movie) && movie.id == "")
    #expect(
      movie.facts == [.title: .text("Heat"), .year: .integer(1995), .type: .text("movie")])
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

  /// Each case has members of a comment, its name, and its time.
  @Test(arguments: [
    (#""author":"Ann","timestamp":"2002-08-18T04:56:07Z""#, "Ann", "2002-08-18T04:56:07Z"),
    (#""name":"","author":"Ann""#, "Ann", ""), (#""name":"Bob","author":"Ann""#, "Bob", ""),
    (#""timestamp":1029646567000"#, "", "2002-08-18T04:56:07Z"),
    (#""timestamp":{"$date":1029646567000},"name":5"#, "5", "2002-08-18T04:56:07Z"),
    (#""date":"2002","timestamp":"2003""#, "", "2002"),
  ])
  func commentOfTheDatabaseIsRead(members: String, name: String, time: String) throws {
    let text = #"{"_id":"5a94","movie_id":"573a","text":"Good.",\#(members)}"#
    #expect(
      try Self.element(text)
        == .comment(
          MFlixComment(id: "5a94", movie: "573a", name: name, text: "Good.", time: time)))
  }

  @Test func commentMayNameItsMovieInOtherForms() throws {
    let comments = try [#""movieId":"7""#, #""movie_id":7"#, #""movieId":{"$oid":"7"}"#].map {
      try Self.element(#"{"_id":"5a94","text":"Good.","name":[],\#($0)}"#)
    }
    var comment = MFlixComment(id: "5a94", movie: "7", name: "", text: "Good.", time: "")
    comment.leftOut = [.invalidValue(column: "name", value: "[]")]
    #expect(comments.allSatisfy { $0 == .comment(comment) })
    let read = try ReadFile(#"[{"movieId":"7","text":"Good."}]"#)
    #expect(read.file.format == .mflix && read.elements.count == 1)
  }

  @Test func commentWithoutAnIDHasAlwaysTheSame() throws {
    let comments = try ["Good.", "Good.", "Bad."].map { text in
      try Self.element(#"{"movie_id":"573a","name":"Ann","text":"\#(text)"}"#)
    }
    #expect(comments[0] == comments[1] && comments[0] != comments[2])
  }

  @Test(
    arguments: [
      ("{}", .missing("title")), (#"{"title":"  "}"#, .missing("title")),
      (#"{"title":[1]}"#, .missing("title")), (#"{"movie_id":"573a"}"#, .missing("text")),
      (#"{"movie_id":{"$oid":"1"},"text":" "}"#, .missing("text")),
      (#"{"movie_id":[1],"text":"x"}"#, .commentWithoutFilm), (#"{"text":"x","name":"Ann"}"#, .commentWithoutFilm),
      ("[]", .notAnObject),
      ("{", .invalidJSON),
    ] as [(String, RowProblem)])
  func otherDocumentsAreProblems(text: String, problem: RowProblem) {
    #expect(throws: problem) { try Self.element(text) }
  }
}
