import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

/// Responses with malformed values, which are ignored without discarding the list or film.
struct OMDbMalformedValueTests {
  private static let dawn = #"{"Title":"Dawn","Year":"1999","imdbID":"tt9100002"}"#
  private static let dusk = #"{"Title":"Dusk","Year":"2001","imdbID":"tt9100003"}"#

  @Test(arguments: [
    "5", "null", "\"text\"", "[]", "{}", "true", #"{"Title":"Noon"}"#,
    #"{"imdbID":"tt9100004"}"#, #"{"Title":7,"imdbID":"tt9100004"}"#,
    #"{"Title":"Noon","imdbID":9100004}"#, #"{"Title":"Noon","imdbID":""}"#,
    #"{"Title":"Noon","imdbID":"nm9100004"}"#, #"{"Title":" ","imdbID":"tt9100004"}"#,
    #"{"Title":"Noon","imdbID":"tt9100004","Year":1998}"#,
  ])
  func malformedHitIsOmitted(hit: String) async throws {
    let body = #"{"Search":[\#(Self.dawn),\#(hit),\#(Self.dusk)],"totalResults":"3"}"#
    let page = try await page(of: body)
    #expect(page.films.map(\.title) == ["Dawn", "Dusk"])
    #expect(page.films.map(\.year) == [1999, 2001])
    #expect(page.total == 3)
  }

  @Test(arguments: [
    ("7", 7), ("\"7\"", 7), ("4711", 1000), ("-3", 1), ("0", 1), ("7.5", 1), ("null", 1),
    ("[]", 1), ("true", 1), ("\"\"", 1),
  ])
  func totalIsAStringOrANumber(value: String, total: Int) async throws {
    let page = try await page(of: #"{"Search":[\#(Self.dawn)],"totalResults":\#(value)}"#)
    #expect(page.total == total)
    #expect(page.films.map(\.title) == ["Dawn"])
  }

  @Test func emptyListIsAnEmptyPage() async throws {
    let page = try await page(of: #"{"Search":[],"totalResults":"12"}"#)
    #expect(page == .empty)
  }

  @Test(arguments: ["", " ", "\\t\\n", "\\u00a0", "N/A"])
  func emptyPosterAndTypeOfAHitAreNil(text: String) async throws {
    let body = #"""
      {"Search":[{"Title":"Dawn","imdbID":"tt9100002","Poster":"\#(text)","Type":"\#(text)",
      "Year":"\#(text)"}]}
      """#
    let film = try #require(try await page(of: body).films.first)
    #expect(film == Film(id: FilmID(unchecked: "tt9100002"), title: "Dawn", origin: .omdb))
  }

  @Test(arguments: [
    "5", "null", "\"text\"", "[]", "{}", #"{"Source":"Metacritic"}"#, #"{"Value":"81/100"}"#,
    #"{"Source":"Metacritic","Value":81}"#, #"{"Source":"Metacritic","Value":"N/A"}"#,
    #"{"Source":"Metacritic","Value":""}"#, #"{"Source":null,"Value":"81/100"}"#,
  ])
  func malformedRatingIsOmitted(rating: String) async throws {
    let validRatings = [
      #"{"Source":"Internet Movie Database","Value":"7.9/10"}"#,
      #"{"Source":"Rotten Tomatoes","Value":"94%"}"#,
    ]
    let film = try await film(#""Ratings":[\#(validRatings[0]),\#(rating),\#(validRatings[1])]"#)
    #expect(film?.ratings.map(\.value) == ["7.9/10", "94%"])
  }

  @Test(arguments: ["\"text\"", "{}", "7", "null", "[]"])
  func malformedListOfRatingsIsIgnored(ratings: String) async throws {
    let film = try await film(#""Ratings":\#(ratings),"Plot":"Night falls.""#)
    #expect(film?.ratings == [])
    #expect(film?.plot == "Night falls.")
  }

  @Test(arguments: ["", " ", "\\t\\n", "\\u00a0\\u2003", "N/A"])
  func emptyValuesOfAFilmAreNil(text: String) async throws {
    let keys = [
      "Year", "Rated", "Released", "Runtime", "Genre", "Director", "Writer", "Actors", "Plot",
      "Language", "Country", "Awards", "Poster", "Metascore", "imdbRating", "imdbVotes", "Type",
    ]
    let film = try await film(keys.map { #""\#($0)":"\#(text)""# }.joined(separator: ","))
    let bare = Film(
      id: FilmID(unchecked: "tt9100003"), title: "Dusk", origin: .omdb,
      fetchedAt: ServiceBench.today, isComplete: true)
    #expect(film == bare)
  }

  @Test(arguments: ["\" \"", "\"\"", "7", "null"])
  func filmWithoutATitleIsAnError(title: String) async throws {
    let body = #"{"Title":\#(title),"imdbID":"tt9100003"}"#
    try await ServiceBench.with(response: .json(body)) { bench in
      await #expect(throws: ServiceError.decodingError(cause: "the title or id is missing")) {
        try await bench.source().film(id: FilmID(unchecked: "tt9100003"))
      }
    }
  }

  private func page(of body: String) async throws -> SearchPage {
    var page = SearchPage.empty
    try await ServiceBench.with(response: .json(body)) { bench in
      page = try await bench.source().search(SearchQuery(text: "dawn"), page: 1)
    }
    return page
  }

  /// Returns the film `Dusk` with additional JSON members.
  private func film(_ members: String) async throws -> Film? {
    let body = #"{"Title":"Dusk","imdbID":"tt9100003",\#(members)}"#
    var film: Film?
    try await ServiceBench.with(response: .json(body)) { bench in
      film = try await bench.source().film(id: FilmID(unchecked: "tt9100003"))
    }
    return film
  }
}
