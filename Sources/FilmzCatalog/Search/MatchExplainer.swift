import FilmzDomain

/// Explains why films were found, by comparing their titles with the text of the query.
struct MatchExplainer {
  /// A number that is greater than the number of errors in any correction.
  private static let errorLimit = 4

  private let typedWords: TitleWords
  /// The words of the text, and variants of them that a search compares with titles.
  private let variants: [[[UInt8]]]
  /// The person whose name is the text; `nil` if there is none.
  private let person: String?

  init(_ query: SearchQuery, person: String?) {
    let words = TitleWords(query.plainText)
    let otherWords = words.withoutYear?.words
    typedWords = words
    variants = [
      words.words, words.withJoinedCompounds, words.withoutArticle, otherWords?.words, otherWords?.withoutArticle,
    ].compactMap(\.self).filter { !$0.isEmpty }
    self.person = person
  }

  /// Returns why a film was found, given its known local titles.
  func match(_ film: Film, _ cause: ScoredTitle.Cause, localTitles: [String]) -> SearchMatch? {
    let otherTitles = [film.originalTitle].compactMap(\.self) + localTitles
    return switch cause {
    case .filter: .filter
    case .director: person.map { .person($0, isDirector: true) }
    case .person: person.map { .person($0, isDirector: false) }
    case .words: literalMatch(film.title, otherTitles)
    case .initials: .spelling(nil)
    case .correctedWords: .spelling(mostSimilar(of: otherTitles, to: film.title))
    }
  }

  private func literalMatch(_ title: String, _ otherTitles: [String]) -> SearchMatch {
    if contains(title, .lastWordAsPrefix) || typedWords.equals(name: title) { return .title }
    let equalTitle = otherTitles.first { typedWords.equals(name: $0) }
    if let name = equalTitle ?? otherTitles.first(where: { contains($0, .lastWordAsPrefix) }) { return .alias(name) }
    if contains(title, .allWordsAsPrefixes) { return .title }
    // The words may be from different titles, so there may be no title with all of them.
    return .alias(otherTitles.first { contains($0, .anyWord) })
  }

  // MARK: - Comparing words

  /// The words of the text that a title has to contain.
  private enum Containment {
    /// All words; the last one may be the beginning of a word of the title.
    case lastWordAsPrefix
    /// All words; each may be the beginning of a word of the title.
    case allWordsAsPrefixes
    /// At least one word.
    case anyWord
  }

  private func contains(_ title: String, _ containment: Containment) -> Bool {
    let titleWords = TitleWords(title)
    let candidates = titleWords.words + (titleWords.withJoinedCompounds ?? [])
    return variants.contains { words in
      let matches = words.indices.map { index in
        let spellings = NumberWords.spellings(of: words[index])
        let isLast = index == words.count - 1
        let mayBePrefix = containment == .allWordsAsPrefixes || (containment == .lastWordAsPrefix && isLast)
        return candidates.contains { candidate in
          spellings.contains(candidate) || mayBePrefix && candidate.starts(with: words[index])
        }
      }
      return containment == .anyWord ? matches.contains(true) : matches.allSatisfy(\.self)
    }
  }

  /// Returns the title with the fewest errors; `nil` if it is `title`.
  private func mostSimilar(of otherTitles: [String], to title: String) -> String? {
    var best: (errors: Int, title: String?) = (errors(title), nil)
    for otherTitle in otherTitles {
      let errors = errors(otherTitle)
      if errors < best.errors { best = (errors, otherTitle) }
    }
    return best.title
  }

  /// Returns the sum of the errors of all words of the text, compared with the most similar words of a
  /// title.
  private func errors(_ title: String) -> Int {
    var distance = SpellingDistance()
    let words = TitleWords(title).words
    let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
    let candidates = (words + pairs).map(SpellingReader.scalars)
    return typedWords.words.map(SpellingReader.scalars).reduce(0) { sum, word in
      let errors = candidates.compactMap { distance.between(word, $0, maximum: Self.errorLimit - 1) }
      return sum + (errors.min() ?? Self.errorLimit)
    }
  }
}
