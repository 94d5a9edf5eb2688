package import FilmzDomain
package import Foundation

/// The description of a network service for errors, settings, and `doctor`.
package struct ServiceDescriptor: Sendable, Hashable {
  /// The API key that a service requires.
  package struct Key: Sendable, Hashable {
    /// The setting that holds the key.
    package let setting: SettingKey
    /// The address of the page where the user gets a key.
    package let signUpAddress: String
    /// What the service knows that other sources do not, as a noun phrase for `doctor`.
    package let benefit: String

    package init(setting: SettingKey, signUpAddress: String, benefit: String) {
      self.setting = setting
      self.signUpAddress = signUpAddress
      self.benefit = benefit
    }

    /// The noun for the key in messages, `key` or `token`.
    package var noun: String { setting.credentialNoun }
  }

  /// The name of the service in messages, such as `OMDb`.
  package let name: String
  /// The required key; `nil` if the service does not need one.
  package let key: Key?
  /// The maximum number of requests per day; `nil` if there is no limit.
  package let dailyLimit: Int?
  /// When a request is repeated after status 429; `nil` if as after other transient failures.
  package let rateLimit: RateLimitRule?

  package init(name: String, key: Key?, dailyLimit: Int?, rateLimit: RateLimitRule? = nil) {
    self.name = name
    self.key = key
    self.dailyLimit = dailyLimit
    self.rateLimit = rateLimit
  }
}

/// The address and key for requests to a service; requests are counted per account.
package struct ServiceAccount: Sendable, Hashable {
  package let service: ServiceDescriptor
  let baseURL: String
  package let key: String

  /// Creates an account; pass an empty key for a service that does not need one.
  package init(service: ServiceDescriptor, baseURL: String, key: String) {
    self.service = service
    self.baseURL = baseURL
    self.key = key
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
    let query = parameters.map { name, value in "\(name)=\(value.percentEncoded(except: "*"))" }
      .joined(separator: "&")
    // Without a slash, the path could become part of the host name.
    let base = baseURL + (path.isEmpty || baseURL.hasSuffix("/") ? "" : "/") + path
    return URL(httpAddress: base + (base.contains("?") ? "&" : "?") + query)
  }
}
