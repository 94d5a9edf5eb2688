import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct OMDbFilmDecodingTests {
  @Test func completeRecordHasAllDetails() async throws {
    let film = try #require(try await film(of: Self.completeRecord))
    #expect(film.id.rawValue == "tt9200002")
    #expect(film.title == "The Harbour")
    #expect(film.year == 1974)
    #expect(film.type == .movie)
    #expect(film.rated == "PG-13")
    #expect(film.released?.text == "1974-12-14")
    #expect(film.runtimeMinutes == 152)
    #expect(film.genres == ["Action", "Crime", "Drama"])
    #expect(film.directors == ["Caspar Wren"])
    #expect(film.writers == ["Yrsa Moll", "Jun Arai"])
    #expect(film.actors == ["Ines Corvo", "Zoë Quenneville"])
    #expect(film.plot == "Nobody trusts the light.")
    #expect(film.languages == ["English", "French"])
    #expect(film.countries == ["United Kingdom"])
    #expect(film.awards == "2 wins")
    #expect(film.poster == "https://example.invalid/1.jpg")
    #expect(
      film.ratings == [
        .init(source: "Internet Movie Database", value: "9.0/10"),
        .init(source: "Rotten Tomatoes", value: "94%"),
        .init(source: "Metacritic", value: "84/100"),
      ])
    #expect(film.metascore == 84)
    #expect(film.imdbRating?.tenths == 90)
    #expect(film.imdbVotes == 2_654_264)
    #expect(film.origin == .omdb)
    #expect(film.fetchedAt == ServiceBench.today)
    #expect(film.isComplete)
  }

  @Test(arguments: [
    #""N/A""#, #""""#, "null", "7", "[]", "{}", "true",
  ])
  func unavailableValuesAreNil(value: String) async throws {
    let members = Self.optionalKeys.map { #""\#($0)":\#(value)"# }.joined(separator: ",")
    let body = #"{"Title":"Dusk","imdbID":"tt9200002",\#(members)}"#
    let film = try #require(try await film(of: body))
    #expect(film == Self.filmWithoutDetails)
  }

  @Test func missingValuesAreNil() async throws {
    #expect(
      try await film(of: #"{"Title":"Dusk","imdbID":"tt9200002"}"#) == Self.filmWithoutDetails)
  }

  @Test(arguments: [
    #""Ratings":[{"Source":"Rotten Tomatoes","Value":"79%"}]"#,
    #""Ratings":[{"Source":"Rotten Tomatoes","Value":"79%"}],"Metascore":"N/A""#,
  ])
  func missingRatingsAreNotAdded(member: String) async throws {
    let body = #"{"Title":"Dusk","imdbID":"tt9200002",\#(member)}"#
    let film = try #require(try await film(of: body))
    #expect(film.ratings == [.init(source: "Rotten Tomatoes", value: "79%")])
    #expect(film.metascore == nil)
    #expect(film.imdbRating == nil)
  }

  @Test(
    arguments: [
      ("movie", MediaType.movie), ("series", .series), ("episode", .episode), ("game", .game),
      ("podcast", nil), ("Movie", nil),
    ] as [(String, MediaType?)])
  func unknownTypeIsNil(text: String, type: MediaType?) async throws {
    let body = #"{"Title":"Dusk","imdbID":"tt9200002","Type":"\#(text)"}"#
    #expect(try await film(of: body)?.type == type)
  }

  @Test func endedSeriesHasAnEndYear() async throws {
    try await ServiceBench.with { bench in
      let ended = try await bench.source().film(id: FilmID(unchecked: "tt9000007"))
      let running = try await bench.source().film(id: FilmID(unchecked: "tt9000008"))
      #expect(ended?.year == 2011)
      #expect(ended?.endYear == 2014)
      #expect(running?.year == 2019)
      #expect(running?.endYear == nil)
    }
  }

  @Test(arguments: [
    #"{"imdbID":"tt9200002","Response":"True"}"#, #"{"Title":"Dusk","Response":"True"}"#,
    #"{"Title":"N/A","imdbID":"tt9200002"}"#, #"{"Title":"Dusk","imdbID":"N/A"}"#,
    #"{"Title":"Dusk","imdbID":"nm0000001"}"#, #"{"Title":7,"imdbID":"tt9200002"}"#, "{}", "[]",
    #"["Dusk"]"#, #"{"Title":"Dawn","imdbID":"tt9200003"}"#,
  ])
  func recordWithoutTitleOrRequestedIDIsADecodingError(body: String) async throws {
    let error = try await #require(throws: ServiceError.self) { try await film(of: body) }
    guard case .decodingError = error.cause else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(arguments: ["Error getting data.", "Incorrect IMDb ID.", "Movie not found!"])
  func unknownFilmIsNil(text: String) async throws {
    #expect(try await film(of: #"{"Response":"False","Error":"\#(text)"}"#) == nil)
  }

  private static let optionalKeys = [
    "Year", "Rated", "Released", "Runtime", "Genre", "Director", "Writer", "Actors", "Plot",
    "Language", "Country", "Awards", "Poster", "Ratings", "Metascore", "imdbRating", "imdbVotes",
    "Type",
  ]

  private static let filmWithoutDetails = Film(
    id: FilmID(unchecked: "tt9200002"), title: "Dusk", origin: .omdb,
    fetchedAt: ServiceBench.today, isComplete: true)

  private static let completeRecord = """
    {"Title":"The Harbour","Year":"1974","Rated":"PG-13","Released":"14 Dec 1974",
    "Runtime":"152 min","Genre":"Action, Crime, Drama","Director":"Caspar Wren",
    "Writer":"Yrsa Moll, Jun Arai","Actors":"Ines Corvo, Zoë Quenneville",
    "Plot":"Nobody trusts the light.","Language":"English, French","Country":"United Kingdom",
    "Awards":"2 wins","Poster":"https://example.invalid/1.jpg","Ratings":[
    {"Source":"Internet Movie Database","Value":"9.0/10"},
    {"Source":"Rotten Tomatoes","Value":"94%"},{"Source":"Metacritic","Value":"84/100"}],
    "Metascore":"84","imdbRating":"9.0","imdbVotes":"2,654,264","imdbID":"tt9200002",
    "Type":"movie","DVD":"N/A","Response":"True"}
    """

  private func film(of body: String) async throws -> Film? {
    var film: Film?
    try await ServiceBench.with(response: .json(body)) { bench in
      film = try await bench.source().film(id: FilmID(unchecked: "tt9200002"))
    }
    return film
  }
}
