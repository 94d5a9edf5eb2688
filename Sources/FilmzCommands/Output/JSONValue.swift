import FilmzDomain
import Foundation

/// A JSON value whose objects preserve the order of their members.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number with a fraction, as it is printed.
  case decimal(String)
  case text(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue
  }

  /// Returns a string; `null` for `nil`.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

  /// Returns an integer; `null` for `nil`.
  package static func optional(_ integer: Int?) -> JSONValue {
    integer.map(JSONValue.integer) ?? .null
  }

  /// Returns a rating as a number from 0 to 10; `null` for `nil`.
  static func optional(_ rating: Rating?) -> JSONValue {
    rating.map { .decimal($0.decimalText) } ?? .null
  }

  /// Returns a time in UTC as an ISO 8601 string; `null` for `nil`.
  static func optional(_ time: Date?) -> JSONValue { optional(time?.formatted(.iso8601)) }

  /// Returns an array of strings.
  package static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

  /// The value as JSON on one line.
  package var line: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Returns a JSON array whose elements are given as JSON, each of them on a line of its own.
  static func document(ofLines lines: [String]) -> String {
    lines.isEmpty ? "[]" : "[\n  " + lines.joined(separator: ",\n  ") + "\n]"
  }

  /// The value as the field of a table, empty for `null`.
  ///
  /// The elements of an array are joined by commas. So are the members of an object, each of which
  /// consists of its name and its value.
  package var field: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let text), .text(let text): text
    case .array(let values): values.map(\.element).joined(separator: ", ")
    case .object(let members):
      members.map { "\($0.name) \($0.value.field)" }.joined(separator: ", ")
    }
  }

  /// The value as an element of an array: for an object, its nonempty values, joined by spaces.
  private var element: String {
    guard case .object(let members) = self else { return field }
    return members.map(\.value.field).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .decimal(let number): text += number
    case .text(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, between: ("[", "]"), to: &text) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text) { member, text in
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to text: inout String,
    _ body: (Element, inout String) -> Void
  ) {
    text += brackets.0
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      body(element, &text)
    }
    text += brackets.1
  }

  /// Writes a string in quotation marks, with its control characters escaped.
  ///
  /// C1 controls, line separators and bidirectional controls are escaped as well, so that a terminal
  /// does not interpret them.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    if string.utf8.allSatisfy(isPlain) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where isControl(scalar): text += escape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns whether a byte is a printable ASCII character that needs no escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns whether a character is a control character, a line or paragraph separator, or a
  /// bidirectional control.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u" + scalar.value.zeroPadded(toLength: 4, radix: 16)
  }
}
