import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Rows {
  /// The last JSON members of a row: why a search found the film.
  static let matchFields: [Field<FilmItem>] = [
    Field("match") { .optional($0.match?.kind) },
    Field("matched") { .optional($0.match?.matchedText) },
  ]

  /// The note behind a title that says why a search found the film if not by its title.
  static let matchNote = Field<FilmItem>(
    Column("", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true)
  ) { Cell($0.match?.note?.truncated(toWidth: maximumNoteWidth) ?? "", .dim) }

  /// The width in cells to which a note is cut, so that one long note does not cut all titles.
  private static let maximumNoteWidth = 24
}

extension SearchMatch {
  /// The reason as a word.
  fileprivate var kind: String {
    switch self {
    case .title: "title"
    case .alias: "alias"
    case .spelling: "spelling"
    case .person: "person"
    case .filter: "filter"
    }
  }

  /// The other title or the person's name that matched; `nil` if the title itself did, or if the text is
  /// not known.
  fileprivate var matchedText: String? {
    switch self {
    case .title, .filter: nil
    case .alias(let title), .spelling(let title): title
    case .person(let name, _): name
    }
  }

  /// The reason as tables show it; `nil` if the film was found by its title or a filter.
  fileprivate var note: String? {
    switch self {
    case .title, .filter: nil
    case .alias(let title): title.map { "aka \($0)" } ?? "local title"
    case .spelling(let title): title.map { "≈ \($0)" } ?? "≈"
    case .person(let name, let isDirector): "\(isDirector ? "by" : "with") \(name)"
    }
  }
}
