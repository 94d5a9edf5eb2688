import FilmzCommands
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzTestSupport
import Testing

struct ServiceErrorSnapshotTests {
  private static let causes: [ServiceError.Cause] = [
    .invalidKey, .noKey, .offline, .dailyLimitExceeded(minutesLeft: 300),
    .dailyLimitExceeded(minutesLeft: 25), .tooManyRequests(retryAfter: nil),
    .tooManyRequests(retryAfter: 2.5), .pauseRequested(retryAfter: nil),
    .pauseRequested(retryAfter: 60), .invalidResponse(detail: "status 503"),
    .networkError("connection refused"), .invalidAddress(.omdbBaseURL, variable: nil),
    .invalidAddress(.omdbBaseURL, variable: "OMDB_BASE_URL"),
    .missingLibrary(SystemLibraryError(.curl)),
    .timedOut("x.test did not respond within 10 s", secondsLeft: 42),
    .timedOut("x.test did not respond within 10 s", secondsLeft: nil), .decodingError("no JSON"),
    .unknownError("Error getting data."),
    .unsupportedQuery(
      "can filter only by year and type (movie, series or episode)", .leaveFiltersOut),
    .noSuchFilm(id: "tt9999999", hasDetails: true),
    .noSuchFilm(id: "tt9999999", hasDetails: false),
  ]

  private static let unknownFilms: [UnknownFilmError] = {
    let id = FilmID(unchecked: "tt9999999")
    let remedies: [Remedy] = [
      .checkID, .askService("OMDb"), .addKey(.omdbAPIKey, service: "OMDb"),
      .addKey(.tmdbToken, service: "TMDB"),
      .importCatalog,
    ]
    return remedies.map { UnknownFilmError(id: id, remedy: $0) }
      + [UnknownFilmError(id: id, service: "OMDb")]
  }()

  private static let errors: [any UserFacingError] =
    causes.map { ServiceError(.omdb, $0) } + [.invalidKey, .noKey].map { ServiceError(.tmdb, $0) }
    + unknownFilms

  @Test func everyErrorMatchesItsSnapshot() throws {
    let names = Set(Self.causes.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(of: "Cause", in: "FilmzServices"))
    let text = Self.errors.map { "\($0.text)\n" }.joined()
    let difference = try Snapshot("Errors/Service.txt").difference(from: text)
    #expect(difference == nil)
  }

  @Test func everyErrorIsOneLine() {
    #expect(Self.errors.allSatisfy { !$0.text.contains(where: \.isNewline) })
  }

  @Test("the remedy of a warning precedes the consequence") func warning() {
    let failure = ServiceError(.omdb, .networkError("connection refused"))
    let warning = Warning(failure, consequence: "from the starter catalog")
    #expect(
      warning.text
        == "Network error: connection refused (OMDb); check the connection;"
        + " from the starter catalog")
    #expect(
      Warning.offlineCopy(age: "yesterday").text
        == "offline: these results are from a copy fetched yesterday")
  }
}
