import FilmzDomain
import Foundation
import Glibc

/// A numeric IPv4 or IPv6 address.
struct NetworkAddress: Sendable, Hashable {
  /// The 16 bytes of an IPv6 address; an IPv4 address is mapped to one (RFC 4291, 2.5.5.2).
  private let bytes: [UInt8]

  private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  /// Parses an address in numeric form; returns `nil` for any other string.
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

  /// Reads the address of a socket; returns `nil` if it is neither an IPv4 nor an IPv6 address.
  init?(_ address: UnsafePointer<sockaddr>) {
    let start = UnsafeRawPointer(address)
    switch CInt(address.pointee.sa_family) {
    case AF_INET:
      let v4 = start.loadUnaligned(as: sockaddr_in.self).sin_addr
      bytes = Self.mappedPrefix + Self.bytes(of: v4)
    case AF_INET6: bytes = Self.bytes(of: start.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }

  private static func bytes<Address>(of address: Address) -> [UInt8] { withUnsafeBytes(of: address) { Array($0) } }

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
    let entries = sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
    return entries.compactMap { $0?.pointee.ai_addr }.compactMap { NetworkAddress(UnsafePointer($0)) }
  }

  /// `true` unless the address belongs to this computer, to a private or local network, or to a multicast group, or is
  /// reserved.
  ///
  /// Source: the IANA registries of special-purpose IPv4 and IPv6 addresses (RFC 6890). An IPv6 address that embeds an
  /// IPv4 address is public if the IPv4 address is.
  var isPublic: Bool {
    if let v4 = v4 ?? embedded { return !Self.specialV4.contains { Self.belongs(v4, to: $0) } }
    // Only 2000::/3 is assigned for public addresses.
    return bytes[0] & 0xE0 == 0x20 && !Self.specialV6.contains { Self.belongs(bytes, to: $0) }
  }

  private var v4: [UInt8]? { bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : nil }

  /// The IPv4 address in an address of NAT64 (64:ff9b::/96) or 6to4 (2002::/16); `nil` for other addresses.
  private var embedded: [UInt8]? {
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) { return Array(bytes.suffix(4)) }
    return bytes.starts(with: [0x20, 0x02]) ? Array(bytes[2..<6]) : nil
  }

  /// The addresses that begin with the first `length` bits of the prefix; the prefix is padded with zeros.
  private typealias Block = (prefix: [UInt8], length: Int)

  private static func belongs(_ address: [UInt8], to block: Block) -> Bool {
    (0..<block.length).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      let value = block.prefix.indices.contains(bit / 8) ? block.prefix[bit / 8] : 0
      return value & mask == address[bit / 8] & mask
    }
  }

  private static let specialV4: [Block] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16),
    ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24),
    ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
    ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  private static let specialV6: [Block] = [
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32),
    ([0x3F, 0xFF, 0x00], 20),
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
  /// - Throws: An ``HTTPFailure`` if `HTTPS_PROXY` is not the address of a proxy. A
  ///   connection without the proxy would be against the user's intention.
  init?(environment: [String: String], for url: URL) throws(HTTPFailure) {
    let variable = environment["HTTPS_PROXY"] == nil ? "https_proxy" : "HTTPS_PROXY"
    let proxyAddress = environment[variable] ?? ""
    let exclusions = environment["NO_PROXY"] ?? environment["no_proxy"] ?? ""
    guard url.isSecure, !proxyAddress.isEmpty, let target = url.host(), !Self.excludes(target, exclusions) else {
      return nil
    }
    guard let proxy = URL(httpAddress: proxyAddress.contains("://") ? proxyAddress : "http://" + proxyAddress),
      let host = proxy.host()
    else { throw .unsent("\(variable) must be a URL such as http://proxy.example.org:3128") }
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
