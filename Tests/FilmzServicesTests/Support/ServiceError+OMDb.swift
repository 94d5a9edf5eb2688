import FilmzDomain
import FilmzServices

/// Shorthands for errors of OMDb.
extension ServiceError {
  static let invalidAPIKey = ServiceError(.omdb, .invalidKey)
  static let noAPIKey = ServiceError(.omdb, .noKey)
  static let offline = ServiceError(.omdb, .offline)
  /// The error at 8:00 UTC.
  static let dailyLimitExceeded = ServiceError(.omdb, .dailyLimitExceeded(minutesLeft: 960))
  static let filtersUnsupported = ServiceError(
    .omdb,
    .unsupportedQuery(
      "can filter only by year and type (movie, series or episode)", .leaveFiltersOut))

  static func tooManyRequests(retryAfter: Double?) -> ServiceError {
    ServiceError(.omdb, .tooManyRequests(retryAfter: retryAfter))
  }

  static func invalidResponse(detail: String) -> ServiceError {
    ServiceError(.omdb, .invalidResponse(detail: detail))
  }

  static func networkError(cause: String) -> ServiceError {
    ServiceError(.omdb, .networkError(cause))
  }

  static func decodingError(cause: String) -> ServiceError {
    ServiceError(.omdb, .decodingError(cause))
  }

  static func unknownError(_ text: String) -> ServiceError {
    ServiceError(.omdb, .unknownError(text))
  }

  static func filmNotAtOMDb(id: String, hasDetails: Bool = false) -> ServiceError {
    ServiceError(.omdb, .noSuchFilm(id: id, hasDetails: hasDetails))
  }
}

extension FilmServices {
  /// Returns the number of requests to OMDb that were used today.
  func usage() async -> RequestUsage? { await sources.networkSources.first?.usage }
}
