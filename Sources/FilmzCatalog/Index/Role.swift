/// The roles of a person in a title: a set, because a person may have several.
struct Role: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let director = Role(rawValue: 1)
  static let writer = Role(rawValue: 2)
  static let actor = Role(rawValue: 4)
  /// Any other role in the cast or crew, such as composer.
  static let other = Role(rawValue: 8)

  /// Creates the role of a category of `title.principals`.
  init(category: Span<UInt8>) {
    let name = String(decoding: category.indices.map { category[$0] }, as: UTF8.self)
    switch name {
    case "director": self = .director
    case "writer": self = .writer
    // `self` is the category of people who appear as themselves.
    case "actor", "actress", "self": self = .actor
    default: self = .other
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }
}
