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
  /// `true` if the text is the person's only name, such as *Tabu*.
  let isOnlyName: Bool
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
  ///
  /// If there are more, those with the smallest ids are compared, because their titles would have to be
  /// read to find the best-known. So a well-known person with a frequent name is not found if many people
  /// with that name were added to IMDb earlier.
  private static let maximumPeople = 2000
  /// The maximum number of people with a word in their names whose names are compared with a surname.
  private static let maximumComparedNames = 50
  /// The number of people with the most popular titles of whom the votes are compared.
  private static let comparedPeople = 8
  /// The number of titles whose votes are the measure of how well-known a person is.
  private static let measuredTitles = 3
  /// Words after a surname that are not part of it.
  private static let suffixes = Set(["jr", "sr", "ii", "iii", "iv"].map { Array($0.utf8) })

  /// A person whose name may match.
  private struct Candidate {
    let id: UInt32
    let titles: [(rank: UInt32, role: Role)]

    /// The best rank of a title in which the person is director, writer, or actor; if there is none, the
    /// best rank of all titles.
    var bestRank: UInt32 { (titles.first { $0.role.isCredited } ?? titles.first)?.rank ?? .max }
  }

  private let people: PeopleSearch

  init(_ db: Database) throws { people = try PeopleSearch(db) }

  /// Returns the best-known person whose full name, surname, or only name is a text; `nil` if there is none
  /// or the catalog has no people.
  ///
  /// If many people have the words in their names, only some of them are compared (``maximumPeople``).
  /// People with the same name count as one person, as they do in a filter.
  func person(named text: String, _ factReader: inout FactReader) throws -> PersonWithTitles? {
    let words = TitleWords(text).words
    let hits = try people.hits(words)
    guard !hits.isEmpty else { return nil }
    let fullNames = words.count > 1 ? try ids(hits) { Self.isFullName(words, $0) } : []
    let ids = fullNames.isEmpty ? try ids(hits, ofSurname: words) : fullNames
    guard let best = try bestKnown(ids, &factReader),
      let name = try people.name(of: best.candidate.id)
    else { return nil }
    return PersonWithTitles(
      name: name, isFullName: !fullNames.isEmpty,
      isOnlyName: words.count == 1 && TitleWords(name).words == words,
      votes: best.votes,
      titles: try titles(ofPeopleNamed: name, best.candidate))
  }

  /// Returns the ids of the people whose surname or only name consists of the words.
  private func ids(_ hits: [Hit], ofSurname words: [[UInt8]]) throws -> [UInt32] {
    guard words.count == 1, hits.count > Self.maximumComparedNames else {
      return try ids(hits) { Self.isSurname(words, $0) }
    }
    // The flags of a single word contain whether the name ends with it.
    guard !words.contains(where: Self.suffixes.contains) else { return [] }
    return hits.filter { $0.match.contains(.ends) }.prefix(Self.maximumPeople).map(\.rank)
  }

  /// Returns the ids of the people with names whose words fulfill a condition.
  private func ids(_ hits: [Hit], _ condition: ([[UInt8]]) -> Bool) throws -> [UInt32] {
    try hits.prefix(Self.maximumPeople).map(\.rank).filter { id in
      try people.name(of: id).map { condition(TitleWords($0).words) } ?? false
    }
  }

  /// Returns the best-known of several people, with the votes of the person's best-known titles.
  private func bestKnown(
    _ ids: [UInt32], _ factReader: inout FactReader
  ) throws -> (candidate: Candidate, votes: Int)? {
    let candidates = try ids.map { Candidate(id: $0, titles: try people.titles(of: $0)) }
    var best: (candidate: Candidate, votes: Int)?
    for candidate in candidates.sorted(by: { $0.bestRank < $1.bestRank }).prefix(
      Self.comparedPeople)
    {
      let votes = try votes(of: candidate.titles, &factReader)
      if votes > best?.votes ?? -1 { best = (candidate, votes) }
    }
    return best
  }

  /// Returns the titles of a person and of all people with the same name.
  private func titles(
    ofPeopleNamed name: String, _ person: Candidate
  ) throws -> [(rank: UInt32, role: Role)] {
    var lists = [person.titles]
    for hit in try people.hits(TitleWords(name).words).prefix(Self.maximumPeople)
    where hit.match.mayBeExact && hit.rank != person.id {
      if try people.name(of: hit.rank) == name { lists.append(try people.titles(of: hit.rank)) }
    }
    return Self.merged(lists)
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
    (nameWords.last.map(suffixes.contains) == true ? nameWords.dropLast() : nameWords[...])
      .suffix(words.count).elementsEqual(words)
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
