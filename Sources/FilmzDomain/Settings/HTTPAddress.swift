package import Foundation

extension URL {
  /// Creates the address of a web server, or of something on one.
  ///
  /// The scheme is `http` or `https`, in any case. The host is a name or an IP address without percent
  /// signs; a name that is not ASCII is encoded (Punycode). A port is between 1 and 65535: larger numbers
  /// end the program in SwiftNIO. Returns `nil` for anything else.
  package init?(httpAddress text: String) {
    guard let encoded = URL(string: text)?.absoluteString, let url = URL(string: encoded),
      url.isWeb, let host = url.host(), Self.isHost(host)
    else { return nil }
    // `port` is `nil` for a number that is too large for an `Int`, too.
    let server =
      encoded.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
      .prefix { !"/?#".contains($0) }
      .split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let name = host.contains(":") ? "[\(host)]" : host
    guard server.hasPrefix(name), Self.isPort(server.dropFirst(name.count)) else { return nil }
    self = url
  }

  /// Whether the connection to the server is encrypted.
  package var isSecure: Bool { scheme?.lowercased() == "https" }

  private var isWeb: Bool { isSecure || scheme?.lowercased() == "http" }

  /// Whether both are addresses of the same server: scheme, host and port.
  package func hasSameServer(as other: URL) -> Bool {
    isSecure == other.isSecure && host()?.lowercased() == other.host()?.lowercased()
      && (port ?? (isSecure ? 443 : 80)) == (other.port ?? (other.isSecure ? 443 : 80))
  }

  private static func isHost(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122: true  // digits and letters
        default: "-._:".utf8.contains(byte)
        }
      }
  }

  /// Whether a text is empty, or a colon with a port or nothing behind it.
  private static func isPort(_ text: Substring) -> Bool {
    guard text.hasPrefix(":") else { return text.isEmpty }
    let number = text.dropFirst()
    return number.isEmpty || Int(number).map { (1...65535).contains($0) } ?? false
  }
}
