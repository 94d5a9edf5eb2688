import CDynamicLibraries
package import FilmzDomain
package import FilmzFiles

/// The failure of a request that could not be sent, did not receive a complete response, or was
/// redirected to an address that cannot be used.
package struct HTTPFailure: Error, Sendable, Equatable {
  /// A description for messages; never contains the URL, because a URL may contain a key.
  package let cause: String
  /// `true` if an established connection was lost, which is a transient failure.
  package var isConnectionLost = false
  /// `true` if no connection was established, so that no server received the request.
  package var isUnsent = false
  /// `true` if the server did not respond in time.
  package var isTimeout = false
  /// The library without which no request can be sent; `nil` if that is not the cause.
  package var missingLibrary: SystemLibraryError?

  /// A failure after which the request is never retried.
  static func neverRetried(_ cause: String) -> Self { HTTPFailure(cause: cause) }

  /// A failure before a connection was established.
  static func unsent(_ cause: String) -> Self { HTTPFailure(cause: cause, isUnsent: true) }

  /// A failure because the server did not respond in time, which is not retried.
  static func timeout(_ cause: String, isUnsent: Bool = false) -> Self {
    HTTPFailure(cause: cause, isUnsent: isUnsent, isTimeout: true)
  }

  /// The loss of an established connection.
  static func connectionLost(_ cause: String) -> Self {
    HTTPFailure(cause: cause, isConnectionLost: true)
  }
}

extension HTTPFailure {
  /// Creates the failure for the end of the transfer of a request; returns `nil` if the transfer is complete.
  init?(_ result: filmz_curl_result, _ request: HTTPRequest) {
    let (code, host) = (Int(result.code), request.host)
    switch code {
    case FILMZ_CURL_OK: return nil
    case FILMZ_CURL_HOST_NOT_RESOLVED, FILMZ_CURL_PROXY_NOT_RESOLVED:
      self = .unsent("\(host) was not found (DNS)")
    case FILMZ_CURL_NOT_CONNECTED: self = .unsent("\(host) could not be reached")
    case FILMZ_CURL_TIMEOUT: self = Self.timeout(result, host: host)
    // A proxy sends a response to CONNECT that does not end.
    case FILMZ_CURL_ABORTED:
      self = .timeout("\(host) did not respond within 10 s", isUnsent: true)
    case FILMZ_CURL_NO_RESPONSE, FILMZ_CURL_PARTIAL_BODY:
      self = .connectionLost("\(host) closed the connection")
    case FILMZ_CURL_SEND_ERROR, FILMZ_CURL_RECEIVE_ERROR, FILMZ_CURL_HTTP2_ERROR,
      FILMZ_CURL_HTTP2_STREAM_ERROR:
      self = Self.interruption(result, request)
    case _ where tlsErrors.contains(code):
      self = .unsent("could not establish a secure connection to \(host) (TLS)")
    default: self = .neverRetried("the request to \(host) failed")
    }
  }

  private static func timeout(_ result: filmz_curl_result, host: String) -> Self {
    guard !result.is_ready else { return .timeout("\(host) did not respond within 10 s") }
    return result.is_connected
      ? .timeout(
        "could not establish a secure connection to \(host) (TLS) within 3 s", isUnsent: true)
      : .timeout("\(host) could not be reached within 3 s", isUnsent: true)
  }

  /// Returns the failure for a connection that ended in the middle of a request or a response.
  private static func interruption(_ result: filmz_curl_result, _ request: HTTPRequest) -> Self {
    let host = request.host
    // A proxy has refused to connect to the server.
    let isRefused = !result.is_ready && result.proxy_status != 0
    // Without an error of the system, the response is invalid or, with TLS, the connection was closed.
    let isInvalid = result.system_error == 0 && !request.url.isSecure
    if isRefused || isInvalid { return .neverRetried("the request to \(host) failed") }
    return result.system_error == 0
      ? .connectionLost("\(host) closed the connection")
      : .connectionLost("the connection to \(host) was lost")
  }
}

