import FilmzDomain

/// A JSON object of a TMDB response, whose members are decoded one by one.
///
/// A member with an unexpected type counts as absent, so that one wrong field does not make the other
/// fields unusable. Only the members that are read are decoded, because the lists of credits and of
/// services can be long.
struct TMDBObject: Decodable {
  private let members: KeyedDecodingContainer<AnyKey>

  init(from decoder: any Decoder) throws {
    members = try decoder.container(keyedBy: AnyKey.self)
  }

  private func value<Value: Decodable>(_ name: String) -> Value? {
    try? members.decode(Value.self, forKey: AnyKey(name))
  }

  /// Returns a string without surrounding whitespace; `nil` if it is absent or empty.
  func text(_ name: String) -> String? {
    let text: String? = value(name)
    return text.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }

  func integer(_ name: String) -> Int? { value(name) }

  func number(_ name: String) -> Double? { value(name) }

  func flag(_ name: String) -> Bool? { value(name) }

  func object(_ name: String) -> TMDBObject? { value(name) }

  /// Returns the elements of a list, which are `nil` if they have another type; `nil` if there is no
  /// list.
  func elements<Value: Decodable>(_ name: String, of type: Value.Type) -> [Value?]? {
    let list: [OptionalElement<Value>]? = value(name)
    return list?.map(\.value)
  }

  /// Returns the objects in a list; none if there is no list.
  func objects(_ name: String) -> [TMDBObject] {
    elements(name, of: TMDBObject.self)?.compactMap(\.self) ?? []
  }

  /// Returns the integers in a list; none if there is no list.
  func integers(_ name: String) -> [Int] {
    elements(name, of: Int.self)?.compactMap(\.self) ?? []
  }

  /// The number of a film at TMDB; `nil` if it is absent or out of range.
  var filmNumber: Int? {
    integer("id").flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
  }
}
