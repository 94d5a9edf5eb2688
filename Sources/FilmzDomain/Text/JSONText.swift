extension String {
  /// The string as JSON, in quotes; only quotes, backslashes, and control characters are escaped.
  ///
  /// Source: RFC 8259, Strings.
  package var jsonLiteral: String {
    guard utf8.contains(where: \.needsEscape) else { return "\"\(self)\"" }
    var bytes: [UInt8] = []
    bytes.append(jsonString: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a string as JSON, in which C1 controls, line separators and bidirectional controls are escaped too, so
  /// that a terminal does not interpret them.
  package mutating func append(terminalSafeJSONString text: String) {
    guard text.utf8.contains(where: { $0 >= 0x7F }),
      text.unicodeScalars.contains(where: \.isControl)
    else { return append(jsonString: text) }
    append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if let byte = UInt8(exactly: scalar.value), byte.needsEscape {
        append(escaped: byte)
      } else if scalar.isControl {
        append(contentsOf: "\\u\(scalar.value.zeroPadded(toLength: 4, radix: 16))".utf8)
      } else {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a string as JSON, in which only quotes, backslashes and control characters are escaped.
  package mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    let isAppended: Void? = text.utf8.withContiguousStorageIfAvailable { append(jsonContent: $0) }
    if isAppended == nil { Array(text.utf8).withUnsafeBufferPointer { append(jsonContent: $0) } }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(jsonContent bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in bytes.indices where bytes[index].needsEscape {
      append(contentsOf: bytes[start..<index])
      append(escaped: bytes[index])
      start = index + 1
    }
    append(contentsOf: bytes[start...])
  }

  private mutating func append(escaped byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
    case 0..<0x20: append(contentsOf: "u00\(byte.zeroPadded(toLength: 2, radix: 16))".utf8)
    default: append(byte)
    }
  }

  /// Appends a value of a field.
  package mutating func append(json value: FieldValue) {
    switch value {
    case .null: append(contentsOf: "null".utf8)
    case .integer(let number): append(decimal: number)
    case .text(let text): append(jsonString: text)
    case .list(let texts): append(jsonArray: texts)
    }
  }

  /// Appends a change of a field.
  package mutating func append(json change: Change.FieldChange) {
    append(contentsOf: "{\"old\":".utf8)
    append(json: change.old)
    append(contentsOf: ",\"new\":".utf8)
    append(json: change.new)
    if let day = change.day {
      append(contentsOf: ",\"day\":".utf8)
      append(jsonString: day)
    }
    append(UInt8(ascii: "}"))
  }

  /// Appends a decimal number.
  package mutating func append(decimal number: Int64) { append(contentsOf: String(number).utf8) }

  /// Appends strings as an array of JSON.
  package mutating func append(jsonArray texts: [String]) {
    append(UInt8(ascii: "["))
    append(separatedByCommas: texts) { $0.append(jsonString: $1) }
    append(UInt8(ascii: "]"))
  }

  /// Calls a closure that appends a value for each of the values, and appends commas between them.
  @inlinable
  package mutating func append<Value>(
    separatedByCommas values: [Value], _ body: (inout Self, Value) -> Void
  ) {
    for (index, value) in values.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      body(&self, value)
    }
  }
}

extension Unicode.Scalar {
  /// `true` for control characters, line and paragraph separators, and bidirectional controls.
  package var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension UInt8 {
  /// `true` for the bytes that strings of JSON cannot contain.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

/// Any name of a member.
package struct AnyKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }

  package init?(stringValue: String) { self.stringValue = stringValue }

  package init?(intValue: Int) { nil }
}

/// An element of a list whose value is `nil` if it cannot be decoded, so that the list still can.
package struct OptionalElement<Value: Decodable>: Decodable {
  package let value: Value?

  package init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// Scans JSON without white space, as ``Swift/String/jsonLiteral`` writes it: the journal and archives have it.
///
/// This is much faster than a decoder of any JSON.
package struct CanonicalJSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  package var isAtEnd: Bool { position == bytes.count }

  /// Skips a text; returns `false` if another one follows.
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

  /// Scans an array, whose elements a closure scans; returns `false` if it is none, or if the closure returns `false`.
  package mutating func array(_ element: (inout Self) -> Bool) -> Bool {
    guard skip("[") else { return false }
    if skip("]") { return true }
    repeat {
      guard element(&self) else { return false }
    } while skip(",")
    return skip("]")
  }

  /// Scans an integer; returns `nil` if it is none, or has more than 64 bits.
  package mutating func integer() -> Int64? {
    let start = position
    _ = skip("-")
    let digits = position
    while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    guard position > digits, position == digits + 1 || bytes[digits] != UInt8(ascii: "0") else {
      return nil
    }
    return Int64(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Scans a string; returns `nil` if it is none, or has another escape than those of ``Swift/String/jsonLiteral``.
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

  /// Scans the digits after `\u`, which must be `0000` to `001f`, except for the last one.
  private mutating func controlCharacter() -> UInt8? {
    guard bytes.count - position > 4, bytes[position + 1] == UInt8(ascii: "0"),
      bytes[position + 2] == UInt8(ascii: "0"),
      let code = UInt8(
        String(decoding: bytes[position + 3..<position + 5], as: UTF8.self), radix: 16),
      code < 0x20
    else { return nil }
    position += 4
    return code
  }
}

extension CanonicalJSONScanner {
  /// Scans an object; returns `nil` if it is none, if two members have the same name, or if `value` returns `nil`.
  package mutating func object<Value>(
    _ value: (inout Self) -> Value?
  ) -> [String: Value]? {
    guard skip("{") else { return nil }
    var members: [String: Value] = [:]
    if skip("}") { return members }
    repeat {
      guard let name = string(), skip(":"), let value = value(&self),
        members.updateValue(value, forKey: name) == nil
      else { return nil }
    } while skip(",")
    return skip("}") ? members : nil
  }
}