private let tlsErrors: Set = [
  FILMZ_CURL_TLS_CONNECT_ERROR, FILMZ_CURL_TLS_CERTIFICATE, FILMZ_CURL_TLS_CIPHER,
  FILMZ_CURL_PEER_NOT_VERIFIED, FILMZ_CURL_TLS_AUTHORITIES, FILMZ_CURL_TLS_ISSUER,
  FILMZ_CURL_TLS_STATUS,
]

/// An error of a request to a service.
///
/// Source of how most messages begin: Filmz2 (document 002).
package struct ServiceError: UserFacingError, Equatable {
  package enum Cause: Sendable, Hashable {
    case invalidKey
    case noKey
    /// The network must not be used.
    case offline
    /// The service allows no more requests before the end of the day (UTC).
    case dailyLimitExceeded(minutesLeft: Int)
    case tooManyRequests(retryAfter: Double?)
    /// The service refused requests because it received too many, also after the wait it asked for.
    case pauseRequested(retryAfter: Double?)
    case invalidResponse(detail: String)
    case networkError(String)
    /// The base address of the service cannot be used.
    case invalidAddress(SettingKey)
    case missingLibrary(SystemLibraryError)
    /// The service did not respond in time; it is not asked again for some seconds or, if these are
    /// `nil`, while the program runs.
    case timedOut(String, secondsLeft: Int?)
    case decodingError(String)
    /// The service sent an error message that filmz does not recognize.
    case unknownError(String)
    /// The service does not support the query. The string describes what it supports, and follows its name in the
    /// message.
    case unsupportedQuery(String, Remedy)
    /// The service does not have a film whose facts were to be fetched again.
    case noSuchFilm(id: String)
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
      keyNoun == "key"
        ? "Invalid API key. Please check your configuration (\(name))"
        : "Invalid \(name) \(keyNoun)"
    case .noKey: "\(name) needs a \(keyNoun)"
    case .offline: "\(name) cannot be queried while offline"
    case .dailyLimitExceeded(let minutesLeft):
      "Daily API limit exceeded. Please try again tomorrow: \(name)'s limit ends at 00:00 UTC"
        + " (in \(Self.duration(minutesLeft)))"
    case .tooManyRequests(let retryAfter):
      "\(name): Too many requests; try again \(Self.moment(retryAfter))"
    case .pauseRequested(let retryAfter):
      "\(name) asks for a pause; try again \(Self.moment(retryAfter))"
    case .invalidResponse(let detail):
      "Invalid response from server: \(detail) (\(name)); try again later"
    case .networkError(let cause), .timedOut(let cause, _): "Network error: \(cause) (\(name))"
    case .invalidAddress(let setting):
      "\(name) is not asked: its address \(setting.rawValue) cannot be used"
    case .missingLibrary(let error): "\(name): \(error.message)"
    case .decodingError(let cause):
      "Failed to decode response: \(cause) (\(name)); try again later"
    case .unknownError(let text): "\(name): \(text.withoutFullStop); try again later"
    case .unsupportedQuery(let text, _): "\(name) \(text)"
    case .noSuchFilm(let id):
      "Movie not found: \(name) has no film \(id); the stored details are kept"
    }
  }

  package var remedy: Remedy? {
    switch cause {
    case .invalidKey: service.key.map { .setKey($0.setting) }
    case .noKey: service.key.map { .getKey($0.setting, address: $0.signUpAddress) }
    case .offline: .goOnline
    case .networkError, .timedOut(_, nil): .checkConnection
    case .timedOut(_, let secondsLeft?): .askAgain(seconds: secondsLeft)
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
    case .networkError, .invalidAddress, .missingLibrary, .timedOut:
      .noResponse(service: service.name)
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

  /// The noun for the key of the service.
  private var keyNoun: String { service.key?.noun ?? "key" }

  /// Describes when a service can be asked again: `in 30 s`, or `later` if it did not say when.
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
    "Movie not found: there are no details of \(id)"
      + (service.map { "; \($0) has no such film" } ?? "")
  }

  package var exitCategory: ExitCategory { .failed }
}
