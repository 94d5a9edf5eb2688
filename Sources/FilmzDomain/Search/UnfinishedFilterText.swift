/// A line of words and filters that is being typed, of which some filters may be unfinished.
///
/// A filter is unfinished if ``FilterText`` has an error for it, such as `year:19`, if it begins with a dash as an option
/// does, such as `-type:movie`, or if it is refused. Unfinished filters are left out.
package struct UnfinishedFilterText: Sendable {
  /// The text and the filters without the unfinished ones.
  package private(set) var typed = FilterText()
  /// Each filter and each smart collection that is not unfinished, by itself.
  package private(set) var parts: [FilterText] = []
  /// The places of the unfinished filters in the line, in characters.
  package private(set) var unfinished: [Range<Int>] = []
  /// `true` if the name of an unfinished filter is unknown, so that the line may be a title.
  package private(set) var hasUnknownFilter = false

  /// Parses a line, in which words in quotes are text, as in a command line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - filter: A filter that the filters of the line narrow; a filter that contradicts it is unfinished.
  ///   - scope: The scope of the filters.
  ///   - scale: The scale of the user's ratings.
  ///   - mayBeTitle: `true` if words with a colon that are not filters are text.
  ///   - refused: Filters and smart collections that count as unfinished, because they were refused.
  package init(
    _ line: String, narrowing filter: FilmFilter = FilmFilter(), in scope: FilterScope,
    on scale: RatingScale = .points, mayBeTitle: Bool = false, refusing refused: Set<FilterText> = []
  ) {
    typed.filter = filter
    let placed = Self.words(of: line)
    var words = placed.map(\.word)[...]
    while let first = words.indices.first {
      var part = FilterText()
      do {
        if words[first].isFilterWithDash(in: scope) {
          words.removeFirst()
          throw DomainError.invalidFilter("", example: "")
        }
        try part.takePart(of: &words, in: scope, on: scale, mayBeTitle: mayBeTitle)
        guard !refused.contains(part) else { throw DomainError.invalidFilter("", example: "") }
        try typed.filter.narrow(by: part.filter, shown: "")
        typed.collections += part.collections
        if part.filter.isEmpty, part.collections.isEmpty { typed.add(Word(part.text)) } else { parts.append(part) }
      } catch {
        if case .unknownFilter? = error as? DomainError { hasUnknownFilter = true }
        unfinished.append(placed[first].place.lowerBound..<placed[words.startIndex - 1].place.upperBound)
      }
    }
  }

  /// Makes words of the text filters; see ``FilterText/takeFilterWords(in:)``.
  package mutating func takeFilterWords(in scope: FilterScope) throws(DomainError) {
    try typed.takeFilterWords(in: scope)
  }

  /// Returns the words of a line, each with its place in the line, in characters.
  ///
  /// A word that begins with a quotation mark ends with the next one that precedes whitespace. Without such a mark,
  /// which may not have been typed yet, it ends before whitespace like any other word.
  static func words(of line: String) -> [(word: Word, place: Range<Int>)] {
    let characters = Array(line)
    var words: [(word: Word, place: Range<Int>)] = []
    var start = 0
    while let first = characters[start...].firstIndex(where: { !$0.isWhitespace }) {
      if let (text, end) = quotedText(characters, at: first) {
        words.append((Word(text, isQuoted: true), first..<end))
        start = end
      } else {
        start = characters[first...].firstIndex(where: \.isWhitespace) ?? characters.count
        words.append((Word(String(characters[first..<start])), first..<start))
      }
    }
    return words
  }

  /// Returns the text in quotes at an index, and the index after it; `nil` if there is none.
  ///
  /// In double quotes, a backslash precedes a double quote or a backslash that is part of the text.
  private static func quotedText(_ characters: [Character], at first: Int) -> (text: String, end: Int)? {
    let quote = characters[first]
    guard quote == "\"" || quote == "'" else { return nil }
    var text = ""
    var index = first + 1
    while index < characters.count {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      if characters[index] == quote, next?.isWhitespace != false { return (text, index + 1) }
      let isEscape = characters[index] == "\\" && quote == "\"" && (next == "\"" || next == "\\")
      text.append(isEscape ? next ?? quote : characters[index])
      index += isEscape ? 2 : 1
    }
    return nil
  }
}

extension Word {
  /// Returns whether the word is a filter of the scope after one or more dashes, such as `-type:movie`, which commands
  /// would take for an option.
  fileprivate func isFilterWithDash(in scope: FilterScope) -> Bool {
    !isQuoted && text.hasPrefix("-") && FilterText.partialFilter(String(text.drop { $0 == "-" }), in: scope) != nil
  }
}
