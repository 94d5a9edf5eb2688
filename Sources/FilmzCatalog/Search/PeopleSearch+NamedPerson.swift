import FilmzDomain

// The best-known person whose name or surname is the text of a query.
//
// At most ``maximumPeople`` people with the words in their names are compared, because their titles have to be read:
// those with the smallest ids. So a well-known person with a frequent name is not found if many people with that name
// were added to IMDb earlier.
extension PeopleSearch {
  /// If more people than this have a word in their names, the flags of the index show whether it is the surname;
  /// otherwise, their names are compared with it.
  private static let maximumComparedNames = 50
  /// The number of people whose votes are compared: those with the most popular titles.
  private static let comparedPeople = 8
  /// The number of titles whose votes are the measure of how well-known a person is.
  private static let measuredTitles = 3
  /// A person whose first name is the text must have this many times the votes of the best-known person with this surname.
  private static let givenNameFactor = 2
  /// The number of votes of a person above which a surname is not compared with given names.
  private static let votesOfUndisputedSurname = 1_000_000
  /// The minimum length of a word of a name that is searched with corrections.
  private static let minimumLengthOfCorrection = 5
  /// Words after a surname that are not part of it.
  private static let suffixes = Set(["jr", "sr", "ii", "iii", "iv"].map { Array($0.utf8) })

  /// The roles by which people are compared.
  fileprivate static let creditedRoles: Role = [.director, .writer, .actor]

  /// A person whose name may match, with the person's titles.
  private typealias Candidate = (id: UInt32, titles: [(rank: UInt32, role: Role)])

  /// Returns the best-known person whose full name, surname, or only name is a text; `nil` if there is none
  /// or the catalog has no people.
  ///
  /// If many people have the words in their names, only some of them are compared (``maximumPeople``).
  /// People with the same name count as one person, as they do in a filter. If `mayBeGivenName` is `true`, the
  /// text may be the first word of the name of a person who is much better known than all with this surname.
  func person(
    named text: String, mayBeGivenName: Bool = false, _ factReader: inout FactReader
  ) throws -> PersonWithTitles? {
    try person(named: TitleWords(text).words, mayBeGivenName: mayBeGivenName, &factReader)
  }

  /// Returns the best-known person whose full name, surname, or only name is spelled similarly to the given words;
  /// `nil` if no such person is well-known.
  func knownPerson(near words: [[UInt8]], _ factReader: inout FactReader) throws -> PersonWithTitles? {
    guard (1...3).contains(words.count), words.contains(where: { $0.count >= Self.minimumLengthOfCorrection }) else {
      return nil
    }
    var best: PersonWithTitles?
    for words in try spellings(near: words) where !words.isEmpty {
      guard let person = try person(named: words, mayBeGivenName: false, &factReader), person.isWellKnown,
        person.votes > best?.votes ?? 0
      else { continue }
      best = person
    }
    return best
  }

  private func person(
    named words: [[UInt8]], mayBeGivenName: Bool, _ factReader: inout FactReader
  ) throws -> PersonWithTitles? {
    let hits = try hits(words)
    guard !hits.isEmpty else { return nil }
    let fullNames = words.count > 1 ? try ids(hits) { Self.isFullName(words, $0) } : []
    let ids = fullNames.isEmpty ? try ids(hits, ofSurname: words) : fullNames
    let best = try bestKnown(ids, &factReader)
    let votes = best?.votes ?? 0
    if mayBeGivenName, fullNames.isEmpty, votes < Self.votesOfUndisputedSurname,
      let namesake = try bestKnown(self.ids(hits, ofGivenName: words), &factReader),
      namesake.votes >= max(PersonWithTitles.minimumTrustedVotes, Self.givenNameFactor * votes)
    {
      return try person(namesake, words, isFullName: false)
    }
    return try best.flatMap { try person($0, words, isFullName: !fullNames.isEmpty) }
  }

  private func person(
    _ best: (candidate: Candidate, votes: Int), _ words: [[UInt8]], isFullName: Bool
  ) throws -> PersonWithTitles? {
    guard let name = try name(of: best.candidate.id) else { return nil }
    return PersonWithTitles(
      name: name, isFullName: isFullName, isOnlyName: words.count == 1 && TitleWords(name).words == words,
      votes: best.votes, titles: try titles(ofPeopleNamed: name, best.candidate))
  }

  /// Returns the ids of the people whose surname or only name consists of the words.
  private func ids(_ hits: [Hit], ofSurname words: [[UInt8]]) throws -> [UInt32] {
    guard words.count == 1, hits.count > Self.maximumComparedNames else {
      return try ids(hits) { Self.isSurname(words, $0) }
    }
    // For a single word, the flag shows whether the name ends with it.
    guard !words.contains(where: Self.suffixes.contains) else { return [] }
    return hits.filter { $0.match.contains(.ends) }.prefix(Self.maximumPeople).map(\.person)
  }

