/// Scans the JSON that filmz itself writes to the journal and to archives.
///
/// This JSON has no white space, and only the escapes of ``Swift/String/jsonLiteral``. Scanning it is much faster than
/// decoding with `JSONDecoder`.
package struct CanonicalJSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  package var isAtEnd: Bool { position == bytes.count }

  /// Skips a text if it comes next; returns `false` otherwise.
  package mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    position += count
    return true
  }

  /// Scans `null`, an integer, a string, or an array of strings; returns `nil` for anything else.
  package mutating func value() -> FieldValue? {
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "\""): return string().map(FieldValue.text)
    case UInt8(ascii: "["): return array().map(FieldValue.list)
    case UInt8(ascii: "n"): return skip("null") ? .null : nil
    default: return integer().map(FieldValue.integer)
    }
  }

  private mutating func array() -> [String]? {
    var texts: [String] = []
    let isArray = array { scanner in scanner.string().map { texts.append($0) } != nil }
    return isArray ? texts : nil
  }

  /// Scans an array; returns `false` if the next value is not an array, or if an element cannot be scanned.
  ///
  /// The closure scans an element, and returns whether it succeeded.
  package mutating func array(_ element: (inout Self) -> Bool) -> Bool {
    guard skip("[") else { return false }
    if skip("]") { return true }
    repeat { guard element(&self) else { return false } } while skip(",")
    return skip("]")
  }

  /// Scans an integer; returns `nil` if the next value is not an integer, or needs more than 64 bits.
  package mutating func integer() -> Int64? {
    let start = position
    _ = skip("-")
    let digits = position
    while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    guard position > digits, position == digits + 1 || bytes[digits] != UInt8(ascii: "0") else { return nil }
    return Int64(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Scans a string; returns `nil` if the next value is not a string, or has an escape that filmz does not write.
  package mutating func string() -> String? {
    guard skip("\"") else { return nil }
    let start = position
    while position < bytes.count, bytes[position] >= 0x20 {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(validating: bytes[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"): return escapedString(from: start)
      default: position += 1
      }
    }
    return nil
  }

  /// Continues to scan a string with escapes.
  private mutating func escapedString(from start: Int) -> String? {
    var content = Array(bytes[start..<position])
    while position < bytes.count, bytes[position] >= 0x20 {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(validating: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      guard let character = escapedCharacter() else { return nil }
      content.append(character)
    }
    return nil
  }

  /// Scans the rest of an escape sequence after the backslash.
  private mutating func escapedCharacter() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    switch bytes[position] {
    case UInt8(ascii: "n"): return UInt8(ascii: "\n")
    case UInt8(ascii: "r"): return UInt8(ascii: "\r")
    case UInt8(ascii: "t"): return UInt8(ascii: "\t")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return bytes[position]
    case UInt8(ascii: "u"): return controlCharacter()
    default: return nil
    }
  }

  /// Scans the digits after `\u`, which must be `0000` to `001f`; the caller skips the last digit.
  private mutating func controlCharacter() -> UInt8? {
    guard bytes.count - position > 4, bytes[position + 1] == UInt8(ascii: "0"),
      bytes[position + 2] == UInt8(ascii: "0"),
      let code = UInt8(String(decoding: bytes[position + 3..<position + 5], as: UTF8.self), radix: 16), code < 0x20
    else { return nil }
    position += 4
    return code
  }
}

extension CanonicalJSONScanner {
  /// Scans an object, the values of which a closure scans.
  ///
  /// Returns `nil` if the next value is not an object, two members have one name, or the closure returns `nil`.
  package mutating func object<Value>(_ value: (inout Self) -> Value?) -> [String: Value]? {
    guard skip("{") else { return nil }
    var members: [String: Value] = [:]
    if skip("}") { return members }
    repeat {
      guard let name = string(), skip(":"), let value = value(&self), members.updateValue(value, forKey: name) == nil
      else { return nil }
    } while skip(",")
    return skip("}") ? members : nil
  }
}
