/// An error in a value that the user typed, or that is in the settings file.
///
/// In all cases, `near` is the correction to suggest; `nil` or empty if there is none.
package enum DomainError: UserFacingError, Equatable {
  case invalidRating
  /// A text that is not a rating from 0 to 5 stars.
  case invalidStars
  /// A rating that is not a whole number of tenths, and the ratings next to it.
  case ratingTooPrecise(String, lower: String, upper: String)
  case invalidDate(String)
  /// A day that its month does not have, as it was typed, such as `on 31 june`.
  case missingDay(String)
  case futureDate(String)
  case invalidAudience(String)
  /// A text that is not a year or range of years in `Int.filmYears`, as it was typed.
  case invalidYears(String)
  /// A range of years whose upper bound is less than its lower bound, and the range to suggest.
  case yearsReversed(String, instead: String)
  /// A filter or option with an invalid value, as it was typed.
  case invalidFilter(String, example: String)
  /// A name that is not the name of a filter in the scope; `known` are the scope's filters.
  case unknownFilter(String, near: String?, known: [String])
  /// A filter whose value has no closing quote.
  case unclosedFilter(String)
  /// A filter that contradicts other filters, and a description of the other filters.
  case impossibleFilter(String, String)
  case unknownGenre(String, near: String?)
  case unknownType(String, near: String?)
  case unknownPerson(String, near: [String])
  case unknownSortKey(String, known: [String])
  case invalidListName
  /// An address of a published list that must not be used, as it was typed.
  case invalidListAddress(String)
  /// A filter for data that skipped films do not have, as a user could type it.
  case notForSkippedFilms(String)
  /// The name of a smart collection, as it was typed; `near` are the names to suggest.
  case unknownCollection(String, near: [String])
  case invalidCollectionName(String)
  /// The name of a collection that cannot be saved or removed, because it is built in.
  case builtInCollection(String)
  case invalidFact(RecordField, value: String, expected: String)
  /// A name that is blank, has several lines, or is too long; the string describes the name, such as `the recommender`.
  case invalidName(String)
  /// A text that is larger than a limit, and its size in bytes; the string describes the text, such as `note`.
  case textTooLong(String, size: Int, limit: Int = TextLimit.textSize)
  /// The value is in quotes or, if it must not be shown, a pronoun such as `this`.
  case invalidSetting(key: String, value: String, expected: String)
  /// The name is `nil` if it must not be shown, because the user may have typed a key in its place.
  case unknownSetting(String?, near: String?)
  case invalidAlias
  case keyInAlias
  /// An alias that has the name of a command.
  case aliasHidesCommand(String)

  package var message: String {
    switch self {
    case .invalidRating: "Rating must be between 0 and 10, such as 8, 8.5, 4.5/5 or ★★★★½, or none"
    case .invalidStars: "Rating must be between 0 and 5 stars, such as 4, 4.5, 8/10 or ★★★★½, or none"
    case .ratingTooPrecise(let text, let lower, let upper):
      "Rating must be between 0 and 10 with at most one decimal; use \(lower) or \(upper) instead of \(text)"
    case .invalidDate(let text):
      "\"\(text)\" is not a date; use \(PartialDate.viewingForms)"
    case .missingDay(let text): "there is no day \"\(text)\""
    case .futureDate(let text): "\(text) is in the future; use today or an earlier date"
    case .invalidAudience(let text): "\"\(text)\" is not an audience; use me, partner, family or none"
    case .invalidYears(let text):
      "\"\(text)\" is not a year from \(Int.filmYears.lowerBound) to \(Int.filmYears.upperBound); "
        + "use 1999 or 1990-1999"
    case .yearsReversed(let text, let instead): "\(text) ends before it begins; use \(instead)"
    case .invalidFilter(let text, let example): "\(text) is not valid; use \(example)"
    case .unknownFilter(let name, let near, let known):
      "there is no filter \(name):"
        + (near.map { "; did you mean \($0):? The" }
          ?? Self.collectionFilter(name, notAmong: known).map { " here; `ls \($0):` filters your collection. The" }
          ?? " here; the")
        + " filters are \(known.map { $0 + ":" }.joinedWithAnd); in a title, put a space after the colon"
    case .unclosedFilter(let text): "\(text) has no closing quote; use director:\"akira kurosawa\""
    case .impossibleFilter(let text, let other): "no film can match both \(text) and \(other); remove one of them"
    case .unknownGenre(let text, let near):
      "there is no genre \"\(text)\"; " + (near.map { "did you mean \($0)? The genres are " } ?? "the genres are ")
        + Genre.all.joinedWithAnd
    case .unknownType(let text, let near):
      "there is no type \"\(text)\"; " + (near.map { "did you mean \($0)? The types are " } ?? "the types are ")
        + MediaType.allCases.map(\.rawValue).joinedWithAnd
    case .unknownPerson(let name, let near):
      "no person called \"\(name)\" is known here; "
        + (near.isEmpty ? "check the spelling" : "did you mean \(near.joinedWithOr)?")
    case .unknownSortKey(let text, let known):
      "\"\(text)\" is not a sort key; use \(known.joinedWithOr), or -\(known[0]) for the reverse order"
    case .invalidListAddress(let text):
      "\(text.isEmpty ? "an empty text" : text) cannot be followed; a list has an https address, a file, or an id"
    case .invalidListName:
      "the name of a list must have 1 to \(TextLimit.nameLength) characters on one line, one of them visible, without tabs"
    case .notForSkippedFilms(let filter):
      "skipped films have no ratings, viewings, audience, tags or lists; leave \(filter) or is:skipped out"
    case .unknownCollection(let name, let near):
      "there is no collection \(name)" + (near.isEmpty ? "" : "; did you mean \(near.joinedWithOr)?")
    case .invalidCollectionName(let name):
      "\"\(name)\" is not the name of a collection; use 1 to 40 letters, digits and dashes, as in rainy-day"
    case .builtInCollection(let name): "\(name) is a built-in collection; use another name"
    case .invalidFact(let field, let value, let expected):
      "\"\(value)\" is not a valid \(field.rawValue); use \(expected)"
    case .invalidName(let name):
      "\(name) must have 1 to \(TextLimit.nameLength) characters on one line, one of them visible, without tabs"
    case .textTooLong(let name, let size, let limit):
      "the \(name) is too long: \(size.grouped("byte")) of text, of at most \(limit.grouped)"
    case .invalidSetting(let key, let value, let expected): "\(value) is not a valid \(key); use \(expected)"
    case .unknownSetting(let key, let near):
      (key.map { "there is no setting \($0)" } ?? "there is no setting with that name")
        + (near.map { "; did you mean \($0)?" } ?? "")
    case .invalidAlias:
      "the name of an alias must begin with a letter a-z and contain only a-z, digits and -, as in alias.w"
    case .keyInAlias: "an alias must not contain an API key"
    case .aliasHidesCommand(let name): "alias.\(name) would hide the command `\(name)`; choose another name"
    }
  }

  /// Returns the filter of `ls` with this or a similar name; `nil` if there is none, or if `known` contains it.
  private static func collectionFilter(_ name: String, notAmong known: [String]) -> String? {
    let field = FilterField.named(name, in: .collection) == nil ? FilterField.nearest(to: name, in: .collection) : name
    return field.flatMap { known.contains($0) ? nil : $0 }
  }

  package var remedy: Remedy? {
    switch self {
    case .unknownSetting(_, near: nil): .listSettings
    case .unknownCollection(_, near: []): .listCollections
    case .keyInAlias: .askForKey(.omdbAPIKey)
    default: nil
    }
  }

  package var exitCategory: ExitCategory { if case .unknownCollection = self { .failed } else { .usage } }
}

