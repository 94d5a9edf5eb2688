/// What may stand before the colon of a filter in the text of a search.
package enum SearchFilter: String, Sendable, CaseIterable {
  case year
  case genre
  case type
  case rating
  case votes
  case director
  case actor
  case person

  /// How it is written, for somebody who wrote it otherwise.
  package var example: String {
    switch self {
    case .year: "year:1999, year:1990..1999 or year:>1990"
    case .genre: "genre:drama or genre:drama,crime"
    case .type: "type:movie; the types are \(MediaType.allCases.map(\.rawValue).enumeration)"
    case .rating: "rating:>7.5 or rating:7..8, from 0 to 10"
    case .votes: "votes:>10k, votes:1M.. or votes:500..2000"
    case .director: "director:kurosawa"
    case .actor: "actor:mifune or actor:\"toshiro mifune\""
    case .person: "person:kurosawa"
    }
  }

  /// Words that others use for a filter, or that begin as it does.
  static let otherWords: [String: SearchFilter] = [
    "actress": .actor, "cast": .actor, "starring": .actor, "dir": .director, "kind": .type,
    "people": .person,
  ]

  /// The filter that was meant by a word that is none.
  ///
  /// Few typing errors change the first letter, but many words of titles differ from a filter by just
  /// that: `fear` is no `year`. Two errors count in a long word only: `prison` is no `person`.
  static func near(_ word: String) -> SearchFilter? {
    if let filter = otherWords[word] { return filter }
    return allCases.first { filter in
      let name = filter.rawValue
      let isBegun = word.first == name.first || word.prefix(2) == String(name.prefix(2).reversed())
      let limit = name.count > 6 ? 2 : 1
      return isBegun && word.count > 2 && SpellingDistance.between(word, name, most: limit) != nil
    }
  }
}
