/// A JSON value, to look into with subscripts and to compare with literals.
package enum JSON: Sendable, Hashable {
  /// The value `null`; a key that is missing is Swift's `nil` instead.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// Any number; whole numbers are exact up to 2⁵³.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSON])
  /// Members by name; their order in the text is not kept.
  case object([String: JSON])

  /// The member `key` of an object; nil where it is missing or this is no object.
  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The element at `index` of an array; nil where it is missing or this is no array.
  package subscript(index: Int) -> JSON? {
    array.indices.contains(index) ? array[index] : nil
  }

  /// The elements of an array, else none.
  package var array: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  /// The names of an object's members, sorted, else none.
  package var keys: [String] {
    if case .object(let members) = self { members.keys.sorted() } else { [] }
  }

  /// The text of a string, else nil.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number, else nil.
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
