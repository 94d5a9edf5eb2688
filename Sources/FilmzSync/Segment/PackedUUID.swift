import FilmzDomain

/// A UUID whose letters have one case, as 16 bytes.
struct PackedUUID: Equatable {
  static let size = 16
  static let textLength = 36

  /// The ``size`` bytes.
  let bytes: [UInt8]
  /// The case of the letters in the text; `true` if there are none.
  let isUppercase: Bool

  /// Packs the text of a UUID.
  ///
  /// - Returns: `nil` if the text is not 36 characters long, has no hyphens at the right places, or has
  ///   anything other than digits and letters of one case.
  init?(_ text: String) {
    guard text.utf8.count == Self.textLength else { return nil }
    var text = text
    let packed = text.withUTF8 { characters in
      Self.pack(characters, isUppercase: true).map { ($0, true) }
        ?? Self.pack(characters, isUppercase: false).map { ($0, false) }
    }
    guard let packed else { return nil }
    (bytes, isUppercase) = packed
  }

  private static func pack(
    _ characters: UnsafeBufferPointer<UInt8>, isUppercase: Bool
  ) -> [UInt8]? {
    var isValid = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
      var position = 0
      for index in 0..<size where isValid {
        if isHyphen(before: index) {
          isValid = characters[position] == UInt8(ascii: "-")
          position += 1
        }
        let high = HexDigit.value(of: characters[position], isUppercase: isUppercase)
        let low = HexDigit.value(of: characters[position + 1], isUppercase: isUppercase)
        isValid = isValid && high != nil && low != nil
        bytes[index] = (high ?? 0) << 4 | (low ?? 0)
        position += 2
      }
      count = isValid ? size : 0
    }
    return isValid ? bytes : nil
  }

  /// Returns the text of a UUID of ``size`` bytes.
  static func text(of bytes: ArraySlice<UInt8>, isUppercase: Bool) -> String {
    String(unsafeUninitializedCapacity: textLength) { characters in
      var position = 0
      for (index, byte) in bytes.prefix(size).enumerated() {
        if isHyphen(before: index) {
          characters[position] = UInt8(ascii: "-")
          position += 1
        }
        characters[position] = HexDigit.digit(of: byte >> 4, isUppercase: isUppercase)
        characters[position + 1] = HexDigit.digit(of: byte & 15, isUppercase: isUppercase)
        position += 2
      }
      return position
    }
  }

  /// Returns whether the text has a hyphen before the byte with an index.
  private static func isHyphen(before index: Int) -> Bool {
    index == 4 || index == 6 || index == 8 || index == 10
  }
}
