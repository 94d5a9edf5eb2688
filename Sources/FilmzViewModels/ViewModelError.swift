package import FilmzDomain

/// A request of the user that cannot be fulfilled.
package enum ViewModelError: UserFacingError, Equatable {
  /// There are no results; `hasFailed` is `true` if the last search failed.
  case nothingToPage(hasFailed: Bool)
  /// There is no result set before the current one.
  case noEarlierResults
  /// The result set has no film with the number; `mayBeTitle` is `true` if the number was not part of a range.
  case noSuchNumber(Int, count: Int, mayBeTitle: Bool = false)
  case invalidRange(String)
  /// The words begin with a number of the result set, but look like a title, such as `12 angry men`.
  case titleBeginningWithNumber(String)
  case nothingSelected
  case ambiguousTitle(String, candidates: [String])
  /// A film may be the same as a film of the collection with another id, `entry`, and its details are not available.
  case mayBeInCollection(caption: String, id: FilmID, entry: FilmID)
  /// A service does not have the film with the id.
  case noSuchFilm(FilmID, service: String)
  /// No film has the title; `searchedCollectionOnly` is `true` if only the collection was searched.
  case unknownTitle(String, near: [String], hint: Hint?, searchedCollectionOnly: Bool)
  case notCached([String])
  case noteChanged(title: String)
  /// The film was removed from the collection during a rating session.
  case filmGone(title: String)
  /// The film was changed elsewhere after the action that is to be undone.
  case filmChanged(title: String)
  case emptyTitle
  case nothingToSearch
  case noSuchViewing(Int, count: Int, title: String)
  /// A smart collection, whose films were to be changed or shown, has no films.
  case emptyCollection(String)
  /// A filter selects skipped films, or parsing its text does not return the same filter.
  case filterCannotBeSaved
  /// A list has no such place; `last` is the last place that can be used, 0 if the list is empty.
  case noSuchPlace(Int, last: Int, list: String)
  /// A film is not in a list.
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
  /// There are no facts about a film whose facts were to be changed.
  case noFacts(id: String)
  case updateOffline
  case invalidDatasetServer
  case hiddenByKidsFilter
  case invalidPIN
  /// The order of a list cannot be changed, because the kids filter hides some of its films.
  case listHasHiddenFilms(String, count: Int)

  package var message: String {
    switch self {
    case .nothingToPage(let hasFailed):
      hasFailed
        ? "there are no results because the search failed" : "there are no results yet"
    case .noEarlierResults:
      "there are no earlier results"
    case .noSuchNumber(let number, let count, _):
      count == 0
        ? "there is no film \(number) because there are no results"
        : "there is no film \(number); the results are numbered 1–\(count)"
    case .invalidRange(let text):
      "\(text) is not a range; write 1-4 or 1-4,7"
    case .titleBeginningWithNumber(let words):
      "the first word of \"\(words)\" is the number of a result"
    case .nothingSelected:
      "no film is selected"
    case .ambiguousTitle(let title, let candidates):
      "several films are called \"\(title)\": \(candidates.joined(separator: ", ")); add the year or"
        + " use the id"
    case .mayBeInCollection(let caption, _, let entry):
      "\(caption) may be the film \(entry) in your collection, and its details are not available"
    case .unknownTitle(let title, let near, let hint, let searchedCollectionOnly):
      "no film called \"\(title)\""
        + (searchedCollectionOnly ? " is in your collection" : " is known here")
        + (near.isEmpty
          ? Self.problem(hint).map { "; \($0)" } ?? ""
          : "; did you mean \(near.joinedWithOr)?")
    case .notCached(let names):
      "\(names.joined(separator: ", ")): not in the film cache"
    case .noteChanged(let title):
      "the note on \(title) was changed in the meantime and stays as it is"
    case .filmGone(let title):
      "\(title) is no longer in your collection"
    case .filmChanged(let title):
      "\(title) was changed elsewhere in the meantime and stays as it is"
    case .emptyTitle:
      "the title is empty; name a film by number, id or title"
    case .nothingToSearch:
      "there is nothing to search for: the text has no letter and no digit"
    case .noSuchViewing(let number, let count, let title):
      count == 0
        ? "\(title) has no viewings"
        : "there is no viewing \(number): \(title) has \(count.counted("viewing"))"
    case .emptyCollection(let name):
      "\(name) has no films"
    case .filterCannotBeSaved:
      "these filters cannot be saved: a collection has no skipped films, and the name of a list must not"
        + " have quotation marks or several spaces"
    case .noSuchPlace(let place, let last, let list):
      last == 0
        ? "the list \"\(list)\" has no films"
        : "the list \"\(list)\" has no place \(place); use \(last == 1 ? "1" : "1–\(last)")"
    case .notInList(let title, let list):
      "\(title) is not in the list \"\(list)\""
    case .invalidListLine(let number, let text, let reason):
      "line \(number), \"\(text)\": \(reason); nothing was changed"
    case .noSuchComment(let number, let count):
      count == 0
        ? "there is no comment \(number), because no comments were listed before"
        : "there is no comment \(number); the comments are numbered 1–\(count)"
    case .unknownComment(let id):
      "no comment has an id that begins with \(id)"
    case .ambiguousComment(let id):
      "several comments have an id that begins with \(id); write more of the id"
    case .foreignComment(let name, let film):
      "the comment on \(film) is by \(name); you can change only your own comments"
    case .commentGone(let number):
      "comment \(number) has been removed since it was listed"
    case .commentChanged(let film):
      "the comment on \(film) was changed in the meantime and stays as it is"
    case .recordExists(let title):
      "\(title) already has an own record"
    case .recordGone(let title):
      "\(title) does not exist any more"
    case .noSuchFilm(let id, let service):
      "\(service) has no film \(id)"
    case .noFacts(let id):
      "nothing is known about \(id)"
    case .hiddenByKidsFilter:
      "the film is hidden by the kids filter"
    case .invalidPIN:
      "a PIN has 4 to 12 digits; nothing was changed"
    case .listHasHiddenFilms(let list, let count):
      "the list \"\(list)\" has \(count.counted("film")) hidden by the kids filter; its order cannot be"
        + " changed"
    case .updateOffline:
      "an update needs the network"
    case .invalidDatasetServer:
      "the URL of a dataset server must begin with https:// or http://, and its port must not exceed"
        + " 65535"
    }
  }

  /// A hint for a title that was not found.
  package enum Hint: Sendable, Hashable {
    /// The imported catalog cannot be used.
    case unusableCatalog(Warning)
    case remedy(Remedy)
  }

  private static func problem(_ hint: Hint?) -> String? {
    if case .unusableCatalog(.problem(let message, _, _, _)) = hint { message } else { nil }
  }

  package var remedy: Remedy? {
    switch self {
    case .nothingToPage(hasFailed: true): .retrySearch
    case .noSuchNumber(let number, let count, mayBeTitle: true):
      .nameTitle(String(number), searchesFirst: count == 0)
    case .nothingToPage, .noEarlierResults, .noSuchNumber(_, count: 0, _): .searchOrListCollection
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
    case .noSuchFilm(let id, _): .addUnknown(id)
    case .noFacts(let id): .makeRecord(id)
    case .updateOffline: .importLocalFiles
    case .hiddenByKidsFilter, .listHasHiddenFilms: .showKidsFilter
    default: nil
    }
  }

  private static func remedy(_ hint: Hint?, title: String) -> Remedy? {
    switch hint {
    case .unusableCatalog(.problem(_, let remedy, _, _)): remedy
    case .unusableCatalog: nil
    case .remedy(let remedy): remedy
    case nil: .search(title)
    }
  }

  /// `true` if words are not the title of a film.
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
