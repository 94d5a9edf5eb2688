import FilmzDomain
import Foundation

/// The members of a JSON object; a member of another type than expected counts as missing.
///
/// `JSONSerialization` is several times faster than `JSONDecoder` for small objects with many optional members.
struct LenientJSON {
  private let members: [String: Any]
  /// The Objective-C type code of `true` and `false`.
  private static let boolean = CChar(bitPattern: UInt8(ascii: "c"))

  /// - Throws: ``RowProblem/invalidJSON``, ``RowProblem/notAnObject``.
  init(_ bytes: [UInt8]) throws(RowProblem) {
    guard
      let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    else { throw .invalidJSON }
    guard let members = value as? [String: Any] else { throw .notAnObject }
    self.members = members
  }

  init() { members = [:] }

  private init(members: [String: Any]) { self.members = members }

  /// Returns whether there is a member, which may be `null`.
  func hasMember(_ name: String) -> Bool { members[name] != nil }

  /// Returns whether there is a member, of whatever type, that is not `null`.
  func contains(_ name: String) -> Bool { members[name].map { !($0 is NSNull) } ?? false }

  /// Returns a text, or a number as a text.
  func text(_ name: String) -> String? { members[name].flatMap(Self.text) }

  /// Returns a whole number, which may be a text.
  func integer(_ name: String) -> Int? {
    if let text = members[name] as? String { return Int(text.trimmed) }
    return members[name].flatMap(Self.number) as? Int
  }

  /// Returns a number, but not one that is a text.
  func double(_ name: String) -> Double? { members[name].flatMap(Self.number)?.doubleValue }

  /// Returns `true` or `false`, which may be a word for yes or no or, as `1` and `0`, a number.
  func flag(_ name: String) -> Bool? {
    if let number = members[name] as? NSNumber, number.objCType.pointee == Self.boolean { return number.boolValue }
    return text(name)?.trimmed.flag
  }

  func object(_ name: String) -> LenientJSON? { members[name].flatMap(Self.object) }

  /// Returns the elements of an array; `nil` if one of them is not an object.
  func objects(_ name: String) -> [LenientJSON]? {
    guard let elements = members[name] as? [Any] else { return nil }
    let objects = elements.compactMap(Self.object)
    return objects.count == elements.count ? objects : nil
  }

  /// Returns the elements of an array, or a single value, without those that are `null` or blank.
  func elements(_ name: String) -> [Any] {
    guard let value = members[name] else { return [] }
    return (value as? [Any] ?? [value]).filter { !Self.isBlank($0) }
  }

  /// Returns the beginning of a value of whatever type as text, on one line; `nil` if it is missing, `null` or blank.
  func description(of name: String) -> String? {
    guard let value = members[name], !Self.isBlank(value) else { return nil }
    return Self.description(of: value)
  }

  // MARK: - Values

  static func text(_ value: Any) -> String? {
    if let text = value as? String { return text }
    guard let number = number(value) else { return nil }
    return (number as? Int).map { String($0) } ?? String(number.doubleValue)
  }

  static func object(_ value: Any) -> LenientJSON? { (value as? [String: Any]).map(LenientJSON.init(members:)) }

  static func description(of value: Any) -> String {
    let json = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    let text = text(value) ?? json.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return String(text.prefix(100)).withoutLineBreaks
  }

  /// Returns a number; `nil` for `true` and `false`, which are numbers in Foundation.
  private static func number(_ value: Any) -> NSNumber? {
    guard let number = value as? NSNumber, number.objCType.pointee != boolean else { return nil }
    return number
  }

  private static func isBlank(_ value: Any) -> Bool { value is NSNull || (value as? String)?.trimmed.isEmpty == true }
}

/// Reads the members of a JSON object, and records the values that are not valid.
struct CheckedJSON {
  let json: LenientJSON
  private(set) var problems: [RowProblem] = []

  init(_ json: LenientJSON) { self.json = json }

  /// Returns the value that was read from a member; if it is `nil`, records the member as a problem unless it is blank
  /// or a word for nothing.
  mutating func checked<Value>(_ name: String, _ value: Value?, isDate: Bool = false) -> Value? {
    if value == nil, let text = json.description(of: name), !text.trimmed.meansNothing {
      problems.append(.invalid(text, column: name, isDate: isDate))
    }
    return value
  }

  mutating func text(_ name: String) -> String? { checked(name, json.text(name)) }

  mutating func flag(_ name: String) -> Bool? { checked(name, json.flag(name)) }

  mutating func date(_ name: String) -> PartialDate? {
    let date = json.text(name).flatMap { ImportedDate($0.trimmed) }
    return checked(name, date.flatMap { $0.isAmbiguous ? nil : $0 }, isDate: true)?.date(nil)
  }

  /// Returns a year, which may be a text such as `(1999)`; `nil` also if it is unknown.
  mutating func year(_ name: String) -> Int? {
    let text = json.text(name)?.trimmed
    return text?.wholeNumber == 0 ? nil : checked(name, text?.yearAtStart)
  }

  /// Returns a rating, which may be a text.
  mutating func rating(_ name: String) -> Rating? {
    let rating =
      if let points = json.double(name) {
        Int(exactly: (points * 10).rounded()).flatMap { Rating(tenths: $0) }
      } else {
        json.text(name).flatMap { try? Rating(parsing: $0) }
      }
    return checked(name, rating)
  }

  /// Returns the texts of an array, or a single text.
  mutating func texts(_ name: String) -> [String] { elements(name, LenientJSON.text) }

  /// Returns the values of the elements of an array; elements without a value are left out, and recorded as problems.
  mutating func elements<Value>(_ name: String, _ value: (Any) -> Value?) -> [Value] {
    var values: [Value] = []
    for element in json.elements(name) {
      if let value = value(element) {
        values.append(value)
      } else {
        let text = LenientJSON.description(of: element)
        problems.append(.invalidValue(column: name, value: text))
      }
    }
    return values
  }

  /// Adds the problems of an object inside of this one.
  mutating func addProblems(of inner: CheckedJSON) { problems += inner.problems }
}
