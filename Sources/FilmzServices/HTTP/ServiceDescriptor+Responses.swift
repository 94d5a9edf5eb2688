import FilmzDomain
import Foundation

/// What responses and their errors have in common for all services.
extension ServiceDescriptor {
  func error(_ cause: ServiceError.Cause) -> ServiceError { ServiceError(self, cause) }

  /// Returns the error for a response that is valid JSON but does not contain what it should.
  func malformed(_ cause: String) -> ServiceError { error(.decodingError(cause)) }

  /// Returns the error for a setting, the base URL of the service, that is not a valid URL or is refused.
  func invalidURL(_ setting: SettingKey) -> ServiceError { error(.invalidAddress(setting)) }

  /// Returns the error for a response with a status code other than 200.
  func failure(_ response: HTTPResponse) -> ServiceError {
    switch response.status {
    case 401: error(.invalidKey)
    case 429 where rateLimit != nil: error(.pauseRequested(retryAfter: response.retryAfterSeconds))
    case 429: error(.tooManyRequests(retryAfter: response.retryAfterSeconds))
    default: invalidStatus(response.status)
    }
  }

  func invalidStatus(_ status: Int) -> ServiceError {
    error(.invalidResponse(detail: "HTTP status \(status)"))
  }

  /// Decodes the body of a response.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - body: The body.
  ///   - mismatch: What is wrong with a body that is valid JSON but not of this type.
  /// - Returns: The value.
  /// - Throws: A ``ServiceError``.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ body: Data, mismatch: String
  ) throws(ServiceError) -> Value {
    if let value = try? JSONDecoder().decode(type, from: body) { return value }
    let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
    guard json == nil else { throw malformed(mismatch) }
    throw error(.invalidResponse(detail: body.isEmpty ? "empty response" : "not JSON"))
  }
}
