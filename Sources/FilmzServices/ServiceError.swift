package import FilmzDomain

/// What can go wrong when films are looked up (texts: Filmz2, error taxonomy).
package enum ServiceError: Failure, Equatable {
  case invalidAPIKey
  case noAPIKey
  case offline
  case dailyLimitExceeded
  case tooManyRequests(retryAfter: Double?)
  case invalidResponse(detail: String)
  case networkError(cause: String)
  case decodingError(cause: String)
  case unknownError(String)
  case yearRangeUnsupported
  case filtersUnsupported
  case unknownFilm(id: String, hint: String)
  case filmNotAtOMDb(id: String)

  package var message: String {
    switch self {
    case .invalidAPIKey:
      "OMDb: Invalid API key. Please check your configuration: `config set omdb.apiKey -`"
    case .noAPIKey:
      "OMDb needs a key: get one free at https://www.omdbapi.com/apikey.aspx, then"
        + " `config set omdb.apiKey -`"
    case .offline:
      "OMDb is not asked with --offline; leave that out to ask"
    case .dailyLimitExceeded:
      "OMDb: Daily API limit exceeded. Please try again tomorrow."
    case .tooManyRequests(let retryAfter):
      "OMDb: Too many requests at once; try again "
        + (retryAfter.map { "in \(Int($0.rounded(.up))) s" } ?? "later")
    case .invalidResponse(let detail):
      "OMDb: Invalid response from server (\(detail)); try again later"
    case .networkError(let cause):
      "OMDb: Network error: \(cause); check the connection, or use --offline"
    case .decodingError(let cause):
      "OMDb: Failed to decode response: \(cause); try again later"
    case .unknownError(let text):
      "OMDb: \(text.withoutFullStop); try again later"
    case .yearRangeUnsupported:
      "OMDb searches one year at a time; give a single --year, or --source catalog"
    case .filtersUnsupported:
      "OMDb narrows a search by year, movie, series and episode only; leave the rest out, or use"
        + " --source catalog"
    case .filmNotAtOMDb(let id):
      "OMDb has no film \(id); what is known of it here stays"
    case .unknownFilm(let id, let hint):
      "nothing is known of \(id); \(hint)"
    }
  }

  package var kind: FailureKind {
    switch self {
    case .yearRangeUnsupported, .filtersUnsupported: .usage
    case .unknownFilm, .filmNotAtOMDb: .failed
    default: .unavailable
    }
  }
}
