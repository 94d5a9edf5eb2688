package import FilmzDomain
package import FilmzFiles

/// An error in a request to a service.
///
/// Source of the beginning of most messages: Filmz2, error texts.
package struct ServiceError: UserFacingError, Equatable {
  package enum Cause: Sendable, Hashable {
    case invalidKey
    case noKey
    /// The network must not be used.
    case offline
    /// The service allows no more requests before the end of the day (UTC).
    case dailyLimitExceeded(minutesLeft: Int)
    case tooManyRequests(retryAfter: Double?)
    /// The service refused requests because it received too many, even after the wait that it asked for.
    case pauseRequested(retryAfter: Double?)
    case invalidResponse(detail: String)
    case networkError(String)
    /// The base address of the service, the value of a setting or of an environment variable, cannot be used.
    case invalidAddress(SettingKey, variable: String?)
    case missingLibrary(SystemLibraryError)
    /// The service did not respond in time; it is not asked again for `secondsLeft` seconds or, if this is
    /// `nil`, while the program runs.
    case timedOut(String, secondsLeft: Int?)
    case decodingError(String)
    /// The service sent an error message that filmz does not recognize.
    case unknownError(String)
    /// The service does not support the query. The string says what the service supports, and follows the service's
    /// name in the message.
    case unsupportedQuery(String, Remedy)
    /// The service does not have a film whose facts were to be fetched again; `hasDetails` is `true` if some are
    /// stored.
    case noSuchFilm(id: String, hasDetails: Bool)
  }

  package let service: ServiceDescriptor
  package let cause: Cause

  package init(_ service: ServiceDescriptor, _ cause: Cause) {
    self.service = service
    self.cause = cause
  }

  package var message: String {
    let name = service.name
    return switch cause {
    case .invalidKey:
      keyNoun == "key" ? "Invalid API key. Please check your configuration (\(name))" : "Invalid \(name) \(keyNoun)"
    case .noKey: "\(name) needs a \(keyNoun)"
    case .offline: "\(name) cannot be queried while offline"
    case .dailyLimitExceeded(let minutesLeft):
      "Daily API limit exceeded. Please try again tomorrow: \(name)'s limit ends at 00:00 UTC"
        + " (in \(Self.duration(minutesLeft)))"
    case .tooManyRequests(let retryAfter): "\(name): Too many requests; try again \(Self.moment(retryAfter))"
    case .pauseRequested(let retryAfter): "\(name) asks for a pause; try again \(Self.moment(retryAfter))"
    case .invalidResponse(let detail): "Invalid response from server: \(detail) (\(name)); try again later"
    case .networkError(let cause), .timedOut(let cause, _): "Network error: \(cause) (\(name))"
    case .invalidAddress(let setting, let variable):
      "\(name) is not asked: its address \(variable ?? setting.rawValue) cannot be used"
    case .missingLibrary(let error): "\(name): \(error.message)"
    case .decodingError(let cause): "Failed to decode response: \(cause) (\(name))"
    case .unknownError(let text): "\(name): \(text.withoutFullStop); try again later"
    case .unsupportedQuery(let text, _): "\(name) \(text)"
    case .noSuchFilm(let id, let hasDetails):
      "Movie not found: \(name) has no film \(id); "
        + (hasDetails ? "the stored details are kept" : "nothing is known about it")
    }
  }

  package var brief: String? {
    let text: String? =
      switch cause {
      case .invalidKey: "\(keyNoun) not accepted"
      case .noKey: "no \(keyNoun)"
      case .offline: "offline"
      case .dailyLimitExceeded: "daily limit reached"
      case .tooManyRequests, .pauseRequested: "too many requests"
      case .invalidResponse(let detail): detail
      case .networkError: "no connection"
      case .timedOut: "no answer in time"
      case .invalidAddress: "address cannot be used"
      case .missingLibrary: "a library is missing"
      case .decodingError: "answer cannot be read"
      case .unknownError(let text): text.withoutFullStop
      case .unsupportedQuery, .noSuchFilm: nil
      }
    return text.map { "\(service.name): \($0)" }
  }

  package var remedy: Remedy? {
    switch cause {
    case .invalidKey: service.key.map { .setKey($0.setting) }
    case .noKey: service.key.map { .getKey($0.setting, address: $0.signUpAddress) }
    case .offline: .goOnline
    case .networkError, .timedOut(_, nil): .checkConnection
    case .timedOut(_, let secondsLeft?): .askAgain(seconds: secondsLeft)
    case .invalidAddress(let setting, let variable): variable.map { .setVariable($0) } ?? .setAddress(setting)
    case .unsupportedQuery(_, let remedy): remedy
    default: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch cause {
    case .unsupportedQuery: .usage
    case .noSuchFilm: .failed
    default: .unavailable
    }
  }

  package var lastingState: LastingState? {
    switch cause {
    case .dailyLimitExceeded: .dailyLimit(service: service.name)
    case .networkError, .invalidAddress, .missingLibrary, .timedOut: .noResponse(service: service.name)
    default: nil
    }
  }

  /// `true` if a request for any other film would fail as well.
  package var concernsAllFilms: Bool {
    switch cause {
    case .invalidKey, .noKey, .offline, .dailyLimitExceeded, .pauseRequested, .timedOut,
      .invalidAddress, .missingLibrary:
      true
    default: false
    }
  }

  /// `true` if only the response for one film cannot be used, which a repeated request would not change.
  package var concernsOneResponse: Bool { if case .decodingError = cause { true } else { false } }

  /// The noun for the key of the service.
  private var keyNoun: String { service.key?.noun ?? "key" }

  /// Describes when a service can be asked again: `in 30 s`, or `later` if the time is `nil`.
  private static func moment(_ retryAfter: Double?) -> String {
    retryAfter.map { "in \(Int($0.rounded(.up))) s" } ?? "later"
  }

  /// Describes a number of minutes: `25 minutes`, `5 hours`.
  private static func duration(_ minutes: Int) -> String {
    minutes < 60 ? minutes.counted("minute") : ((minutes + 30) / 60).counted("hour")
  }
}

/// An error thrown if no source has a film.
package struct UnknownFilmError: UserFacingError, Equatable {
  package let id: FilmID
  /// The service that was queried for the film and does not have it; `nil` if there is none.
  package let service: String?
  package let remedy: Remedy?

  package init(id: FilmID, service: String? = nil, remedy: Remedy? = nil) {
    (self.id, self.service, self.remedy) = (id, service, remedy)
  }

  package var message: String {
    "Movie not found: there are no details of \(id)" + (service.map { "; \($0) has no such film" } ?? "")
  }

  package var exitCategory: ExitCategory { .failed }
}
