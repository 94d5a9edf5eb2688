/// Hides a secret in texts that may repeat it: in any case (ASCII), and percent-encoded as a whole or in
/// part.
///
/// The first half of the secret is hidden as well, from four to eight bytes on, and three bytes of it at
/// the end of a text: who wrote the text may have cut it. A secret of less than four bytes would be found
/// in every other word, so it is only hidden where it stands between other signs than letters and digits.
package struct SecretMask {
  private static let mask = Array("********".utf8)

  private let secret: [UInt8]
  /// Bytes from the beginning of the secret that are hidden wherever they are.
  private let least: Int

  package init(_ secret: String) {
    self.secret = secret.utf8.map(Self.folded)
    least = min(max(4, (self.secret.count + 1) / 2), 8)
  }

  /// Returns the text with eight asterisks in place of each secret.
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

  /// Returns where the secret ends, or its first half, that begins at a position; `nil` if none does.
  private func endOfSecret(in text: [UInt8], from start: Int) -> Int? {
    let plain = match(text, from: start, isEncoded: false)
    let encoded = match(text, from: start, isEncoded: true)
    let (count, end) = encoded.count > plain.count ? encoded : plain
    guard count > 0 else { return nil }
    guard secret.count >= 4 else {
      let neighbours = text[..<start].suffix(1) + text[end...].prefix(1)
      return count == secret.count && !neighbours.contains(where: Self.isOfWord) ? end : nil
    }
    return count >= least || (count >= 3 && end == text.count) ? end : nil
  }

  /// Returns how many bytes of the secret stand at a position, and where they end.
  private func match(_ text: [UInt8], from start: Int, isEncoded: Bool) -> (count: Int, end: Int) {
    var (count, end) = (0, start)
    while count < secret.count, end < text.count {
      if isEncoded, Self.decoded(text[end...]) == secret[count] {
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

  /// Returns the byte that a text begins with in the form `%2F`; `nil` if it begins otherwise.
  private static func decoded(_ text: ArraySlice<UInt8>) -> UInt8? {
    guard text.first == UInt8(ascii: "%"), text.count >= 3 else { return nil }
    return UInt8(String(decoding: text.dropFirst().prefix(2), as: UTF8.self), radix: 16).map(folded)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  /// Whether a byte is one of an ASCII letter or digit, or of another letter.
  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch folded(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: false
    }
  }
}
