import FilmzServices

/// The errors of OMDb by cause.
extension ServiceError {
  static let invalidAPIKey = ServiceError(.omdb, .invalidKey)
  static let noAPIKey = ServiceError(.omdb, .noKey)
  static let offline = ServiceError(.omdb, .offline)
  /// The error at 8:00 UTC.
  static let dailyLimitExceeded = ServiceError(.omdb, .dailyLimitExceeded(minutesLeft: 960))

  static func invalidResponse(detail: String) -> ServiceError {
    ServiceError(.omdb, .invalidResponse(detail: detail))
  }

  static func networkError(cause: String) -> ServiceError {
    ServiceError(.omdb, .networkError(cause))
  }

  static func filmNotAtOMDb(id: String, hasDetails: Bool = false) -> ServiceError {
    ServiceError(.omdb, .noSuchFilm(id: id, hasDetails: hasDetails))
  }
}
