import FilmzDomain
import GRDB
import GRDBSQLite

/// A person whose name or surname is the text of a query, with the person's titles.
struct PersonWithTitles {
  /// The minimum number of votes of a person whose name is regarded as spelled correctly.
  private static let minimumTrustedVotes = 20_000

  let name: String
  /// `true` if the text is the full name, of several words; `false` if it is a surname or a single name.
  let isFullName: Bool
  /// The sum of the votes of the person's three best-known titles as director, writer, or actor.
  let votes: Int
  /// The ranks of the person's titles, ascending, with the roles in them.
  let titles: [(rank: UInt32, role: Role)]

  /// `true` if it is certain that the text is meant as spelled.
  var isKnown: Bool { isFullName || votes >= Self.minimumTrustedVotes }
}

/// Finds the best-known person whose name or surname is the text of a query.
struct NamedPersonSearch {
  /// The maximum number of people with the words in their names that are compared.
  private static let maximumPeople = 2000
  /// The number of people with the most popular titles of whom the votes are compared.
  private static let comparedPeople = 8
  /// The number of titles whose votes are the measure of how well-known a person is.
  private static let measuredTitles = 3
  /// Words after a surname that are not part of it.
  private static let suffixes = Set(["jr", "sr", "ii", "iii", "iv"].map { Array($0.utf8) })

  private typealias Candidate = (id: UInt32, name: String, isFullName: Bool)

  private let people: PeopleSearch

  init(_ db: Database) throws { people = try PeopleSearch(db) }

  /// Returns the best-known person whose full name, surname, or only name is a text; `nil` if there is none
  /// or the catalog has no people.
  ///
  /// People with the same name count as one person, as they do in a filter.
  func person(named text: String, _ factReader: inout FactReader) throws -> PersonWithTitles? {
    let words = TitleWords(text).words
    guard !words.isEmpty else { return nil }
    var candidates = try candidates(words)
    let fullNames = candidates.filter(\.isFullName)
    if !fullNames.isEmpty { candidates = fullNames }
    let credits = try candidates.map { (candidate: $0, titles: try people.titles(of: $0.id)) }
    let popular = credits.sorted { Self.bestRank($0.titles) < Self.bestRank($1.titles) }
      .prefix(Self.comparedPeople)
    let measured = try popular.map { credit in
      (candidate: credit.candidate, votes: try votes(of: credit.titles, &factReader))
    }
    guard let best = measured.max(by: { $0.votes < $1.votes }) else { return nil }
    let namesakes = credits.filter { $0.candidate.name == best.candidate.name }
    return PersonWithTitles(
      name: best.candidate.name, isFullName: best.candidate.isFullName, votes: best.votes,
      titles: Self.merged(namesakes.map(\.titles)))
  }

  /// Returns the people whose full name, surname, or only name consists of the words.
  private func candidates(_ words: [[UInt8]]) throws -> [Candidate] {
    let hits = try people.hits(words)
    // In a long list, a suffix after the surname is not considered.
    let ending = hits.count > Self.maximumPeople ? hits.filter { $0.match.contains(.ends) } : hits
    return try ending.prefix(Self.maximumPeople).compactMap { hit in
      guard let name = try people.name(of: hit.rank) else { return nil }
      let nameWords = TitleWords(name).words
      if Self.isFullName(words, nameWords) { return (hit.rank, name, true) }
      return Self.isSurname(words, nameWords) ? (hit.rank, name, false) : nil
    }
  }

  /// Returns whether several words are all words of a name, in any order, apart from initials.
  private static func isFullName(_ words: [[UInt8]], _ nameWords: [[UInt8]]) -> Bool {
    guard words.count > 1 else { return false }
    return nameWords.filter { $0.count > 1 } == words
      || words.sorted(by: { $0.lexicographicallyPrecedes($1) })
        == nameWords.sorted(by: { $0.lexicographicallyPrecedes($1) })
  }

  /// Returns whether a name ends with the words, apart from one of the ``suffixes``.
  private static func isSurname(_ words: [[UInt8]], _ nameWords: [[UInt8]]) -> Bool {
    guard !words.contains(where: suffixes.contains) else { return false }
    return (nameWords.last.map(suffixes.contains) == true ? nameWords.dropLast() : nameWords[...])
      .suffix(words.count).elementsEqual(words)
  }

  /// Returns the best rank of a title in which a person is director, writer, or actor; if there is none,
  /// the best rank of all titles.
  private static func bestRank(_ titles: [(rank: UInt32, role: Role)]) -> UInt32 {
    (titles.first { $0.role.isCredited } ?? titles.first)?.rank ?? .max
  }

  private func votes(
    of titles: [(rank: UInt32, role: Role)], _ factReader: inout FactReader
  ) throws -> Int {
    var votes = 0
    for title in titles.lazy.filter(\.role.isCredited).prefix(Self.measuredTitles) {
      votes += try factReader.facts(title.rank).map { Int($0.votes) } ?? 0
    }
    return votes
  }

  /// Returns the titles of all lists, ordered by rank, with the roles of equal titles combined.
  private static func merged(
    _ lists: [[(rank: UInt32, role: Role)]]
  ) -> [(rank: UInt32, role: Role)] {
    guard lists.count > 1 else { return lists.first ?? [] }
    let roles = Dictionary(lists.joined().map { ($0.rank, $0.role) }) { $0.union($1) }
    return roles.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Role {
  /// `true` if a person with these roles is a director, writer, or actor.
  fileprivate var isCredited: Bool { !isDisjoint(with: [.director, .writer, .actor]) }
}
