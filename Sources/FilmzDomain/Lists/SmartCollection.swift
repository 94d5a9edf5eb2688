/// A smart collection and the number of its films.
package struct SmartCollection: Sendable, Hashable {
  package let name: CollectionName
  /// The description of its films; for a saved collection, the text of its filter.
  package let title: String
  package let filmCount: Int
  package let isSaved: Bool

  package init(name: CollectionName, title: String, filmCount: Int, isSaved: Bool = false) {
    (self.name, self.title, self.filmCount, self.isSaved) = (name, title, filmCount, isSaved)
  }
}

extension SmartCollection {
  /// The minimum number of films of a genre for its collection to be listed.
  ///
  /// Source: contract, Smart collections.
  package static let minimumGenreCount = 2
  /// The maximum number of collections of genres that are listed by default.
  ///
  /// Source: contract, Smart collections.
  package static let maximumGenres = 10
}

/// A filter that the user saved under a name.
package typealias SavedCollection = (name: CollectionName, filter: FilmFilter)

/// The name of a smart collection, built-in such as `@favorites` and `@genre:Sci-Fi`, or saved by the user.
///
/// Case, accents, blanks, and dashes are not distinguished. Source: contract, Smart collections.
package struct CollectionName: Sendable, Hashable {
  /// The folded name, such as `favorites` or `genre:scifi`.
  package let key: String
  /// The name with the `@`, as it was typed.
  package let text: String

  /// Creates a name from an unquoted word that begins with `@`; `nil` for any other word.
  ///
  /// There need not be a collection with the name.
  package init?(_ word: Word) {
    guard !word.isQuoted, word.text.hasPrefix("@"), word.text.count > 1, !word.text.contains(where: \.isWhitespace)
    else { return nil }
    self.init(text: word.text)
  }

  /// Creates the name of a collection, given with its `@`.
  init(text: String) {
    self.text = text
    key = Self.parts(of: text.dropFirst()).map(Self.folded).joined(separator: ":")
  }

  package static func == (left: Self, right: Self) -> Bool { left.key == right.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// The part after the colon, as it was typed; `nil` unless there is one colon.
  var value: String? {
    let parts = Self.parts(of: text.dropFirst())
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// Returns the folded words of a text, joined without spaces.
  package static func folded(_ text: some StringProtocol) -> String { TextFolding.words(String(text)).joined() }

  private static func parts(of text: Substring) -> [Substring] {
    text.split(separator: ":", omittingEmptySubsequences: false)
  }

  // MARK: - Saved collections

  /// The maximum number of characters of the name of a saved collection.
  ///
  /// Source: contract, Smart collections.
  private static let maximumLength = 40

  /// Parses the name of a collection to be saved; `@` before it is optional.
  ///
  /// - Throws: ``DomainError/invalidCollectionName(_:)`` if it has characters other than letters, digits, and
  ///   dashes, or is too long, and ``DomainError/builtInCollection(_:)``.
  package init(saving text: String) throws(DomainError) {
    let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
    self.init(text: "@" + name)
    guard name.isName, name.count <= Self.maximumLength, !key.isEmpty,
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { throw .invalidCollectionName(text) }
    guard BuiltInCollection(rawValue: key) == nil, CollectionFamily(rawValue: key) == nil else {
      throw .builtInCollection(self.text)
    }
  }

  /// The name of a saved collection without `@`.
  package var savedName: String { String(text.dropFirst()) }

  /// Creates the name of a saved collection from the name that was stored.
  package init(savedName: String) { self.init(text: "@" + savedName) }
}

extension CollectionName {
  /// The filter of the built-in collection with this name; `nil` if there is none.
  package var builtInFilter: FilmFilter? {
    if let collection = BuiltInCollection(rawValue: key) { return collection.filter }
    return family.flatMap { family in value.flatMap(family.filter) }
  }

  /// The family with the name before the colon; `nil` if there is no colon or no such family.
  package var family: CollectionFamily? {
    guard value != nil, let colon = key.firstIndex(of: ":") else { return nil }
    return CollectionFamily(rawValue: String(key[..<colon]))
  }
}
