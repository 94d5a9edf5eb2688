import FilmzDomain
import FilmzServices
import Testing

struct ServiceErrorTests {
  @Test(arguments: [
    (ServiceError.invalidAPIKey, "Invalid API key. Please check your configuration (OMDb)"),
    (.noAPIKey, "OMDb needs a key"),
    (
      .dailyLimitExceeded,
      "Daily API limit exceeded. Please try again tomorrow: OMDb's limit ends at 00:00 UTC (in 16 hours)"
    ),
    (
      .invalidResponse(detail: "HTTP status 500"),
      "Invalid response from server: HTTP status 500 (OMDb)"
    ),
    (
      .networkError(cause: "x.test could not be reached"),
      "Network error: x.test could not be reached (OMDb)"
    ),
    (
      .decodingError(cause: "title is missing"),
      "Failed to decode response: title is missing (OMDb)"
    ),
    (.tooManyRequests(retryAfter: 29.2), "try again in 30 s"),
    (.tooManyRequests(retryAfter: nil), "try again later"),
    (.unknownError("Something else."), "Something else; try again later"),
    (.offline, "OMDb cannot be queried while offline"),
  ])
  func messageDescribesTheError(error: ServiceError, text: String) {
    #expect(error.message.contains(text))
    #expect(!error.message.contains("\n"))
  }

  @Test(
    arguments: [
      (ServiceError.invalidAPIKey, "OMDb: key not accepted"), (.noAPIKey, "OMDb: no key"), (.offline, "OMDb: offline"),
      (.dailyLimitExceeded, "OMDb: daily limit reached"), (.tooManyRequests(retryAfter: 9), "OMDb: too many requests"),
      (.invalidResponse(detail: "HTTP status 500"), "OMDb: HTTP status 500"),
      (.networkError(cause: "x.test could not be reached"), "OMDb: no connection"),
      (.decodingError(cause: "title is missing"), "OMDb: answer cannot be read"),
      (.unknownError("Something else."), "OMDb: Something else"), (.filtersUnsupported, nil),
    ] as [(ServiceError, String?)])
  func statusLinesHaveAFewWords(error: ServiceError, text: String?) {
    #expect(error.brief == text)
    if text != nil { #expect(Warning(error, consequence: "no films").brief == text) }
  }

  @Test(
    arguments: [
      (.invalidAPIKey, .setKey(.omdbAPIKey)),
      (.noAPIKey, .getKey(.omdbAPIKey, address: "https://www.omdbapi.com/apikey.aspx")),
      (.offline, .goOnline), (.networkError(cause: ""), .checkConnection),
      (.filtersUnsupported, .leaveFiltersOut),
      (.dailyLimitExceeded, nil),
    ] as [(ServiceError, Remedy?)])
  func remedyDependsOnTheCause(error: ServiceError, remedy: Remedy?) {
    #expect(error.remedy == remedy)
  }

  @Test(arguments: [
    (ServiceError.invalidAPIKey, ExitCategory.unavailable), (.noAPIKey, .unavailable),
    (.offline, .unavailable), (.dailyLimitExceeded, .unavailable),
    (.invalidResponse(detail: ""), .unavailable), (.networkError(cause: ""), .unavailable),
    (.decodingError(cause: ""), .unavailable), (.unknownError(""), .unavailable),
    (.tooManyRequests(retryAfter: nil), .unavailable),
    (.filtersUnsupported, .usage),
    (.filmNotAtOMDb(id: ""), .failed),
  ])
  func exitCategoryDependsOnTheCause(error: ServiceError, category: ExitCategory) {
    #expect(error.exitCategory == category)
  }
}
