/// A text, or a number as a text; `nil` for anything else.
struct LenientText: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let container = try? decoder.singleValueContainer()
    if let text = try? container?.decode(String.self) {
      self.text = text
    } else if let number = try? container?.decode(Int.self) {
      text = String(number)
    } else {
      text = (try? container?.decode(Double.self)).map { String($0) }
    }
  }
}

/// An object with the members of a type; `nil` for anything else.
struct LenientObject<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
