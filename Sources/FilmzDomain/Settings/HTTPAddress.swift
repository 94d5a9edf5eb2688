package import Foundation

extension URL {
  /// Creates the URL of a web server or of a resource on it; `nil` if the string is not a valid URL.
  ///
  /// The scheme must be `http` or `https`, in any case. The host must be a name or an IP address; a name
  /// that is not ASCII is encoded (Punycode), and percent signs are not allowed. A port must be between 1
  /// and 65535.
  package init?(httpAddress text: String) {
    guard let encoded = URL(string: text)?.absoluteString, let url = URL(string: encoded),
      url.isWeb, let host = url.host(), Self.isHost(host)
    else { return nil }
    // The port is parsed here, because `url.port` is `nil` for a number that is too large for an `Int`.
    let afterScheme = encoded.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
    let authority = afterScheme.prefix { !"/?#".contains($0) }
    let server = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let name = host.contains(":") ? "[\(host)]" : host
    guard server.hasPrefix(name), Self.isPort(server.dropFirst(name.count)) else { return nil }
    self = url
  }

  /// `true` if the scheme is `https`.
  package var isSecure: Bool { scheme?.lowercased() == "https" }

  /// `true` if nobody can read requests on their way: the scheme is `https`, or the server is this computer.
  package var isProtected: Bool {
    guard !isSecure, let host = host()?.lowercased() else { return isSecure }
    return host == "localhost" || host == "::1"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 46 || $0.isDigit })
  }

  private var isWeb: Bool { isSecure || scheme?.lowercased() == "http" }

  /// Returns whether both URLs have the same scheme, host, and port.
  package func hasSameServer(as other: URL) -> Bool {
    isSecure == other.isSecure && host()?.lowercased() == other.host()?.lowercased()
      && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (isSecure ? 443 : 80) }

  private static func isHost(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true  // digits and letters
        default: "-._:".utf8.contains(byte)
        }
      }
  }

  /// Returns whether a string is empty, a colon, or a colon followed by a port.
  private static func isPort(_ text: Substring) -> Bool {
    guard text.hasPrefix(":") else { return text.isEmpty }
    let number = text.dropFirst()
    return number.isEmpty || Int(number).map { (1...65535).contains($0) } ?? false
  }
}

extension String {
  /// Returns the text with its bytes percent-encoded, except unreserved characters (RFC 3986, 2.3) and some others.
  package func percentEncoded(except others: String = "") -> String {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    return addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: unreserved + others)) ?? ""
  }
}
