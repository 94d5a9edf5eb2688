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
  /// Appends a string as JSON that a terminal can show without interpreting parts of it.
  ///
  /// Unlike in ``append(jsonString:)``, C1 controls, line separators and bidirectional controls are escaped too.
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
    var text = text
    append(UInt8(ascii: "\""))
    text.withUTF8 { append(jsonContent: $0) }
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

  /// Appends the value of a field as JSON.
  package mutating func append(json value: FieldValue) {
    switch value {
    case .null: append(contentsOf: "null".utf8)
    case .integer(let number): append(decimal: number)
    case .text(let text): append(jsonString: text)
    case .list(let texts): append(jsonArray: texts)
    }
  }

  /// Appends a change of a field as JSON.
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

  /// Appends strings as a JSON array.
  package mutating func append(jsonArray texts: some Sequence<String>) {
    append(UInt8(ascii: "["))
    append(separatedByCommas: texts) { $0.append(jsonString: $1) }
    append(UInt8(ascii: "]"))
  }

  /// Appends values with a closure, and commas between them.
  @inlinable
  package mutating func append<Value>(
    separatedByCommas values: some Sequence<Value>, _ body: (inout Self, Value) -> Void
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
  /// `true` for the bytes that JSON strings contain only in escaped form.
  fileprivate var needsEscape: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") }
}

/// The key of a member of a JSON object, with any name.
package struct AnyKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }

  package init?(stringValue: String) { self.stringValue = stringValue }

  package init?(intValue: Int) { nil }
}

/// An element of a list that can be decoded even if the element cannot: its value is `nil` then.
package struct OptionalElement<Value: Decodable>: Decodable {
  package let value: Value?

  package init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
