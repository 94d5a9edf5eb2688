package import FilmzDomain

/// A request of the user that cannot be fulfilled.
package enum ViewModelError: UserFacingError, Equatable {
  /// There are no results; `hasFailed` is `true` if the last search failed.
  case nothingToPage(hasFailed: Bool)
  /// There is no result set before the current one.
  case noEarlierResults
  /// The result set, which has `count` films, has no film with the number; `mayBeTitle` is `true` if the number may be
  /// meant as a title, such as `1917`.
  case noSuchNumber(Int, count: Int, mayBeTitle: Bool = false)
  /// The results of an earlier session have not been shown in this session, so that the user cannot know their numbers.
  case resultsNotShown
  case invalidRange(String)
  /// A word begins like an id of TMDB or like an own id, but is not the id of a film, such as `tmdb:person:5`.
  case invalidID(String)
  /// The words begin with a number of the result set, but look like a title, such as `12 angry men`.
  case titleBeginningWithNumber(String)
  case nothingSelected
  case ambiguousTitle(String, candidates: [Candidate])
  /// A word such as `it` is a pronoun for the selected film, which is the first candidate, or a title.
  case pronoun(String, candidates: [Candidate])
  /// The film `id` may be the same as the film `entry` of the collection, and the details that are needed to decide
  /// this are not available.
  case mayBeInCollection(caption: String, id: FilmID, entry: FilmID)
  /// A service has no films with these ids; `hasForce` is `true` if an option of the command accepts them.
  case noSuchFilms([FilmID], service: String, hasForce: Bool)
  /// There is no own record with the own id, or no film with the id of a film known by title and year only.
  case noRecord(FilmID)
  /// The film is known by title and year only, so that no service has details of it.
  case knownByTitleOnly
  /// The two ids to be identified are those of a film and of a series; each description has a caption and a type.
  case differentTypes([String])
  /// No film has the title; `near` are films whose titles have its words or are similar, and `searchedCollectionOnly`
  /// is `true` if only the collection was searched.
  case unknownTitle(String, near: [Candidate], hint: Hint?, searchedCollectionOnly: Bool)
  case notCached([String])
  /// The note was changed while the user edited it.
  case noteChanged(title: String)
  /// The film was removed from the collection while the user saw its card.
  case filmGone(title: String)
  /// The film was changed elsewhere after its card was shown, or after the action that is to be undone.
  case filmChanged(title: String)
  case emptyTitle
  case nothingToSearch
  /// The film, which has `count` viewings, has no viewing with the number.
  case noSuchViewing(Int, count: Int, title: String)
  /// A smart collection, whose films were to be changed or shown, has no films.
  case emptyCollection(String)
  /// The filter selects skipped films, or cannot be expressed as text.
  case filterCannotBeSaved
  /// The list has no such place; `last` is the last place that can be given, 0 if the list is empty.
  case noSuchPlace(Int, last: Int, list: String)
  case notInList(title: String, list: String)
  /// A line of an edited list is neither an id nor the title of a film; `reason` is the error of the target.
  case invalidListLine(number: Int, text: String, reason: String)
  /// No comment of the last list has the number; the list had `count` comments, 0 if there was none.
  case noSuchComment(Int, count: Int)
  /// No comment has an id that begins with the string.
  case unknownComment(id: String)
  /// Several comments have an id that begins with the string.
  case ambiguousComment(id: String)
  /// The comment was not written by the user, but by `name`; `film` is the caption of its film.
  case foreignComment(name: String, film: String)
  /// The comment was removed since it was listed.
  case commentGone(number: Int)
  /// The comment was changed or removed while the user edited it.
  case commentChanged(film: String)
  /// An own record of the film exists already.
  case recordExists(title: String)
  /// The own record of a film does not exist any more.
  case recordGone(title: String)
  /// No facts are known about the film whose facts were to be changed.
  case noFacts(id: String)
  case updateOffline
  case invalidDatasetServer
  case filmIsHidden
  case invalidPIN
  /// The order of a list cannot be changed, because some of its films are hidden.
  case listHasHiddenFilms(String, count: Int)

  package var message: String {
    switch self {
    case .nothingToPage(let hasFailed):
      hasFailed ? "there are no results because the search failed" : "there are no results yet"
    case .noEarlierResults: "there are no earlier results"
    case .noSuchNumber(let number, let count, _):
      count == 0
        ? "there is no film \(number) because there are no results"
        : "there is no film \(number); the results are numbered 1–\(count)"
    case .resultsNotShown: "the results of the last session are not on the screen"
    case .invalidRange(let text): "\(text) is not a range; write 1-4 or 1-4,7"
    case .invalidID(let text): "\"\(text)\" is not the id of a film; use tt0133093, tmdb:movie:603 or own:UUID"
    case .titleBeginningWithNumber(let words): "the first word of \"\(words)\" is the number of a result"
    case .nothingSelected: "no film is selected"
    case .ambiguousTitle(let title, let candidates):
      "several films are called \"\(title)\": " + Self.list(candidates) + "; add the year or use the id"
    case .pronoun(let word, let candidates):
      "\"\(word)\" can mean the selected film or a title: " + Self.list(candidates) + "; use the id"
    case .mayBeInCollection(let caption, _, let entry):
      "\(caption) may be the film \(entry) in your collection, and its details are not available"
    case .unknownTitle(let title, let near, let hint, let searchedCollectionOnly):
      Self.unknownTitleReason(title, searchedCollectionOnly: searchedCollectionOnly)
        + (near.isEmpty
          ? Self.problem(hint).map { "; \($0)" } ?? "" : "; did you mean \(near.map(\.caption).joinedWithOr)?")
    case .notCached(let names): "\(names.joined(separator: ", ")): not in the film cache"
    case .noteChanged(let title): "the note on \(title) was changed in the meantime and stays as it is"
    case .filmGone(let title): "\(title) is no longer in your collection"
    case .filmChanged(let title): "\(title) was changed elsewhere in the meantime and stays as it is"
    case .emptyTitle: "the title is empty; name a film by number, id or title"
    case .nothingToSearch: "there is nothing to search for: the text has no letter and no digit"
    case .noSuchViewing(let number, let count, let title):
      count == 0
        ? "\(title) has no viewings" : "there is no viewing \(number): \(title) has \(count.counted("viewing"))"
    case .emptyCollection(let name): "\(name) has no films"
    case .filterCannotBeSaved:
      "these filters cannot be saved: a collection has no skipped films, and the name of a list must not"
        + " have quotation marks or several spaces"
    case .noSuchPlace(let place, let last, let list):
      last == 0
        ? "the list \"\(list)\" has no films"
        : "the list \"\(list)\" has no place \(place); use \(last == 1 ? "1" : "1–\(last)")"
    case .notInList(let title, let list): "\(title) is not in the list \"\(list)\""
    case .invalidListLine(let number, let text, let reason):
      "line \(number), \"\(text)\": \(reason); nothing was changed"
    case .noSuchComment(let number, let count):
      count == 0
        ? "there is no comment \(number), because no comments were listed before"
        : "there is no comment \(number); the comments are numbered 1–\(count)"
    case .unknownComment(let id): "no comment has an id that begins with \(id)"
    case .ambiguousComment(let id): "several comments have an id that begins with \(id); write more of the id"
    case .foreignComment(let name, let film):
      "the comment on \(film) is by \(name); you can change only your own comments"
    case .commentGone(let number): "comment \(number) has been removed since it was listed"
    case .commentChanged(let film): "the comment on \(film) was changed in the meantime and stays as it is"
    case .recordExists(let title): "\(title) already has an own record"
    case .recordGone(let title): "\(title) does not exist any more"
    case .noSuchFilms(let ids, let service, _):
      "Movie not found: \(service) has no film \(ids.map(\.rawValue).joinedWithOr)"
    case .noRecord(let id):
      id.isNamed
        ? "there is no film \(id); such an id exists only with its film"
        : "there is no record \(id); such an id exists only with its record"
    case .knownByTitleOnly: "no details can be fetched with a title and year only"
    case .differentTypes(let descriptions): descriptions.joinedWithAnd
    case .noFacts(let id): "nothing is known about \(id)"
    case .filmIsHidden: "the film is hidden by the kids filter"
    case .invalidPIN: "a PIN has 4 to 12 digits; nothing was changed"
    case .listHasHiddenFilms(let list, let count):
      "the list \"\(list)\" has \(count.counted("film")) hidden by the kids filter; its order cannot be changed"
    case .updateOffline: "an update needs the network"
    case .invalidDatasetServer:
      "the URL of a dataset server must begin with https:// or http://, and its port must not exceed 65535"
    }
  }

  /// Returns the part of a message that says that no film has a title.
  package static func unknownTitleReason(_ title: String, searchedCollectionOnly: Bool) -> String {
    "no film called \"\(title)\"" + (searchedCollectionOnly ? " is in your collection" : " is known here")
  }

  /// A film to which a title may refer.
  package struct Candidate: Sendable, Hashable {
    package let caption: String
    package let id: FilmID

    package init(_ caption: String, _ id: FilmID) { (self.caption, self.id) = (caption, id) }
  }

  /// The maximum number of candidates that the message names.
  private static let maximumCandidates = 8

  private static func list(_ candidates: [Candidate]) -> String {
    candidates.prefix(maximumCandidates).map { "\($0.caption) \($0.id)" }.joined(separator: ", ")
  }

  /// The reason why a title was possibly not found, or a remedy.
  package enum Hint: Sendable, Hashable {
    /// The imported catalog cannot be used.
    case unusableCatalog(Warning)
    case remedy(Remedy)
  }

  private static func problem(_ hint: Hint?) -> String? {
    guard case .unusableCatalog(.problem(let message, _, _, _, _)) = hint else { return nil }
    return message
  }

  package var remedy: Remedy? {
    switch self {
    case .nothingToPage(hasFailed: true): .retrySearch
    case .noSuchNumber(let number, let count, mayBeTitle: true): .nameTitle(String(number), searchesFirst: count == 0)
    case .nothingToPage, .noEarlierResults, .noSuchNumber(_, count: 0, _): .searchOrListCollection
    case .resultsNotShown: .showResults
    case .titleBeginningWithNumber(let words): .nameTitle(words, searchesFirst: false)
    case .nothingSelected: .selectFilm
    case .mayBeInCollection(_, let id, let entry): .identify(id, entry)
    case .unknownTitle(let title, near: [], let hint, let searchedCollectionOnly):
      searchedCollectionOnly ? .listCollection : Self.remedy(hint, title: title)
    case .notCached: .listCache
    case .emptyCollection: .listCollections
    case .nothingToSearch: .search("blade runner")
    case .noSuchViewing(_, let count, _): count == 0 ? nil : .listViewings
    case .noSuchComment(_, count: 0), .unknownComment, .commentGone: .listComments
    case .recordExists: .editRecord
    case .noSuchFilms(let ids, _, let hasForce): hasForce ? .forceUnknown : .addUnknown(ids)
    case .differentTypes: .forceUnknown
    case .noFacts(let id): .makeRecord(id)
    case .knownByTitleOnly: .identifyByTitle
    case .updateOffline: .importLocalFiles
    case .filmIsHidden, .listHasHiddenFilms: .showFilter
    default: nil
    }
  }

  private static func remedy(_ hint: Hint?, title: String) -> Remedy? {
    switch hint {
    case .unusableCatalog(.problem(_, let remedy, _, _, _)): remedy
    case .unusableCatalog: nil
    case .remedy(let remedy): remedy
    case nil: SearchQuery(text: title).isSearchable ? .search(title) : nil
    }
  }

  /// `true` if the words of a target are not the title of a known film.
  package var isUnknownTitle: Bool {
    switch self {
    case .unknownTitle, .titleBeginningWithNumber: true
    default: false
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .nothingToSearch, .filterCannotBeSaved, .invalidDatasetServer, .invalidPIN: .usage
    case .updateOffline, .mayBeInCollection: .unavailable
    default: .failed
    }
  }
}
