import Foundation

/// A JSON value with subscripts, which can be compared with literals.
package enum JSON: Sendable, Hashable {
  /// The value `null`; a missing key is Swift's `nil` instead.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number; integers are exact up to 2⁵³.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object's members by name; their order in the document is not preserved.
  case object([String: JSON])

  /// The member `key` of an object; `nil` if it is missing or this is not an object.
  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The element at `index` of an array; `nil` if it is missing or this is not an array.
  package subscript(index: Int) -> JSON? {
    array.indices.contains(index) ? array[index] : nil
  }

  /// The elements of an array; empty for other values.
  package var array: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The sorted names of an object's members; empty for other values.
  package var keys: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  /// The value of a string; `nil` for other values.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number; `nil` for other values.
  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }

  package init(integerLiteral value: Int) { self = .number(Double(value)) }

  package init(floatLiteral value: Double) { self = .number(value) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension JSON {
  /// Returns the concatenated documents in `text`, in order.
  ///
  /// Throws `TestSupportError.invalidJSON` if one of them is not JSON.
  package static func documents(in text: String) throws -> [JSON] {
    var remaining = Array(text.utf8)[...]
    var documents: [JSON] = []
    while let start = remaining.firstIndex(where: { !isSpace($0) }) {
      remaining = remaining[start...]
      let document = remaining.prefix(lengthOfDocument(in: remaining))
      documents.append(try JSON(parsing: document))
      remaining = remaining.dropFirst(document.count)
    }
    return documents
  }

  /// Parses one document.
  private init(parsing bytes: ArraySlice<UInt8>) throws {
    guard let value = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else {
      throw TestSupportError.invalidJSON(String(decoding: bytes, as: UTF8.self))
    }
    self = value
  }

  /// Returns the length of the first document: up to its closing bracket or quote, or up to a space.
  private static func lengthOfDocument(in bytes: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if isQuoted {
        if !isEscaped, byte == UInt8(ascii: "\"") { isQuoted = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        if !isQuoted, depth == 0 { return index + 1 }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if isOpening(byte) {
        depth += 1
      } else if isClosing(byte) {
        depth -= 1
        if depth <= 0 { return index + 1 }
      } else if depth == 0, isSpace(byte) {
        return index
      }
    }
    return bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0a, 0x0d].contains(byte)
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }
}

extension JSON: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }
}
