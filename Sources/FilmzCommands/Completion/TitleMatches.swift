import FilmzDomain
import FilmzTerminal

/// The films that complete a title or a number: first those of the result set, then those of the
/// collection, then those of the catalog.
struct TitleMatches {
  let request: CompletionRequest
  let state: CompletionState

  /// `true` in a search text, in which titles need no quotes and numbers have no special meaning.
  private var isSearch: Bool { request.expects(.searchText) }

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

  private var titles: [Completer.Value] {
    let prefix = TitlePrefix(request.partialTitle.text)
    let isBlank = request.partialTitle.text.allSatisfy(\.isWhitespace)
    guard prefix.isEmpty == isBlank, !isSearch || !isBlank else { return [] }
    var seenIDs: Set<FilmID> = []
    let films = (state.resultFilms + state.collectionFilms + state.catalogFilms).filter {
      prefix.matches($0) && $0.title.sanitizedForTerminal == $0.title
        && seenIDs.insert($0.id).inserted
    }
    let filmsByTitle = Dictionary(grouping: films) { TextFolding.key($0.title) }
    var texts: Set<String> = []
    return films.compactMap { film in
      let isUnambiguous = isSearch || filmsByTitle[TextFolding.key(film.title)]?.count == 1
      let text = isUnambiguous && prefix.matches(film.title) ? film.title : titleWithYear(of: film)
      guard texts.insert(text).inserted else { return nil }
      let summary = text == film.title ? film.year.map(String.init) ?? "" : ""
      return .init(text: text, label: text, summary: summary, isTitle: true, mayBeTruncated: true)
    }
  }

  /// Returns the title and year in the form that the command accepts.
  private func titleWithYear(of film: TitledFilm) -> String {
    guard isSearch, let year = film.year else { return film.caption }
    return "\(film.title) \(year)"
  }
}

/// A folded prefix of a title, which also matches titles without their leading article.
package struct TitlePrefix: Sendable {
  /// The folded prefix; ends with a space if the last word is complete.
  package let key: String

  package init(_ text: String) {
    let key = TextFolding.key(text)
    self.key = key.isEmpty || text.last?.isWhitespace != true ? key : key + " "
  }

  package var isEmpty: Bool { key.isEmpty }

  /// The prefixes to look for: the whole prefix, and if it ends with digits, which may begin a
  /// year, also the part before them.
  package var keys: [String] {
    guard let lastWord = key.split(separator: " ").last, lastWord.count < key.count,
      lastWord.allSatisfy(\.isNumber)
    else { return [key] }
    return [key, String(key.dropLast(lastWord.count))]
  }

  /// Returns whether a film's title, or its title followed by its year, has this prefix.
  func matches(_ film: TitledFilm) -> Bool {
    matches(film.title) || film.year.map { matches("\(film.title) \($0)") } ?? false
  }

  /// Returns whether a title has this prefix.
  func matches(_ title: String) -> Bool {
    TextFolding.isPrefix(key, of: TextFolding.words(title))
  }
}
