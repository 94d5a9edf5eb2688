/// The name of a smart collection, such as `@favorites`, `@genre:Sci-Fi`, or that of a saved one.
///
/// Case, accents, blanks, and dashes are not distinguished. Source: contract, Smart collections.
package struct CollectionName: Sendable, Hashable {
  /// The folded name, such as `favorites` or `genre:scifi`.
  package let key: String
  /// The name with the `@`, as it was typed.
  package let text: String

  /// Returns the name that an unquoted word beginning with `@` stands for, whether or not there is such a
  /// collection; `nil` for any other word.
  package init?(_ word: Word) {
    guard !word.isQuoted, word.text.hasPrefix("@"), word.text.count > 1,
      !word.text.contains(where: \.isWhitespace)
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

  /// Returns the folded words of a text without anything between them.
  package static func folded(_ text: some StringProtocol) -> String {
    TextFolding.words(String(text)).joined()
  }

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