  /// Returns the ids of the people whose name begins with the only word of a query, if it has at least three bytes.
  private func ids(_ hits: [Hit], ofGivenName words: [[UInt8]]) throws -> [UInt32] {
    guard words.count == 1, words[0].count > 2 else { return [] }
    return hits.filter { $0.match.contains(.begins) }.prefix(Self.maximumPeople).map(\.person)
  }

  /// Returns the ids of the people with names whose words satisfy a condition.
  private func ids(_ hits: [Hit], _ condition: ([[UInt8]]) -> Bool) throws -> [UInt32] {
    try hits.prefix(Self.maximumPeople).map(\.person).filter { id in
      try name(of: id).map { condition(TitleWords($0).words) } ?? false
    }
  }

  /// Returns the best-known of several people, with the votes of the person's best-known titles.
  private func bestKnown(
    _ ids: [UInt32], _ factReader: inout FactReader
  ) throws -> (candidate: Candidate, votes: Int)? {
    let ranked = try ids.map { (id: $0, rank: try bestRank(of: $0, in: Self.creditedRoles)) }
    var best: (candidate: Candidate, votes: Int)?
    for (id, _) in ranked.sorted(by: { $0.rank < $1.rank }).prefix(Self.comparedPeople) {
      let candidate = Candidate(id: id, titles: try titles(of: id))
      let votes = try votes(of: candidate.titles, &factReader)
      if votes > best?.votes ?? -1 { best = (candidate, votes) }
    }
    return best
  }

  /// Returns the titles of a person and of all people with the same name.
  private func titles(ofPeopleNamed name: String, _ person: Candidate) throws -> [(rank: UInt32, role: Role)] {
    var lists = [person.titles]
    for hit in try hits(TitleWords(name).words).prefix(Self.maximumPeople)
    where hit.match.mayBeExact && hit.person != person.id {
      if try self.name(of: hit.person) == name { lists.append(try titles(of: hit.person)) }
    }
    return Self.merged(lists)
  }

  /// Returns whether several words are all words of a name in any order, or all except initials in the same order.
  private static func isFullName(_ words: [[UInt8]], _ nameWords: [[UInt8]]) -> Bool {
    func sorted(_ words: [[UInt8]]) -> [[UInt8]] { words.sorted { $0.lexicographicallyPrecedes($1) } }
    guard words.count > 1 else { return false }
    return nameWords.filter { $0.count > 1 } == words || sorted(words) == sorted(nameWords)
  }

  /// Returns whether a name ends with the words, apart from one of the ``suffixes``.
  private static func isSurname(_ words: [[UInt8]], _ nameWords: [[UInt8]]) -> Bool {
    let endsWithSuffix = nameWords.last.map(suffixes.contains) == true
    return nameWords.dropLast(endsWithSuffix ? 1 : 0).suffix(words.count).elementsEqual(words)
  }

  private func votes(of titles: [(rank: UInt32, role: Role)], _ factReader: inout FactReader) throws -> Int {
    var votes = 0
    for title in titles.lazy.filter(\.role.isCredited).prefix(Self.measuredTitles) {
      votes += try factReader.facts(title.rank).map { Int($0.votes) } ?? 0
    }
    return votes
  }

  /// Returns the titles of all lists, ordered by rank, with the roles of equal titles combined.
  private static func merged(_ lists: [[(rank: UInt32, role: Role)]]) -> [(rank: UInt32, role: Role)] {
    guard lists.count > 1 else { return lists.first ?? [] }
    let roles = Dictionary(lists.joined().map { ($0.rank, $0.role) }) { $0.union($1) }
    return roles.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Role {
  /// `true` if a person with these roles is a director, writer, or actor.
  fileprivate var isCredited: Bool { !isDisjoint(with: PeopleSearch.creditedRoles) }
}

/// A person whose name or surname is the text of a query, with the person's titles.
struct PersonWithTitles {
  /// The minimum number of ``votes`` of a person whose surname counts as spelled correctly.
  static let minimumTrustedVotes = 20_000

  let name: String
  /// `true` if the text is the full name, of several words; `false` if it is a surname or a single name.
  let isFullName: Bool
  /// `true` if the text is the person's only name, such as *Tabu*.
  let isOnlyName: Bool
  /// The sum of the votes of the person's three best-known titles as director, writer, or actor.
  let votes: Int
  /// The ranks of the person's titles, ascending, with the roles in them.
  let titles: [(rank: UInt32, role: Role)]

  /// `true` if the text is certainly spelled as intended: it is a full name, or the person is well-known.
  var isKnown: Bool { isFullName || isWellKnown }

  var isWellKnown: Bool { votes >= Self.minimumTrustedVotes }
}
