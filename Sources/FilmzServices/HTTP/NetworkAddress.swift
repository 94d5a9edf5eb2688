import FilmzDomain
import Foundation
import Glibc

/// A numeric IPv4 or IPv6 address.
struct NetworkAddress: Sendable, Hashable {
  /// The 16 bytes of an IPv6 address; an IPv4 address is mapped to one (RFC 4291, 2.5.5.2).
  private let bytes: [UInt8]

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Reads an address in numeric form; returns `nil` if it is none.
  init?(_ text: String) {
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      bytes = Self.mappedPrefix + Self.bytes(of: v4)
      return
    }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    bytes = Self.bytes(of: v6)
  }

  /// Reads the address of a socket; returns `nil` if it is not one of the Internet.
  init?(_ address: UnsafePointer<sockaddr>) {
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
      self.init(address, sockaddr_in.self) { Self.mappedPrefix + Self.bytes(of: $0.sin_addr) }
    case AF_INET6: self.init(address, sockaddr_in6.self) { Self.bytes(of: $0.sin6_addr) }
    default: return nil
    }
  }

  private init<Address>(
    _ address: UnsafePointer<sockaddr>, _ type: Address.Type, bytes: (Address) -> [UInt8]
  ) {
    self.bytes = bytes(UnsafeRawPointer(address).loadUnaligned(as: type))
  }

  private static func bytes<Address>(of address: Address) -> [UInt8] {
    withUnsafeBytes(of: address) { Array($0) }
  }

  /// Returns all addresses of a host; empty if it is not found.
  ///
  /// Blocks the thread.
  static func addresses(of host: String) -> [NetworkAddress] {
    if let address = NetworkAddress(host) { return [address] }
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
      .compactMap { $0?.pointee.ai_addr }
      .compactMap { NetworkAddress(UnsafePointer($0)) }
  }

  /// `true` unless the address is that of this computer, of a private or local network, of several computers, or
  /// reserved.
  ///
  /// Source: the IANA registries of special-purpose IPv4 and IPv6 addresses (RFC 6890). An IPv6 address that embeds an
  /// IPv4 address is judged by it.
  var isPublic: Bool {
    if let v4 = v4 ?? embedded { return !Self.specialV4.contains { $0.contains(v4) } }
    // Only 2000::/3 is assigned for public addresses.
    return bytes[0] & 0xE0 == 0x20 && !Self.specialV6.contains { $0.contains(bytes) }
  }

  private var v4: [UInt8]? {
    bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : nil
  }

  /// The IPv4 address to which NAT64 (64:ff9b::/96) and 6to4 (2002::/16) lead.
  private var embedded: [UInt8]? {
    if Block([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96).contains(bytes) {
      return Array(bytes.suffix(4))
    }
    return bytes.starts(with: [0x20, 0x02]) ? Array(bytes[2..<6]) : nil
  }

  /// The addresses that begin with the same bits.
  private struct Block {
    private let prefix: [UInt8]
    private let length: Int

    init(_ prefix: [UInt8], _ length: Int) {
      self.prefix = prefix
      self.length = length
    }

    func contains(_ address: [UInt8]) -> Bool {
      (0..<length).allSatisfy { bit in
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        let value = prefix.indices.contains(bit / 8) ? prefix[bit / 8] : 0
        return value & mask == address[bit / 8] & mask
      }
    }
  }

  private static let specialV4 = [
    Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
    Block([172, 16], 12), Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 88, 99], 24),
    Block([192, 168], 16), Block([198, 18], 15), Block([198, 51, 100], 24),
    Block([203, 0, 113], 24), Block([224], 4), Block([240], 4),
  ]

  private static let specialV6 = [
    Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32),
    Block([0x3F, 0xFF, 0x00], 20),
  ]
}

/// The proxy that the environment defines for a URL.
struct Proxy: Hashable {
  let host: String
  let port: Int

  /// The URL of the proxy.
  var address: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// Creates the proxy from `HTTPS_PROXY` if the URL is `https` and `NO_PROXY` does not exclude its
  /// host.
  ///
  /// Returns `nil` if no proxy is to be used. If one of these variables is not set, the variable
  /// with the same name in lower case is used.
  ///
  /// - Throws: An ``HTTPFailure`` if `HTTPS_PROXY` does not hold the address of a proxy. A
  ///   connection without the proxy would be against the user's intention.
  init?(environment: [String: String], for url: URL) throws(HTTPFailure) {
    let variable = environment["HTTPS_PROXY"] == nil ? "https_proxy" : "HTTPS_PROXY"
    let proxyAddress = environment[variable] ?? ""
    let exclusions = environment["NO_PROXY"] ?? environment["no_proxy"] ?? ""
    guard url.isSecure, !proxyAddress.isEmpty, let target = url.host(),
      !Self.excludes(target, exclusions)
    else { return nil }
    guard
      let proxy = URL(
        httpAddress: proxyAddress.contains("://") ? proxyAddress : "http://" + proxyAddress),
      let host = proxy.host()
    else {
      throw .unsent("\(variable) must be a URL such as http://proxy.example.org:3128")
    }
    self.host = host
    port = proxy.port ?? 8080
  }

  /// Returns whether a list of domains contains the host, a parent domain of the host, or `*`.
  private static func excludes(_ host: String, _ list: String) -> Bool {
    list.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.contains { item in
      let domain = item.hasPrefix(".") ? String(item.dropFirst()) : item
      return item == "*" || host == domain || (!domain.isEmpty && host.hasSuffix("." + domain))
    }
  }
}

/// Resolves redirections of GET requests (RFC 9110, 15.4).
enum Redirection {
  private static let statuses: Set = [301, 302, 303, 307, 308]

  /// Returns the URL that a response redirects to.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - url: The requested URL, against which a relative `Location` is resolved.
  ///   - host: The name in messages of the server that sent the response.
  /// - Returns: The target; `nil` if the response is not a redirection or has no `Location`.
  /// - Throws: An ``HTTPFailure`` if the target must not be requested: it is not a valid `http` or
  ///   `https` address, it contains a user name, or it is unencrypted although `url` is encrypted.
  ///   The message does not contain the target, which may hold a secret.
  static func target(
    of head: HTTPHead, from url: URL, host: String
  ) throws(HTTPFailure) -> URL? {
    guard statuses.contains(head.status), let location = head["Location"], !location.isEmpty else {
      return nil
    }
    let resolved = URL(string: location, relativeTo: url)?.absoluteString
    guard let target = resolved.flatMap({ URL(httpAddress: $0) }), target.user() == nil else {
      throw .neverRetried("\(host) redirects to an address that cannot be used")
    }
    guard target.isSecure || !url.isSecure else {
      throw .neverRetried("\(host) redirects to an unencrypted address")
    }
    return target
  }
}
