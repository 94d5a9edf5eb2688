import FilmzDomain
import Foundation

/// A number that may be a text or in MongoDB's extended JSON, such as `{"$numberInt": "5"}`; `nil` for anything else.
///
/// Source: MongoDB, Extended JSON (v2); MFlix, in which years and counts are numbers or texts.
struct LenientNumber: Decodable {
  let value: Double?

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let number = try? container.decode(Double.self) {
        value = number
        return
      }
      if let text = try? container.decode(String.self) {
        value = Self.number(text)
        return
      }
    }
    let members = try? decoder.container(keyedBy: AnyKey.self)
    let texts = ["$numberInt", "$numberLong", "$numberDouble"].lazy.compactMap { name in
      try? members?.decode(String.self, forKey: AnyKey(name))
    }
    value = texts.first.flatMap(Self.number)
  }

  /// The number without its fraction; `nil` if there is none, or it is too large.
  var integer: Int? { value.flatMap { Int(exactly: $0.rounded(.towardZero)) } }

  /// Returns the number at the start of a text such as `1995è`.
  private static func number(_ text: String) -> Double? {
    Double(text.trimmingCharacters(in: .whitespaces))
      ?? Double(text.prefix { $0.isASCII && $0.isNumber })
  }
}

/// A text; `nil` for anything else.
struct LenientText: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    text = try? decoder.singleValueContainer().decode(String.self)
  }
}

/// Texts as a list, without what is no text, or one text by itself; empty for anything else.
struct LenientTexts: Decodable {
  let texts: [String]

  init(from decoder: any Decoder) throws {
    let container = try? decoder.singleValueContainer()
    // A list first: failures take time.
    if let list = try? container?.decode([LenientText].self) {
      texts = list.compactMap(\.text)
    } else {
      texts = (try? container?.decode(String.self)).map { $0.trimmed.isEmpty ? [] : [$0] } ?? []
    }
  }
}

/// Members of an object; `nil` for anything else.
struct LenientMembers<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// A moment as a text, as milliseconds since 1970, or as `{"$date": …}` with either; `nil` for anything else.
struct LenientMoment: Decodable {
  /// The text, which need not be in ISO 8601.
  let text: String?

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.text = text
      return
    }
    let members = try? decoder.container(keyedBy: AnyKey.self)
    if let text = try? members?.decode(String.self, forKey: AnyKey("$date")) {
      self.text = text
      return
    }
    let milliseconds =
      (try? members?.decode(LenientNumber.self, forKey: AnyKey("$date")))
      ?? (try? LenientNumber(from: decoder))
    text = milliseconds?.value.map { value in
      Date(timeIntervalSince1970: value / 1000).formatted(.iso8601)
    }
  }
}

/// An id as a text, or as `{"$oid": "…"}`; `nil` for anything else.
struct LenientID: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let members = try? decoder.container(keyedBy: AnyKey.self)
    text =
      (try? decoder.singleValueContainer().decode(String.self))
      ?? (try? members?.decode(String.self, forKey: AnyKey("$oid")))
  }
}
