package import FilmzDomain
package import Foundation

/// A service on the network, as errors, settings and `doctor` speak of it.
package struct ServiceDescriptor: Sendable, Hashable {
  /// The key that a service wants.
  package struct Key: Sendable, Hashable {
    /// The setting that holds the key.
    package let setting: SettingKey
    /// The address of the page that gives keys away.
    package let signUp: String

    package init(setting: SettingKey, signUp: String) {
      self.setting = setting
      self.signUp = signUp
    }
  }

  /// The service as messages name it, such as `OMDb`.
  package let name: String
  /// `nil` if the service wants no key.
  package let key: Key?
  /// Requests a day; `nil` if there is no limit.
  package let dailyAllowance: Int?
  /// A film that the service is sure to know.
  package let probe: FilmID

  package init(name: String, key: Key?, dailyAllowance: Int?, probe: FilmID) {
    self.name = name
    self.key = key
    self.dailyAllowance = dailyAllowance
    self.probe = probe
  }
}

/// Whom requests to a service are counted for: an address and a key.
package struct ServiceAccount: Sendable, Hashable {
  package let service: ServiceDescriptor
  let baseURL: String
  package let key: String

  /// Creates an account; the key of a service that wants none is empty.
  package init(service: ServiceDescriptor, baseURL: String, key: String) {
    self.service = service
    self.baseURL = baseURL
    self.key = key
  }

  /// A mark that tells accounts apart: 16 bits of FNV-1a, far too few to say what the key is.
  package var mark: String {
    var hash: UInt32 = 2_166_136_261
    for byte in "\(baseURL)\n\(key)".utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let mark = String((hash >> 16) ^ (hash & 0xFFFF), radix: 16)
    return String(repeating: "0", count: 4 - mark.count) + mark
  }

  /// Returns a text or an address without the key.
  ///
  /// A text is masked before it is shortened, so that no half of the key is left at its end.
  func masking(_ text: String) -> String { SecretMask(key).masking(text) }

  /// Returns the address of a question; `nil` if the base is no address of a web server.
  package func url(path: String = "", _ parameters: [(String, String)]) -> URL? {
    let query = parameters.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    // Without a slash the path would become a part of the host.
    let base = baseURL + (path.isEmpty || baseURL.hasSuffix("/") ? "" : "/") + path
    return URL(httpAddress: base + (base.contains("?") ? "&" : "?") + query)
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~*")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
