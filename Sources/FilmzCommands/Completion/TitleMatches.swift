import FilmzDomain
import FilmzTerminal

/// The completions of a number or a title: films of the result set first, then films of the
/// collection, then films of the catalog.
struct TitleMatches {
  let request: CompletionRequest
  let state: CompletionState

  /// `true` in a search text, whose words can be a title without quotes, and in which numbers do not
  /// refer to the result set.
  private var isSearch: Bool { request.expects(.searchText) }

  /// The numbers and the titles.
  ///
  /// In a search text, there are only titles. If nothing has been typed and there are numbers, there
  /// are only numbers.
  var values: [Completer.Value] {
    if isSearch { return titles }
    let numbers = numbers
    return request.partialTitle.text.isEmpty && !numbers.isEmpty ? numbers : numbers + titles
  }

  /// The numbers in the result set that begin with the typed digits.
  private var numbers: [Completer.Value] {
    guard request.quote == nil, request.partialTitle.canEndWithNumber else { return [] }
    return state.numberedFilms.compactMap { film in
      guard let number = film.number.map(String.init), number.hasPrefix(request.partialWord) else {
        return nil
      }
      return .init(text: number, label: number, summary: film.caption)
    }
  }

  /// The titles; only if no title matches, local titles.
  private var titles: [Completer.Value] {
    let prefix = TitlePrefix(request.partialTitle.text)
    let isBlank = request.partialTitle.text.allSatisfy(\.isWhitespace)
    // The prefix of text that consists of punctuation only is empty, and would match all titles.
    guard prefix.isEmpty == isBlank, !isSearch || !isBlank else { return [] }
    let films = (state.resultFilms + state.collectionFilms + state.catalogFilms)
      .filter(prefix.matches)
    return films.isEmpty
      ? values(of: state.localTitleFilms, isPrefix: { _ in true })
      : values(of: films, isPrefix: prefix.matches)
  }

  /// Returns the values of films; `isPrefix` returns whether the typed text is a prefix of a title without
  /// its year.
  private func values(
    of films: [TitledFilm], isPrefix: (_ title: String) -> Bool
  ) -> [Completer.Value] {
    var seenIDs: Set<FilmID> = []
    let films = films.filter {
      $0.title.sanitizedForTerminal == $0.title && seenIDs.insert($0.id).inserted
    }
    let filmsByTitle = Dictionary(grouping: films) { TextFolding.key($0.title) }
    var seenTexts: Set<String> = []
    return films.compactMap { film in
      let isUnambiguous = isSearch || filmsByTitle[TextFolding.key(film.title)]?.count == 1
      let text = isUnambiguous && isPrefix(film.title) ? film.title : titleWithYear(of: film)
      guard seenTexts.insert(text).inserted else { return nil }
      let summary = text == film.title ? film.year.map(String.init) ?? "" : ""
      return .init(
        text: text, label: text, summary: summary, isTitle: true, isFromTruncatableList: true)
    }
  }

  /// Returns `Heat 1995` in a search text, otherwise `Heat (1995)`; only the title if the year is
  /// unknown.
  private func titleWithYear(of film: TitledFilm) -> String {
    guard isSearch, let year = film.year else { return film.caption }
    return "\(film.title) \(year)"
  }
}

/// A folded prefix of a title, which also matches titles without their leading article.
package struct TitlePrefix: Sendable {
  /// The folded prefix, with a space at the end if the typed text ends with whitespace.
  package let key: String

  package init(_ text: String) {
    let key = TextFolding.key(text)
    self.key = key.isEmpty || text.last?.isWhitespace != true ? key : key + " "
  }

  package var isEmpty: Bool { key.isEmpty }

  /// The prefixes to look for.
  ///
  /// The first one is the whole prefix. If its last word consists of digits and is not its only
  /// word, the second one is the part before this word, because the digits may be the beginning of
  /// a year.
  package var keys: [String] {
    guard let lastWord = key.split(separator: " ").last, lastWord.count < key.count,
      lastWord.allSatisfy(\.isNumber)
    else { return [key] }
    return [key, String(key[..<lastWord.startIndex])]
  }

  /// Returns whether a film's title, or its title followed by its year, has this prefix.
  func matches(_ film: TitledFilm) -> Bool {
    matches(film.title) || film.year.map { matches("\(film.title) \($0)") } ?? false
  }

  /// Returns whether a title has this prefix.
  func matches(_ title: String) -> Bool {
    TextFolding.isPrefix(key, of: title)
  }
}
