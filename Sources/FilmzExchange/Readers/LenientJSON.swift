import FilmzDomain
import Foundation

/// The members of a JSON object, of which those of other types than expected are as good as missing.
///
/// `JSONSerialization` is several times faster than `JSONDecoder` for small objects with many optional members.
struct LenientJSON {
  private let members: [String: Any]
  /// The type of `true` and `false`, `c`.
  private static let boolean = CChar(bitPattern: UInt8(ascii: "c"))

  /// Returns `nil` if the bytes are not a JSON object.
  init?(_ bytes: [UInt8]) {
    let object = try? JSONSerialization.jsonObject(with: Data(bytes))
    guard let members = object as? [String: Any] else { return nil }
    self.members = members
  }

  private init(members: [String: Any]) { self.members = members }

  /// Returns whether there is a member, which may be `null`.
  func hasMember(_ name: String) -> Bool { members[name] != nil }

  /// Returns whether there is a member, of whatever type, that is not `null`.
  func contains(_ name: String) -> Bool { members[name].map { !($0 is NSNull) } ?? false }

  /// Returns a text, or a number as a text.
  func text(_ name: String) -> String? {
    if let text = members[name] as? String { return text }
    guard let number = number(name) else { return nil }
    return (number as? Int).map { String($0) } ?? String(number.doubleValue)
  }

  /// Returns a whole number, which may be a text.
  func integer(_ name: String) -> Int? {
    if let text = members[name] as? String { return Int(text.trimmed) }
    return number(name) as? Int
  }

  /// Returns a number, but not `true` and `false`, which Foundation has as numbers, too.
  private func number(_ name: String) -> NSNumber? {
    guard let number = members[name] as? NSNumber, number.objCType.pointee != Self.boolean else {
      return nil
    }
    return number
  }

  func object(_ name: String) -> LenientJSON? {
    (members[name] as? [String: Any]).map(LenientJSON.init(members:))
  }

  /// Returns the elements of an array; `nil` if one of them is not an object.
  func objects(_ name: String) -> [LenientJSON]? {
    guard let elements = members[name] as? [Any] else { return nil }
    let objects = elements.compactMap { $0 as? [String: Any] }
    return objects.count == elements.count ? objects.map(LenientJSON.init(members:)) : nil
  }
}
