import FilmzDomain

/// Requests to TMDB, whose responses are objects.
struct TMDBRequests: Sendable {
  let client: APIClient

  /// Returns the response to a request; `nil` if TMDB does not have what the path names.
  ///
  /// The token is sent in a header field, because addresses occur in messages and logs.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func object(
    at path: String, _ parameters: [(String, String)], _ account: ServiceAccount
  ) async throws -> TMDBObject? {
    try await objectWithAge(at: path, parameters, account)?.object
  }

  /// Returns the response to a request like ``object(at:_:_:)``, and the seconds for which it is fresh, which
  /// are `nil` if it does not say so.
  func objectWithAge(
    at path: String, _ parameters: [(String, String)], _ account: ServiceAccount
  ) async throws -> (object: TMDBObject, maximumAge: Double?)? {
    let service = account.service
    guard let url = account.url(path: path, parameters) else {
      throw service.invalidURL(.tmdbBaseURL)
    }
    let request = APIRequest(url, fields: [("Authorization", "Bearer \(account.key)")])
    let response = try await client.response(to: request, for: account)
    switch response.status {
    case 200:
      let object = try service.decode(
        TMDBObject.self, response.body, mismatch: "it is not an object")
      return (object, response.maximumAge)
    case 404: return nil
    default: throw service.failure(response)
    }
  }
}