/// The category of an error, which determines the exit status of the program.
package enum ExitCategory: Sendable {
  /// The command could not be executed for a reason that has no category of its own.
  case failed
  /// The command line is invalid.
  case usage
  /// The input data is invalid.
  case badData
  /// A network source did not return a usable response, or must not be used offline.
  case unavailable
  /// A file could not be read or written.
  case inputOutput
  /// The user stopped the command.
  case interrupted
}

/// An error with a message for the user that says what happened and what to do about it.
///
/// The message is one line without the program's name and without internal terms, and never contains a
/// key. A command or an option that helps is not in the message but in the ``remedy``, which each front
/// end puts into words.
package protocol UserFacingError: Error, Sendable {
  var message: String { get }
  /// The action that solves the problem; `nil` if there is none, or if the message names it.
  var remedy: Remedy? { get }
  var exitCategory: ExitCategory { get }
  /// The state that causes the error; `nil` if the state does not outlast the command.
  var lastingState: LastingState? { get }
  /// The error in a few words for a status line, such as `OMDb: no connection`; `nil` if the message is short.
  var brief: String? { get }
}

extension UserFacingError {
  package var remedy: Remedy? { nil }
  package var lastingState: LastingState? { nil }
  package var brief: String? { nil }
}

/// A warning that is shown in addition to a result.
package enum Warning: Sendable, Hashable {
  /// A problem: a message, a remedy, and a consequence such as `it is ignored`.
  ///
  /// If a ``LastingState`` causes the problem, the warning is shown only once for the state. `brief` is that of the error.
  case problem(
    String, Remedy? = nil, consequence: String? = nil, state: LastingState? = nil, brief: String? = nil)
  /// The command ran offline, and the result is a cached copy of this age.
  case offlineCopy(age: String)
  /// Own records match the text of a search, but the results of the network source do not include them.
  case unlistedRecords(query: String)

  /// Creates a warning with the message, the remedy, the state and the brief text of an error.
  package init(_ error: any UserFacingError, consequence: String? = nil) {
    self = .problem(
      error.message, error.remedy, consequence: consequence, state: error.lastingState, brief: error.brief)
  }

  /// The state that causes the warning; `nil` if the warning is shown each time.
  package var state: LastingState? {
    switch self {
    case .problem(_, _, _, let state, _): state
    case .offlineCopy: .offline
    case .unlistedRecords: nil
    }
  }

  /// This warning without the state of a problem, so that the problem is shown each time.
  ///
  /// A warning about an offline copy is unchanged and is still shown once.
  package var shownEachTime: Warning {
    guard case .problem(let message, let remedy, let consequence, _, let brief) = self else { return self }
    return .problem(message, remedy, consequence: consequence, brief: brief)
  }

  /// The warning in a few words for a status line; `nil` if there are none.
  package var brief: String? { if case .problem(_, _, _, _, let brief) = self { brief } else { nil } }
}
