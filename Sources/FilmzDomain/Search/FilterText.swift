/// A parsed search text that may contain filters.
///
/// A filter is a word that is not in quotes, `year:1999`; only its value may be in quotes,
/// `actor:"toshiro mifune"`. Other words with a colon are text: `Mission:Impossible`, `2001:`.
package struct FilterText: Sendable, Hashable {
  /// The words that are not filters, separated by spaces.
  package private(set) var text: String
  package private(set) var filter = FilmFilter()
  /// The smart collections that were named, `@favorites`; in searches, such words are text.
  package private(set) var collections: [CollectionName] = []

  /// Parses the words of a search text.
  ///
  /// - Throws: ``DomainError`` for a name similar to that of a filter, a filter of another scope, or a filter
  ///   with an invalid value.
  package init(_ words: [Word], in scope: FilterScope) throws(DomainError) {
    var textWords: [String] = []
    var remainingWords = words[...]
    while let word = remainingWords.first {
      if scope == .collection, let name = CollectionName(word) {
        collections.append(name)
        remainingWords.removeFirst()
        continue
      }
      guard !word.isQuoted, let typed = try TypedFilter(word.text, in: scope) else {
        textWords.append(word.text)
        remainingWords.removeFirst()
        continue
      }
      do {
        let (value, count) = try typed.value(in: remainingWords)
        try filter.narrow(typed.name, to: value, in: scope, shown: typed.shown)
        remainingWords.removeFirst(count)
      } catch {
        // A capitalized word that is not a valid filter may be part of a title, such as `Year:One`.
        guard typed.isCapitalized else { throw error }
        textWords.append(word.text)
        remainingWords.removeFirst()
      }
    }
    text = textWords.joined(separator: " ")
  }

  /// Returns the field of an incomplete filter and the typed part of its value, for completion.
  ///
  /// Returns `nil` if the word does not begin with the name of a field and a colon.
  package static func partialFilter(
    _ word: String, in scope: FilterScope
  ) -> (field: FilterField, value: Substring)? {
    guard let colon = word.firstIndex(of: ":"),
      let field = FilterField.named(String(word[..<colon]), in: scope)
    else { return nil }
    return (field, word[word.index(after: colon)...])
  }
}

/// A filter at the beginning of a list of words.
///
/// It consists of the first word, or of several words if its value is in quotes.
private struct TypedFilter {
  let name: String
  /// The first word as it was typed.
  let shown: String
  /// `true` if the name begins with an uppercase letter.
  let isCapitalized: Bool
  /// The part of the first word after the colon.
  private let typedValue: String

  /// Parses the first word; `nil` if it is text.
  ///
  /// - Throws: ``DomainError/unknownFilter(_:near:known:)`` for a lowercase name that is similar to that of
  ///   a filter, or that is a filter in another scope.
  init?(_ word: String, in scope: FilterScope) throws(DomainError) {
    guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return nil }
    let typedName = word[..<colon]
    guard typedName.allSatisfy({ $0.isLetter && $0.isASCII }) else { return nil }
    name = typedName.lowercased()
    shown = word
    isCapitalized = typedName.first?.isUppercase == true
    typedValue = String(word[word.index(after: colon)...])
    // `imdb:tt0133093` is an id.
    guard name != "imdb" || FilmID(typedValue) == nil else { return nil }
    if FilterField.named(name, in: scope) != nil { return }
    let canBeFilter = typedName.allSatisfy(\.isLowercase) && !typedValue.isEmpty
    guard canBeFilter, !typedValue.hasPrefix("//"), !typedValue.hasPrefix(" ") else { return nil }
    let near = FilterField.nearest(to: name, in: scope)
    guard near != nil || FilterField.isName(name) else { return nil }
    throw .unknownFilter(name, near: near, known: FilterField.names(in: scope))
  }

  /// Returns the value without its quotes, and the number of words that the filter consists of.
  ///
  /// - Throws: ``DomainError/unclosedFilter(_:)``.
  func value(
    in words: ArraySlice<Word>
  ) throws(DomainError) -> (value: String, count: Int) {
    guard let quote = typedValue.first, "\"'".contains(quote) else { return (typedValue, 1) }
    var value = String(typedValue.dropFirst())
    var count = 1
    while value.last != quote {
      guard let next = words.dropFirst(count).first else { throw .unclosedFilter(shown) }
      value += " " + next.text
      count += 1
    }
    return (String(value.dropLast()), count)
  }
}
