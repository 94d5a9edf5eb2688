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

  /// `true` unless the address is that of this computer, of a private or local network, of several computers, or reserved.
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
