import FilmzDomain
import Foundation

/// Sends requests to TMDB, and decodes the responses.
struct TMDBAPI: Sendable {
  let client: APIClient

  /// Returns the response to a request; `nil` if TMDB does not have what the path names.
  ///
  /// The token is sent in a header field, because addresses occur in messages and logs.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func object(
    at path: String, _ parameters: [(String, String)], _ account: ServiceAccount
  ) async throws -> TMDBObject? {
    guard let url = account.url(path: path, parameters) else {
      throw Self.error(.networkError("tmdb.baseURL is not a valid URL"))
    }
    let request = APIRequest(url, fields: [("Authorization", "Bearer \(account.key)")])
    let response = try await client.response(to: request, for: account)
    switch response.status {
    case 200: return try Self.decode(response.body)
    case 401: throw Self.error(.invalidKey)
    case 404: return nil
    case 429: throw Self.error(.pauseRequested(retryAfter: response.retryAfterSeconds))
    default: throw Self.invalidStatus(response.status)
    }
  }

  private static func decode(_ body: Data) throws(ServiceError) -> TMDBObject {
    if let object = try? JSONDecoder().decode(TMDBObject.self, from: body) { return object }
    let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
    guard json == nil else { throw malformed("it is not an object") }
    throw error(.invalidResponse(detail: body.isEmpty ? "empty response" : "not JSON"))
  }

  static func error(_ cause: ServiceError.Cause) -> ServiceError { ServiceError(.tmdb, cause) }

  static func malformed(_ cause: String) -> ServiceError { error(.decodingError(cause)) }

  static func invalidStatus(_ status: Int) -> ServiceError {
    error(.invalidResponse(detail: "HTTP status \(status)"))
  }
}
