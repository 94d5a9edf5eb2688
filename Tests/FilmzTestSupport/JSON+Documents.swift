import Foundation

extension JSON {
  /// The documents that stand one after another in `text`, in order; none in an empty text.
  ///
  /// Throws `TestSupportError.noJSON` at the first that is none.
  package static func documents(in text: String) throws -> [JSON] {
    var rest = Array(text.utf8)[...]
    var found: [JSON] = []
    while let start = rest.firstIndex(where: { !isSpace($0) }) {
      rest = rest[start...]
      let document = rest.prefix(lengthOfDocument(in: rest))
      found.append(try JSON(parsing: document))
      rest = rest.dropFirst(document.count)
    }
    return found
  }

  /// Reads one document.
  private init(parsing bytes: ArraySlice<UInt8>) throws {
    guard let value = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else {
      throw TestSupportError.noJSON(String(decoding: bytes, as: UTF8.self))
    }
    self = value
  }

  /// How many bytes the first document has: up to its closing bracket or quote, or to a space.
  private static func lengthOfDocument(in bytes: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var quoted = false
    var escaped = false
    for (index, byte) in bytes.enumerated() {
      if quoted {
        if !escaped, byte == UInt8(ascii: "\"") { quoted = false }
        escaped = !escaped && byte == UInt8(ascii: "\\")
        if !quoted, depth == 0 { return index + 1 }
      } else if byte == UInt8(ascii: "\"") {
        quoted = true
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
