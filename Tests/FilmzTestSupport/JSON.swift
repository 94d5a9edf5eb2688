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
