package import FilmzDomain
package import Foundation

/// The name, key, and limits of a network service.
package struct ServiceDescriptor: Sendable, Hashable {
  /// The API key that a service requires.
  package struct Key: Sendable, Hashable {
    /// The setting that contains the key.
    package let setting: SettingKey
    /// The address of the page where the user gets a key.
    package let signUpAddress: String
    /// The facts that only this service has, as a noun phrase for `doctor`.
    package let benefit: String

    /// The noun for the key in messages, `key` or `token`.
    package var noun: String { setting.credentialNoun }
  }

  /// The name of the service in messages, such as `OMDb`.
  package let name: String
  /// The required key; `nil` if the service does not need one.
  package let key: Key?
  /// The maximum number of requests per day; `nil` if there is no limit.
  package let dailyLimit: Int?
  /// The rule for retrying a request after status 429; `nil` to retry as after other transient failures.
  package var rateLimit: RateLimitRule?
}

/// The address and key for requests to a service; requests are counted per account.
///
/// The key is empty for a service that does not need one.
package struct ServiceAccount: Sendable, Hashable {
  package let service: ServiceDescriptor
  let baseURL: String
  package let key: String
  /// The environment variable whose invalid value was refused, so that the base URL is empty; `nil` if there is none.
  var refusedVariable: String?

  /// Returns the error for a base URL that is invalid or refused; `setting` is the setting of the base URL.
  func invalidURL(_ setting: SettingKey) -> ServiceError {
    service.error(.invalidAddress(setting, variable: refusedVariable))
  }

  /// A short hash that distinguishes accounts: FNV-1a folded to 16 bits, as hexadecimal digits.
  ///
  /// The key cannot be derived from the hash, because many keys have the same hash.
  package var fingerprint: String {
    let hash = FNV1a.hash32(of: Array("\(baseURL)\n\(key)".utf8).span)
    return ((hash >> 16) ^ (hash & 0xFFFF)).zeroPadded(toLength: 4, radix: 16)
  }

  /// Returns a string, such as an address or a message, with the key masked.
  ///
  /// Mask a string before truncating it. Otherwise, the first bytes of the key could remain at the
  /// end of the truncated string.
  func masking(_ text: String) -> String { SecretMask(key).masking(text) }

  /// Returns the URL of a request; `nil` if the base URL is not a valid http or https address.
  package func url(path: String = "", _ parameters: [(String, String)]) -> URL? {
    let query = parameters.map { name, value in "\(name)=\(value.percentEncoded(except: "*"))" }.joined(separator: "&")
    // Without a slash, the path could become part of the host name.
    let base = baseURL + (path.isEmpty || baseURL.hasSuffix("/") ? "" : "/") + path
    return URL(httpAddress: base + (base.contains("?") ? "&" : "?") + query)
  }
}

/// The errors, and the decoding of responses, that all services have in common.
extension ServiceDescriptor {
  func error(_ cause: ServiceError.Cause) -> ServiceError { ServiceError(self, cause) }

  /// Returns the error for a response that is valid JSON but lacks required members.
  func malformed(_ cause: String) -> ServiceError { error(.decodingError(cause)) }

  /// Returns the error for a response with a status code other than 200.
  func failure(_ response: HTTPResponse) -> ServiceError {
    let retryAfter = response.head.retryAfter(from: Date())
    return switch response.status {
    case 401: error(.invalidKey)
    case 429 where rateLimit != nil: error(.pauseRequested(retryAfter: retryAfter))
    case 429: error(.tooManyRequests(retryAfter: retryAfter))
    default: invalidStatus(response.status)
    }
  }

  func invalidStatus(_ status: Int) -> ServiceError { error(.invalidResponse(detail: "HTTP status \(status)")) }

  /// Decodes the body of a response, which is an object; see ``JSONObject/init(_:)``.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - mismatch: The cause of the error for a body that is valid JSON but not an object.
  /// - Returns: The object.
  /// - Throws: A ``ServiceError``.
  func decode(_ body: Data, mismatch: String) throws(ServiceError) -> JSONObject {
    if let object = JSONObject(body) { return object }
    let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
    guard json == nil else { throw malformed(mismatch) }
    throw error(.invalidResponse(detail: body.isEmpty ? "empty response" : "not JSON"))
  }
}
