package import FilmzDomain

/// A film of the collection, or a skipped film, that another film may be, because title, type, and year agree.
package struct PossibleEntry: Sendable, Hashable {
  package let id: FilmID
  package let mark: Mark

  package init(id: FilmID, mark: Mark) {
    self.id = id
    self.mark = mark
  }
}

/// A film with its facts and its collection entry.
package struct FilmItem: Sendable, Identifiable {
  /// The film's number in the current result set; `nil` if it is not in the result set.
  package var number: Int?
  package var id: FilmID
  /// The film's facts; `nil` if none are known.
  package var film: Film?
  /// The film's entry in the collection; `nil` if it is not in the collection.
  package var entry: CollectionEntry?
  /// The user's decision that the film is of no interest; `nil` if there is none.
  package var skip: SkippedFilm?
  /// The film of the collection that this film, which is not in the collection, may be; `nil` if there is none.
  package var possibleEntry: PossibleEntry?
  /// The title by which the user named the film if it is another one than ``title``, such as a title in
  /// another country.
  package var alsoKnownAs: String?
  /// The streaming service among whose films the user named the film; `nil` if there is none.
  package var platform: String?
  /// The rating of the owner of a followed list; `nil` if none was published.
  package var ownerRating: Rating?
  /// The number of comments on the film.
  package var commentCount = 0
  /// Why a search found the film; `nil` if no search did, or if the reason is not known.
  package var match: SearchMatch?
  /// Why the kids filter hides the film, which must not be shown then; `nil` if it does not.
  package var hiddenReason: HiddenReason?

  /// The type that sources tell or, if none does, the one that an imported file has told.
  package var type: MediaType? { film?.type ?? entry?.type }

  package init(
    id: FilmID, film: Film?, entry: CollectionEntry?, skip: SkippedFilm? = nil, number: Int? = nil,
    commentCount: Int = 0
  ) {
    self.id = id
    self.film = film
    self.entry = entry
    self.skip = skip
    self.number = number
    self.commentCount = commentCount
  }

  /// `true` if the kids filter hides the film.
  package var isHidden: Bool { hiddenReason != nil }

  /// The film's mark; `nil` if it has none.
  package var mark: Mark? {
    entry.map { $0.isWatched ? .seen : .wanted } ?? (skip == nil ? nil : .skipped)
  }

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
  package var captionInSentence: String {
    alsoKnownAs == nil ? caption : captionWithTypedTitle + ","
  }

  /// The caption and, if the user named the film by another title, that title.
  package var captionWithTypedTitle: String {
    alsoKnownAs.map { "\(caption), also known as \($0)" } ?? caption
  }
}
