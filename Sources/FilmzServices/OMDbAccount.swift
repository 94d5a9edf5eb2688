package import FilmzDomain

/// Whom requests to OMDb are counted for: an address and a key.
package struct OMDbAccount: Sendable, Hashable {
  let baseURL: String
  let key: String

  /// The account of the settings, or nothing where there is no key.
  package init?(_ settings: Settings) {
    guard let key = settings.omdbAPIKey else { return nil }
    self.init(baseURL: settings.omdbBaseURL, key: key)
  }

  package init(baseURL: String, key: String) {
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

  /// A text of the service's without the key, in case it repeats that.
  func masking(_ text: String) -> String { text.replacing(key, with: "********") }
}
