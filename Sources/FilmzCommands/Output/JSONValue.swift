import FilmzDomain
import Foundation

/// A JSON value whose objects preserve the order of their members.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that may have a fraction, as the text that is printed.
  case decimal(String)
  case text(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue

    init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// Returns a string; `null` for `nil`.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

  /// Returns an integer; `null` for `nil`.
  package static func optional(_ integer: Int?) -> JSONValue { integer.map(JSONValue.integer) ?? .null }

  /// Returns a rating as a number from 0 to 10; `null` for `nil`.
  static func optional(_ rating: Rating?) -> JSONValue { rating.map { .decimal($0.decimalText) } ?? .null }

  /// Returns a time in UTC as an ISO 8601 string; `null` for `nil`.
  static func optional(_ time: Date?) -> JSONValue { optional(time?.formatted(.iso8601)) }

  /// Returns an array of strings.
  package static func list(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.text)) }

  /// The value as JSON on one line.
  package var line: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a JSON array whose elements are given as JSON, each of them on a line of its own.
  static func document(ofLines lines: [String]) -> String {
    lines.isEmpty ? "[]" : "[\n  " + lines.joined(separator: ",\n  ") + "\n]"
  }

  /// The value as the text of one field of CSV, TSV or a table; empty for `null`.
  ///
  /// The elements of an array are joined by commas, as are the members of an object, each of them a name and a value.
  package var field: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .decimal(let text), .text(let text): text
    case .array(let values): values.map(\.element).joined(separator: ", ")
    case .object(let members): members.map { "\($0.name) \($0.value.field)" }.joined(separator: ", ")
    }
  }

  /// The value as an element of an array: for an object, its nonempty values, joined by spaces.
  private var element: String {
    guard case .object(let members) = self else { return field }
    return members.map(\.value.field).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(decimal: Int64(value))
    case .decimal(let number): bytes.append(contentsOf: number.utf8)
    case .text(let value): bytes.append(terminalSafeJSONString: value)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      bytes.append(separatedByCommas: values) { $1.append(to: &$0) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      bytes.append(separatedByCommas: members) { bytes, member in
        bytes.append(terminalSafeJSONString: member.name)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
