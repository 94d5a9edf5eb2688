/// The words of a search, read: the text that is looked for, and the filters among them.
///
/// A filter is one word without quotes around it, `year:1999`; its value may stand in quotes,
/// `actor:"toshiro mifune"`. Other words with a colon are text: `Mission:Impossible`, `2001:`.
package struct SearchText: Sendable, Hashable {
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
  /// What the filters say.
  package private(set) var narrowing = SearchNarrowing()

  /// Reads words.
  ///
  /// - Throws: ``DomainError``, for a filter that is nearly one, or whose value cannot be.
  package init(_ words: [Word]) throws(DomainError) {
    var texts: [String] = []
    var rest = words[...]
    while let word = rest.first {
      guard !word.isQuoted, let typed = try TypedFilter(word.text) else {
        texts.append(word.text)
        rest.removeFirst()
        continue
      }
      do {
        let (value, count) = try typed.value(in: rest)
        var narrowed = narrowing
        try narrowed.narrow(typed.filter, to: value, shown: typed.shown)
        narrowing = narrowed
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
  package static func begunFilter(_ word: String) -> (filter: SearchFilter, value: Substring)? {
    guard let colon = word.firstIndex(of: ":"),
      let filter = SearchFilter(rawValue: word[..<colon].lowercased())
    else { return nil }
    return (filter, word[word.index(after: colon)...])
  }
}

/// A word that is a filter.
private struct TypedFilter {
  let filter: SearchFilter
  /// As it was typed.
  let shown: String
  let isCapitalized: Bool
  private let typedValue: String

  /// Nothing where the word is text.
  ///
  /// - Throws: ``DomainError/unknownFilter(_:near:)``.
  init?(_ word: String) throws(DomainError) {
    guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return nil }
    let name = word[..<colon]
    guard name.allSatisfy({ $0.isLetter && $0.isASCII }) else { return nil }
    shown = word
    isCapitalized = name.first?.isUppercase == true
    typedValue = String(word[word.index(after: colon)...])
    if let filter = SearchFilter(rawValue: name.lowercased()) {
      self.filter = filter
      return
    }
    let isPlain = name.allSatisfy(\.isLowercase) && !typedValue.isEmpty
    guard isPlain, !typedValue.hasPrefix("//"), !typedValue.hasPrefix(" "),
      let near = SearchFilter.near(String(name))
    else { return nil }
    throw .unknownFilter(String(name), near: near.rawValue)
  }

  /// The value without its quotes, and how many words it takes.
  ///
  /// - Throws: ``DomainError/unclosedFilter(_:)``, ``DomainError/invalidFilter(_:example:)``.
  func value(
    in words: ArraySlice<SearchText.Word>
  ) throws(DomainError) -> (value: String, count: Int) {
    guard let quote = typedValue.first, "\"'".contains(quote) else {
      if typedValue.trimmed.isEmpty {
        throw .invalidFilter(shown, example: filter.example)
      }
      return (typedValue.trimmed, 1)
    }
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
