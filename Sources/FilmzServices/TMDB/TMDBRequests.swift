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
    let service = account.service
    guard let url = account.url(path: path, parameters) else {
      throw service.invalidURL(.tmdbBaseURL)
    }
    let request = APIRequest(url, fields: [("Authorization", "Bearer \(account.key)")])
    let response = try await client.response(to: request, for: account)
    switch response.status {
    case 200:
      return try service.decode(TMDBObject.self, response.body, mismatch: "it is not an object")
    case 404: return nil
    default: throw service.failure(response)
    }
  }
}
