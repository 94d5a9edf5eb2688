/// A text with filters in it, as it was typed.
///
/// A filter is one word without quotes around it, `year:1999`; its value may stand in quotes,
/// `actor:"toshiro mifune"`. Other words with a colon are text: `Mission:Impossible`, `2001:`.
package struct FilterText: Sendable, Hashable {
  /// A word as it was typed, and whether it stood in quotes as a whole.
  package struct Word: Sendable, Hashable {
    package let text: String
    package let isQuoted: Bool

    package init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }

  /// The words that are no filters.
  package private(set) var text: String
  package private(set) var filter = FilmFilter()

  /// Reads words.
  ///
  /// - Throws: ``DomainError`` for a filter that is nearly one, or whose value cannot be read.
  package init(_ words: [Word], in scope: FilterScope) throws(DomainError) {
    var texts: [String] = []
    var rest = words[...]
    while let word = rest.first {
      guard !word.isQuoted, let typed = try TypedFilter(word.text, in: scope) else {
        texts.append(word.text)
        rest.removeFirst()
        continue
      }
      do {
        let (value, count) = try typed.value(in: rest)
        try filter.narrow(typed.name, to: value, in: scope, shown: typed.shown)
        rest.removeFirst(count)
      } catch {
        // A title may have it: `Year:One`.
        guard typed.isCapitalized else { throw error }
        texts.append(word.text)
        rest.removeFirst()
      }
    }
    text = texts.joined(separator: " ")
  }

  /// The filter that a word begins with, and what is typed of its value, for completion.
  package static func begunFilter(
    _ word: String, in scope: FilterScope
  ) -> (field: FilterField, value: Substring)? {
    guard let colon = word.firstIndex(of: ":"),
      let field = FilterField.named(String(word[..<colon]), in: scope)
    else { return nil }
    return (field, word[word.index(after: colon)...])
  }
}

/// A word that is a filter.
private struct TypedFilter {
  let name: String
  /// As it was typed.
  let shown: String
  let isCapitalized: Bool
  private let typedValue: String

  /// Returns `nil` if the word is text.
  ///
  /// - Throws: ``DomainError/unknownFilter(_:near:known:)``.
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
    let isPlain = typedName.allSatisfy(\.isLowercase) && !typedValue.isEmpty
    guard isPlain, !typedValue.hasPrefix("//"), !typedValue.hasPrefix(" ") else { return nil }
    let near = FilterField.near(name, in: scope)
    guard near != nil || FilterField.isName(name) else { return nil }
    throw .unknownFilter(name, near: near, known: FilterField.names(in: scope))
  }

  /// The value without its quotes, and how many words it takes.
  ///
  /// - Throws: ``DomainError/unclosedFilter(_:)``.
  func value(
    in words: ArraySlice<FilterText.Word>
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
