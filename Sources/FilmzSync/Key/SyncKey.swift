import FilmzDomain

/// The secret key of 256 bits with which the installations of one person encrypt the files that they exchange.
///
/// Descriptions of a key do not contain it; only ``text`` and ``cipherKey`` do.
package struct SyncKey: Sendable, Equatable {
  /// The size of a key in bytes.
  static let size = 32
  static let fingerprintSize = 8

  private let secret: [UInt8]

  /// Creates a random key.
  package init() { secret = .random(count: Self.size) }

  /// Creates a key from ``size`` bytes.
  init(bytes: [UInt8]) { secret = bytes }

  /// The key that encrypts files, derived from this one (HKDF with SHA-256, RFC 5869).
  var cipherKey: [UInt8] { derived("filmz sync files", size: ChaCha20Poly1305.keySize) }

  /// Eight bytes that identify this key, and from which it cannot be computed.
  package var fingerprint: [UInt8] { derived("filmz sync key", size: Self.fingerprintSize) }

  private func derived(_ purpose: String, size: Int) -> [UInt8] {
    SHA256.derivedKey(from: secret, purpose: Array(purpose.utf8), size: size)
  }
}

/// The text of a key: 14 groups of four characters and a check character, joined by hyphens.
///
/// Without the check characters, the first 13 groups are the key in base32 without padding (RFC 4648, section 6). The
/// last group is a checksum: the first 20 bits of the SHA-256 of the key, in base32. A text with a typing error is
/// accepted with a probability of about one in a million. Groups without check characters, which earlier versions
/// wrote, are accepted, too.
extension SyncKey {
  private static let groupSize = 4
  private static let groupCount = 14
  /// The number of characters of the key, without the checksum.
  private static let keyLength = 52

  /// The text of the key, in capital letters.
  package var text: String {
    let characters = Self.base32(secret) + Self.checksum(of: secret)
    return (0..<Self.groupCount).map { number in
      let group = characters[number * Self.groupSize..<(number + 1) * Self.groupSize]
      return String(decoding: group + [Self.checkCharacter(of: group, number)], as: UTF8.self)
    }.joined(separator: "-")
  }

  /// Creates a key from its text.
  ///
  /// Case, hyphens, and white space are ignored; the digits 0, 1, and 8 are read as O, I, and B.
  ///
  /// - Returns: `nil` if the text does not have the form of a key, or if its checksum is wrong.
  package init?(text: String) {
    let groups = Self.groups(of: text)
    let isEarlierForm = groups.joined().count == Self.groupCount * Self.groupSize
    guard isEarlierForm || Self.wrongGroups(in: groups).isEmpty else { return nil }
    let characters = isEarlierForm ? Array(groups.joined()) : groups.flatMap { $0.prefix(Self.groupSize) }
    guard characters.count == Self.groupCount * Self.groupSize,
      let bytes = Self.bytes(fromBase32: characters.prefix(Self.keyLength)),
      Self.checksum(of: bytes).elementsEqual(characters.suffix(Self.groupSize))
    else { return nil }
    self.init(bytes: bytes)
  }

  /// Returns the numbers, from 1, of the groups of a text that are mistyped.
  ///
  /// If characters or groups are missing or added, returns only the first group that is wrong. If the text looks like a
  /// key without check characters, or does not look like a key, returns no groups.
  package static func wrongGroups(in text: String) -> [Int] {
    let groups = groups(of: text)
    guard groups.count >= groupCount / 2, groups.count(where: { $0.count > groupSize }) > groups.count / 2 else {
      return []
    }
    let wrong = wrongGroups(in: groups)
    return groups.count == groupCount && groups.last?.count == groupSize + 1 ? wrong : Array(wrong.prefix(1))
  }

  private static func wrongGroups(in groups: [[UInt8]]) -> [Int] {
    (0..<max(groups.count, groupCount)).filter { number in
      guard number < min(groups.count, groupCount), groups[number].count == groupSize + 1,
        groups[number].allSatisfy(alphabet.contains)
      else { return true }
      return checkCharacter(of: groups[number].prefix(groupSize), number) != groups[number].last
    }.map { $0 + 1 }
  }

  /// Splits a text into groups of equal size or, if the number of characters is wrong, at its hyphens and white space.
  ///
  /// A character that is not ASCII is 0.
  private static func groups(of text: String) -> [[UInt8]] {
    let separated = text.unicodeScalars.split { $0 == "-" || $0.properties.isWhitespace }.map { scalars in
      scalars.map { $0.isASCII ? base32Character(meantBy: UInt8($0.value)) : 0 }
    }
    let characters = Array(separated.joined())
    guard separated.count == 1 || characters.count == groupCount * (groupSize + 1) else { return separated }
    return stride(from: 0, to: characters.count, by: groupSize + 1)
      .map { Array(characters[$0..<min($0 + groupSize + 1, characters.count)]) }
  }

  /// Returns the check character of a group with a number.
  ///
  /// It is the sum of the number and the characters, each multiplied by another power of x, in the field of the
  /// polynomials modulo x⁵ + x² + 1.
  ///
  /// It shows each wrong character, each exchange of two characters, and each exchange of two groups.
  private static func checkCharacter(of group: some Sequence<UInt8>, _ number: Int) -> UInt8 {
    let sum = group.reduce(UInt8(number)) { sum, character in
      let value = UInt8(truncatingIfNeeded: alphabet.firstIndex(of: character) ?? 0)
      let product = (sum ^ value) << 1
      return product < 32 ? product : product ^ 0b100101
    }
    return alphabet[Int(sum)]
  }

  private static func checksum(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    base32(SHA256.hash(of: bytes)).prefix(groupSize)
  }
}

extension SyncKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "SyncKey" }

  package var debugDescription: String { description }

  package var customMirror: Mirror { Mirror(self, children: []) }
}

// Base32 without padding (RFC 4648, section 6), as ASCII characters.
extension SyncKey {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Encodes bytes; the unused bits of the last character are 0.
  private static func base32(_ bytes: [UInt8]) -> [UInt8] {
    var characters: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for byte in bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      bitCount += 8
      while bitCount >= 5 {
        bitCount -= 5
        characters.append(alphabet[bits >> bitCount & 31])
      }
    }
    if bitCount > 0 { characters.append(alphabet[bits << (5 - bitCount) & 31]) }
    return characters
  }

  /// Decodes characters.
  ///
  /// - Returns: `nil` if a character is not in the alphabet, or an unused bit of the last character is 1.
  private static func bytes(fromBase32 characters: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits = 0
    var bitCount = 0
    for character in characters {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = (bits << 5 | value) & 0xFFFF
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    return bitCount < 5 && bits & (1 << bitCount - 1) == 0 ? bytes : nil
  }

  /// Returns the character of the alphabet for a typed letter or similar digit; other characters are returned
  /// unchanged.
  private static func base32Character(meantBy character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 32
    case UInt8(ascii: "0"): UInt8(ascii: "O")
    case UInt8(ascii: "1"): UInt8(ascii: "I")
    case UInt8(ascii: "8"): UInt8(ascii: "B")
    default: character
    }
  }
}
