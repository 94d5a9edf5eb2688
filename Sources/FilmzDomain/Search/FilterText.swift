/// A parsed search text that may contain filters.
///
/// A filter is a word that is not in quotes, `year:1999`; only its value may be in quotes,
/// `actor:"toshiro mifune"`. Other words with a colon are text: `Mission:Impossible`, `2001:`.
package struct FilterText: Sendable, Hashable {
  /// The words that are not filters, separated by spaces.
  package internal(set) var text = ""
  package internal(set) var filter = FilmFilter()
  /// The smart collections that were named, `@favorites`; in searches, such words are text.
  package internal(set) var collections: [CollectionName] = []

  /// Parses the words of a search text; `scale` is that of the user's ratings.
  ///
  /// If `mayBeTitle` is `true`, lowercase words with a colon that are not filters, such as `mission:impossible`, are text.
  ///
  /// - Throws: ``DomainError/unknownFilter(_:near:known:)`` for such a word, including filters of other scopes, unless
  ///   `mayBeTitle` is `true`; other errors for a filter with an invalid value.
  package init(
    _ words: [Word], in scope: FilterScope, on scale: RatingScale = .points, mayBeTitle: Bool = false
  ) throws(DomainError) {
    var remainingWords = words[...]
    while !remainingWords.isEmpty { try takePart(of: &remainingWords, in: scope, on: scale, mayBeTitle: mayBeTitle) }
  }

  init() {}

  /// Parses and removes the first part of some words: a smart collection, a word of the text, or a filter, which has
  /// several words if its value is in quotes.
  ///
  /// - Throws: The errors of ``init(_:in:on:mayBeTitle:)``; the words of the part are removed nevertheless.
  mutating func takePart(
    of words: inout ArraySlice<Word>, in scope: FilterScope, on scale: RatingScale, mayBeTitle: Bool
  ) throws(DomainError) {
    guard let word = words.first else { return }
    let rest = words
    words = rest.dropFirst()
    if scope == .collection, let name = CollectionName(word) { return collections.append(name) }
    guard !word.isQuoted, let typed = try TypedFilter(word.text, in: scope, mayBeTitle: mayBeTitle) else {
      return add(word)
    }
    do {
      words = rest.suffix(0)
      let (value, count) = try typed.value(in: rest)
      words = rest.dropFirst(count)
      try filter.narrow(typed.name, to: value, in: scope, shown: typed.shown, on: scale)
    } catch {
      // A capitalized word that is not a valid filter may be part of a title, such as `Year:One`.
      guard typed.isCapitalized else { throw error }
      words = rest.dropFirst()
      add(word)
    }
  }

  mutating func add(_ word: Word) { text += text.isEmpty ? word.text : " " + word.text }

  /// Replaces words of the text with filters if they are genres, decades, years, types, or `unseen`: `horror`, `1980s`,
  /// `2019`, `movies`.
  ///
  /// A genre may consist of two words, such as `science fiction`.
  ///
  /// - Throws: ``DomainError/impossibleFilter(_:_:)``.
  package mutating func takeFilterWords(in scope: FilterScope) throws(DomainError) {
    var textWords: [Substring] = []
    var words = text.split(separator: " ")[...]
    while let first = words.first {
      let pair = words.prefix(2).joined(separator: " ")
      guard let (field, value, count) = Self.filter(pair, 2, words.count) ?? Self.filter(String(first), 1, words.count)
      else {
        textWords.append(first)
        words.removeFirst()
        continue
      }
      try filter.narrow(field, to: value, in: scope, shown: words.prefix(count).joined(separator: " "))
      words.removeFirst(count)
    }
    text = textWords.joined(separator: " ")
  }

  /// Returns the filter for a text of `count` words; `nil` if it is none, or if fewer words are available.
  private static func filter(
    _ text: String, _ count: Int, _ available: Int
  ) -> (field: String, value: String, count: Int)? {
    guard count <= available else { return nil }
    let genres = Genre.names(of: text)
    if genres.allSatisfy(Genre.all.contains) { return ("genre", text, count) }
    if text.lowercased() == FilterField.unseenMark { return (FilterField.markName, text, count) }
    if let type = typeWords[text.lowercased()] { return ("type", type.rawValue, count) }
    let isYear = Int(year: text) != nil || text.wholeMatch(of: /(18|19|20)\d0s|\d{4}-\d{4}/) != nil
    if isYear { return ("year", text, count) }
    return text.wholeMatch(of: /[2-9]0s/) == nil ? nil : ("year", "19" + text, count)
  }

  private static let typeWords: [String: MediaType] = [
    "movie": .movie, "movies": .movie, "film": .movie, "films": .movie, "series": .series, "shows": .series,
  ]

  /// Returns the field of an incomplete filter and the typed part of its value, for completion.
  ///
  /// Returns `nil` if the word does not begin with the name of a field and a colon.
  package static func partialFilter(_ word: String, in scope: FilterScope) -> (field: FilterField, value: Substring)? {
    guard let colon = word.firstIndex(of: ":"), let field = FilterField.named(String(word[..<colon]), in: scope) else {
      return nil
    }
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
  /// - Throws: ``DomainError/unknownFilter(_:near:known:)`` for a lowercase name that is no filter of the scope, unless
  ///   the word may be part of a title.
  init?(_ word: String, in scope: FilterScope, mayBeTitle: Bool) throws(DomainError) {
    guard let colon = word.firstIndex(of: ":"), colon > word.startIndex else { return nil }
    let typedName = word[..<colon]
    guard typedName.allSatisfy({ $0.isLetter && $0.isASCII }) else { return nil }
    name = typedName.lowercased()
    shown = word
    isCapitalized = typedName.first?.isUppercase == true
    typedValue = String(word[word.index(after: colon)...])
    // `imdb:tt0133093` and `tmdb:movie:603` are ids.
    guard !["tmdb", "own"].contains(name), name != "imdb" || FilmID(typedValue) == nil else { return nil }
    if FilterField.named(name, in: scope) != nil { return }
    let canBeFilter = typedName.allSatisfy(\.isLowercase) && !typedValue.isEmpty && !mayBeTitle
    guard canBeFilter, !typedValue.hasPrefix("//"), !typedValue.hasPrefix(" ") else { return nil }
    throw .unknownFilter(
      name, near: FilterField.nearest(to: name, in: scope), known: FilterField.names(in: scope))
  }

  /// Returns the value without its quotes, and the number of words that the filter consists of.
  ///
  /// - Throws: ``DomainError/unclosedFilter(_:)``.
  func value(in words: ArraySlice<Word>) throws(DomainError) -> (value: String, count: Int) {
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
