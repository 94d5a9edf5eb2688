import FilmzDomain
import FilmzTerminal

/// The films whose title, or number, begins as it was typed: results first, then the collection, then
/// the catalog.
struct TitleMatches {
  let question: CompletionRequest
  let state: CompletionState

  /// `true` in a search, where a title stands without quotes and numbers mean nothing.
  private var isSearch: Bool { question.wants(.title) }

  var values: [Completer.Value] {
    if isSearch { return titles }
    let numbers = numbers
    return question.phrase.text.isEmpty && !numbers.isEmpty ? numbers : numbers + titles
  }

  /// The films of the result set whose number begins so; all of them where nothing is typed.
  private var numbers: [Completer.Value] {
    guard question.quote == nil, question.phrase.mayEndWithNumber else { return [] }
    return state.numbered.compactMap { film in
      guard let number = film.number.map(String.init), number.hasPrefix(question.typed) else {
        return nil
      }
      return .init(text: number, label: number, summary: film.caption)
    }
  }

  private var titles: [Completer.Value] {
    let wanted = TitlePrefix(question.phrase.text)
    let isBlank = question.phrase.text.allSatisfy(\.isWhitespace)
    guard wanted.isEmpty == isBlank, !isSearch || !isBlank else { return [] }
    var seen: Set<FilmID> = []
    let films = (state.results + state.collection + state.catalog).filter {
      wanted.begins($0) && $0.title.sanitizedForTerminal == $0.title
        && seen.insert($0.id).inserted
    }
    let keys = Dictionary(grouping: films) { TextFolding.key($0.title) }
    var texts: Set<String> = []
    return films.compactMap { film in
      let isAlone = isSearch || keys[TextFolding.key(film.title)]?.count == 1
      let text = isAlone && wanted.begins(film.title) ? film.title : withYear(film)
      guard texts.insert(text).inserted else { return nil }
      let summary = text == film.title ? film.year.map(String.init) ?? "" : ""
      return .init(text: text, label: text, summary: summary, isTitle: true, mayBeCut: true)
    }
  }

  /// Title and year, as the command takes them.
  private func withYear(_ film: TitledFilm) -> String {
    guard isSearch, let year = film.year else { return film.caption }
    return "\(film.title) \(year)"
  }
}

/// The beginning of a title, folded; a leading article of the title may be left out.
package struct TitlePrefix: Sendable {
  /// The folded beginning; a blank at its end where the last word is whole.
  package let key: String

  package init(_ text: String) {
    let key = TextFolding.key(text)
    self.key = key.isEmpty || text.last?.isWhitespace != true ? key : key + " "
  }

  package var isEmpty: Bool { key.isEmpty }

  /// What to look for: the beginning, and where a year may have been begun behind the title, that too.
  package var keys: [String] {
    guard let last = key.split(separator: " ").last, last.count < key.count,
      last.allSatisfy(\.isNumber)
    else { return [key] }
    return [key, String(key.dropLast(last.count))]
  }

  /// Whether a film's title begins so, or is meant with its year behind it.
  func begins(_ film: TitledFilm) -> Bool {
    begins(film.title) || film.year.map { begins("\(film.title) \($0)") } ?? false
  }

  /// Whether a title begins so.
  func begins(_ title: String) -> Bool {
    TextFolding.begin(TextFolding.words(title), with: key)
  }
}
