package import FilmzDomain

/// A film with its facts, the user's data about it, and its place in the results.
package struct FilmItem: Sendable, Identifiable {
  /// The film's number in the current result set; `nil` if it is not in the result set.
  package var number: Int?
  package var id: FilmID
  /// The film's facts; `nil` if none are known.
  package var film: Film?
  /// The film's entry in the collection; `nil` if it is not in the collection.
  package var entry: CollectionEntry?
  /// The user's decision to skip the film; `nil` if it is not skipped.
  package var skip: SkippedFilm?
  /// A film of the collection, or a skipped film, that may be the same film under another id, because titles, types, and
  /// years agree.
  ///
  /// It is `nil` if there is none, or if this film itself is in the collection.
  package var possibleEntry: (id: FilmID, mark: Mark)?
  /// The title by which the user named the film if it is not ``title``, such as the title in another country;
  /// otherwise, `nil`.
  package var alsoKnownAs: String?
  /// The streaming service whose list was the result set when the user named the film by number; `nil` for other films.
  package var platform: String?
  /// The rating that the owner of a followed list has published; `nil` if there is none.
  package var ownerRating: Rating?
  /// The number of comments on the film.
  package var commentCount = 0
  /// The reason why a search found the film; `nil` if no search found it, or if the reason is not known.
  package var match: SearchMatch?
  /// The reason why the kids filter hides the film; `nil` if the film may be shown.
  package var hiddenReason: HiddenReason?

  /// The candidates for a film that is known by title and year only, while the user identifies it; otherwise, empty.
  package var candidates: [IdentificationCandidate] = []

  /// The reason why commands must not change the film, for example that no service has it; `nil` if they may.
  package var refusal: ViewModelError?

  /// The type from the facts or, if they have none, from an imported file.
  package var type: MediaType? { film?.type ?? entry?.type }

  package init(
    id: FilmID, film: Film?, entry: CollectionEntry?, skip: SkippedFilm? = nil, number: Int? = nil,
    commentCount: Int = 0
  ) {
    (self.id, self.film, self.entry, self.skip, self.number) = (id, film, entry, skip, number)
    self.commentCount = commentCount
  }

  /// `true` if the kids filter hides the film.
  package var isHidden: Bool { hiddenReason != nil }

  /// The film's mark; `nil` if it has none.
  package var mark: Mark? { entry.map { $0.isWatched ? .seen : .wanted } ?? (skip == nil ? nil : .skipped) }

  /// The title from the facts or, without facts, from the caption of the entry or of the skip.
  package var title: String? { film?.title ?? storedCaption?.title }

  /// The year from the facts or, if they have none, from the caption of the entry or of the skip.
  package var year: Int? { film?.year ?? storedCaption?.year }

  /// The title and year that are stored with the user's data.
  private var storedCaption: Caption? { entry?.caption ?? skip?.caption }

  /// The year, or the first and the last year of a series of several years: `1999`, `2011–2019`.
  ///
  /// A series that is still running has no last year: `2013–`.
  package var years: String? {
    guard let year else { return nil }
    if film?.isRunning == true { return "\(year)–" }
    guard let end = film?.endYear, end != year else { return String(year) }
    return "\(year)–\(end)"
  }

  /// The title, or the id if the title is unknown.
  package var name: String { title ?? id.rawValue }

  /// The title with the year and, for an episode, the series; the id if the title is unknown.
  package var caption: String {
    guard let title else { return id.rawValue }
    let episode = film?.episode.map { " (\($0.shortText))" } ?? ""
    return Caption(title: title, year: year).text + episode
  }

  /// ``captionWithTypedTitle`` for the middle of a sentence, with a comma after the typed title.
  package var captionInSentence: String { alsoKnownAs == nil ? caption : captionWithTypedTitle + "," }

  /// The caption and, if the user named the film by another title, that title.
  package var captionWithTypedTitle: String { alsoKnownAs.map { "\(caption), also known as \($0)" } ?? caption }
}

/// The reason why the kids filter hides a film.
package enum HiddenReason: Sendable {
  /// The film's certification is not one that the kids filter shows.
  case certification
  /// The film's certification is not known.
  case unknownCertification
}
