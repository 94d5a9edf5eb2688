import FilmzDomain

/// Masks a secret in strings that may contain it, such as messages of a service.
///
/// Matching ignores ASCII case and finds the secret also if some or all of its bytes are
/// percent-encoded. A service may have truncated the secret, so its prefixes are masked as well.
/// The minimum length of a masked prefix is half of the secret's bytes, but at least 4 and at most
/// 8 bytes. At the end of a string, prefixes of 3 bytes or more are masked. A prefix of fewer than
/// 8 bytes may be a word: it is masked only if it has a digit, and no ASCII letter or digit precedes or
/// follows it.
///
/// A secret of fewer than six bytes would occur in many words. It is masked only as a whole, and only
/// if no letter, digit, or non-ASCII character precedes or follows it. A secret of any length that consists
/// of letters may be a word itself, such as one of a title. It is masked only after `key`, `token`, or
/// `Bearer`, as in `apikey=film`.
package struct SecretMask {
  private static let mask = Array("********".utf8)
  /// The minimum number of bytes of a prefix that is masked even without digits.
  private static let minimumWordLength = 8
  /// The minimum number of bytes of a secret that is masked even inside words.
  private static let minimumSecretLength = 6

  private let secret: [UInt8]
  /// `true` if the secret may be a word of a message.
  private let mayBeWord: Bool
  /// The minimum number of bytes of a prefix of the secret that is masked anywhere.
  private let minimumPrefixLength: Int

  package init(_ secret: String) {
    self.secret = secret.utf8.map(Self.folded)
    mayBeWord = self.secret.allSatisfy(Self.isLetter)
    minimumPrefixLength = min(max(4, (self.secret.count + 1) / 2), 8)
  }

  /// Returns the string with each occurrence of the secret replaced by eight asterisks.
  package func masking(_ text: String) -> String {
    guard !secret.isEmpty else { return text }
    let text = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < text.count {
      if let end = endOfSecret(in: text, from: position) {
        result += Self.mask
        position = end
      } else {
        result.append(text[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the end of the secret, or of a prefix to mask, that starts at a position.
  ///
  /// Returns `nil` if nothing is to be masked at the position.
  private func endOfSecret(in text: [UInt8], from start: Int) -> Int? {
    let plain = match(text, from: start, decodesPercent: false)
    let encoded = match(text, from: start, decodesPercent: true)
    let (count, end) = encoded.count > plain.count ? encoded : plain
    guard count > 0, !mayBeWord || Self.endsWithName(text[..<start]) else { return nil }
    guard secret.count >= Self.minimumSecretLength else {
      let neighbors = text[..<start].suffix(1) + text[end...].prefix(1)
      let isSeparate = !neighbors.contains(where: Self.isWordByte)
      return count == secret.count && isSeparate ? end : nil
    }
    guard count < secret.count else { return end }
    let isLong = count >= minimumPrefixLength || (count >= 3 && end == text.count)
    return isLong && mayBeTruncated(count, in: text, start..<end) ? end : nil
  }

  /// Returns whether a prefix of the secret in a range of a text may be a truncated secret, and not a word.
  private func mayBeTruncated(_ count: Int, in text: [UInt8], _ range: Range<Int>) -> Bool {
    guard count < Self.minimumWordLength else { return true }
    let neighbors = text[..<range.lowerBound].suffix(1) + text[range.upperBound...].prefix(1)
    guard !neighbors.contains(where: { $0 < 0x80 && Self.isWordByte($0) }) else { return false }
    return secret.prefix(count).contains(where: \.isDigit)
  }

  /// Returns whether a text ends with the name of a secret, such as `apikey=` or `Bearer `.
  private static func endsWithName(_ text: ArraySlice<UInt8>) -> Bool {
    var name = String(decoding: text.suffix(12).map(folded), as: UTF8.self)
    while let last = name.last, " =:\"'`".contains(last) { name.removeLast() }
    return ["key", "token", "bearer"].contains(where: name.hasSuffix)
  }

  /// Returns how many leading bytes of the secret match at a position, and the end of the match.
  ///
  /// If `decodesPercent` is `true`, percent-encoded bytes match as well.
  private func match(_ text: [UInt8], from start: Int, decodesPercent: Bool) -> (count: Int, end: Int) {
    var (count, end) = (0, start)
    while count < secret.count, end < text.count {
      if decodesPercent, Self.decoded(text[end...]) == secret[count] {
        end += 3
      } else if Self.folded(text[end]) == secret[count] {
        end += 1
      } else {
        break
      }
      count += 1
    }
    return (count, end)
  }

  /// Returns the byte of a percent-encoding such as `%2F` at the start of a string.
  ///
  /// Returns `nil` if the string does not start with one.
  private static func decoded(_ text: ArraySlice<UInt8>) -> UInt8? {
    guard text.first == UInt8(ascii: "%"), text.count >= 3 else { return nil }
    return UInt8(String(decoding: text.dropFirst().prefix(2), as: UTF8.self), radix: 16).map(folded)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded(byte)) }

  /// Returns whether a byte is an ASCII letter or digit, or part of a non-ASCII character.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte.isDigit || byte >= 0x80
  }
}
