/// Values that the user typed and that cannot be what they should be.
package enum DomainError: UserFacingError, Equatable {
  case invalidRating
  case invalidDate(String)
  case futureDate(String)
  case invalidAudience(String)
  case invalidYears(String)
  case yearsReversed(String, instead: String)
  /// A filter of a search, or the option for it, as it was typed.
  case invalidFilter(String, example: String)
  /// A name with a colon that is no filter, or none here; `known` are those that are.
  case unknownFilter(String, near: String?, known: [String])
  case unclosedFilter(String)
  case impossibleFilter(String, String)
  case unknownGenre(String, near: String?)
  case unknownType(String, near: String?)
  case unknownPerson(String, near: [String])
  case unknownSortKey(String, known: [String])
  case invalidSetting(key: String, value: String, expected: String)
  /// The name is left out where it is far from any setting: it may be a key in the wrong place.
  case unknownSetting(String?, near: String?)
  case invalidAlias
  case keyInAlias
  case aliasHidesVerb(String)

  package var message: String {
    switch self {
    case .invalidRating:
      "Rating must be between 0 and 10, such as 8, 8.5, 4.5/5 or ★★★★½, or none"
    case .invalidDate(let text):
      "\"\(text)\" is no date; write 2024-05-01, 2024-05, 2024, today, yesterday or unknown"
    case .futureDate(let text):
      "\(text) lies in the future; a viewing's date cannot"
    case .invalidAudience(let text):
      "\"\(text)\" is no audience; write me, partner, family or none"
    case .invalidYears(let text):
      "\"\(text)\" is no year; write 1999 or 1990-1999"
    case .yearsReversed(let text, let instead):
      "\(text) ends before it begins; write \(instead)"
    case .invalidFilter(let text, let example):
      "\(text) cannot be read; write \(example)"
    case .unknownFilter(let name, let near, let known):
      "there is no filter \(name):"
        + (near.map { ", did you mean \($0):? There" } ?? " here; there")
        + " are \(known.map { $0 + ":" }.enumeration); text with a colon goes in quotes"
    case .unclosedFilter(let text):
      "\(text) opens a quote and does not close it; write director:\"akira kurosawa\""
    case .impossibleFilter(let text, let other):
      "no film can be both \(text) and \(other); leave one out"
    case .unknownGenre(let text, let near):
      "there is no genre \"\(text)\"; "
        + (near.map { "did you mean \($0)? The genres are " } ?? "the genres are ")
        + Genre.all.enumeration
    case .unknownType(let text, let near):
      "there is no type \"\(text)\"; "
        + (near.map { "did you mean \($0)? The types are " } ?? "the types are ")
        + MediaType.allCases.map(\.rawValue).enumeration
    case .unknownPerson(let name, let near):
      "no film here names \"\(name)\"; "
        + (near.isEmpty ? "check the spelling" : "did you mean \(near.alternatives)?")
    case .unknownSortKey(let text, let known):
      "\"\(text)\" is no sort key; there are \(known.enumeration), and -\(known[0]) for the other way"
        + " round"
    case .invalidSetting(let key, let value, let expected):
      "\(value) cannot be \(key); it takes \(expected)"
    case .unknownSetting(let key, let near):
      "no setting is called \(key ?? "like that")"
        + (near.map { "; did you mean \($0)?" } ?? "")
    case .invalidAlias:
      "an alias has a name of a-z, 0-9 and -, with a letter first, such as alias.w"
    case .keyInAlias:
      "an alias is no place for a key"
    case .aliasHidesVerb(let name):
      "alias.\(name) would hide the command `\(name)`; take another name"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .unknownSetting(_, near: nil): .listSettings
    case .keyInAlias: .askForKey(.omdbAPIKey)
    default: nil
    }
  }

  package var kind: ExitCategory { .usage }
}
