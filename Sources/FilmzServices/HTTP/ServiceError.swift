package import FilmzDomain

/// What can go wrong when a service is asked (texts: Filmz2, error taxonomy).
package struct ServiceError: UserFacingError, Equatable {
  package enum Cause: Sendable, Hashable {
    case invalidKey
    case noKey
    case offline
    case dailyLimitExceeded
    case tooManyRequests(retryAfter: Double?)
    case invalidResponse(detail: String)
    case networkError(String)
    case decodingError(String)
    case unknownError(String)
    /// The service cannot be asked such a question; the text says what it can.
    case unsupportedQuery(String, Remedy)
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
    case .invalidKey: "\(name): Invalid API key. Please check your configuration"
    case .noKey: "\(name) needs a key"
    case .offline: "\(name) is not asked"
    case .dailyLimitExceeded: "\(name): Daily API limit exceeded. Please try again tomorrow."
    case .tooManyRequests(let retryAfter):
      "\(name): Too many requests at once; try again "
        + (retryAfter.map { "in \(Int($0.rounded(.up))) s" } ?? "later")
    case .invalidResponse(let detail):
      "\(name): Invalid response from server (\(detail)); try again later"
    case .networkError(let cause): "\(name): Network error: \(cause)"
    case .decodingError(let cause):
      "\(name): Failed to decode response: \(cause); try again later"
    case .unknownError(let text): "\(name): \(text.withoutFullStop); try again later"
    case .unsupportedQuery(let text, _): "\(name) \(text)"
    case .noSuchFilm(let id): "\(name) has no film \(id); what is known of it here stays"
    }
  }

  package var remedy: Remedy? {
    switch cause {
    case .invalidKey: service.key.map { .setKey($0.setting) }
    case .noKey: service.key.map { .getKey($0.setting, address: $0.signUp) }
    case .offline: .goOnline
    case .networkError: .checkConnection
    case .unsupportedQuery(_, let remedy): remedy
    default: nil
    }
  }

  package var kind: ExitCategory {
    switch cause {
    case .unsupportedQuery: .usage
    case .noSuchFilm: .failed
    default: .unavailable
    }
  }

  /// `true` if a request for any other film would fail as well.
  package var concernsAllFilms: Bool {
    switch cause {
    case .invalidKey, .noKey, .offline, .dailyLimitExceeded: true
    default: false
    }
  }
}

/// No source knows a film.
package struct UnknownFilmError: UserFacingError, Equatable {
  package let id: FilmID
  /// The service that was asked and does not have the film; `nil` if none could be asked.
  package let service: String?
  package let remedy: Remedy?

  package init(id: FilmID, service: String? = nil, remedy: Remedy? = nil) {
    self.id = id
    self.service = service
    self.remedy = remedy
  }

  package var message: String {
    "nothing is known of \(id)" + (service.map { "; \($0) has no such film" } ?? "")
  }

  package var kind: ExitCategory { .failed }
}
