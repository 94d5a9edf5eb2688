import FilmzDomain
import GRDB

/// Finds people by name, and the titles for which they have credits.
struct PeopleSearch {
  /// The maximum number of people that are found for a name.
  ///
  /// People with small ids are preferred: they were added to IMDb first, and most are better known.
  static let maximumPeople = 2000

  private let termReader: TermReader
  private let filmographyStatement: Statement
  private let nameStatement: Statement
  private let steps: SearchSteps
  /// `true` if the catalog has people.
  let hasPeople: Bool

  init(_ db: Database, _ steps: SearchSteps = SearchSteps()) throws {
    self.steps = steps
    termReader = try TermReader(db, .people, steps)
    filmographyStatement = try db.cachedStatement(sql: "SELECT titles FROM filmography WHERE person = ?")
    nameStatement = try db.cachedStatement(sql: "SELECT name FROM person WHERE id = ?")
    let anyPerson = try db.cachedStatement(sql: "SELECT EXISTS (SELECT * FROM person)")
    hasPeople = try Bool.fetchOne(anyPerson) ?? false
  }

  /// Returns the ranks, in ascending order, of the titles in which all people that a filter names have the required
  /// roles.
  ///
  /// - Throws: ``CatalogError/peopleMissing`` if the catalog has no people.
  func ranks(_ filter: FilmFilter) throws -> [UInt32] {
    guard hasPeople else { throw CatalogError.peopleMissing }
    let anyRole: Role = [.director, .writer, .actor, .other]
    let requirements =
      filter.directors.map { ($0, Role.director) } + filter.actors.map { ($0, .actor) }
      + filter.people.map { ($0, anyRole) }
    var commonRanks: Set<UInt32>?
    for (name, role) in requirements {
      let ranks = try self.ranks(of: name, role)
      commonRanks = commonRanks?.intersection(ranks) ?? ranks
    }
    return (commonRanks ?? []).sorted()
  }

  /// Returns the people whose names contain all words, ordered by id; none if the catalog has no people.
  func hits(_ words: [[UInt8]]) throws -> [Hit] {
    guard hasPeople else { return [] }
    var lists: [[UInt64]] = []
    for word in words {
      let postings = try termReader.postings(of: word)
      if postings.isEmpty { return [] }
      lists.append(postings)
    }
    return try [Hit](lists, article: false, match: .all, steps)
  }

  /// Returns the name of a person, or `nil` if the catalog lacks the id.
  func name(of person: UInt32) throws -> String? {
    try steps.take(SearchSteps.names)
    return try nameStatement.row(for: person) { $0.text(0) } ?? nil
  }

  /// Returns the ranks of a person's titles, ascending, with the roles of the person.
  func titles(of person: UInt32) throws -> [(rank: UInt32, role: Role)] {
    try steps.take(SearchSteps.names)
    let postings: [UInt64] =
      try filmographyStatement.row(for: person) { row in
        let titles = row.blob(0)
        return TermBlock.decodedPostings(titles, in: 0..<titles.count)
      } ?? []
    return postings.map { (UInt32(truncatingIfNeeded: $0 >> 8), Role(rawValue: UInt8(truncatingIfNeeded: $0))) }
  }

  /// Returns the best rank of a title in which a person has one of the roles; if there is none, the best rank of all
  /// titles of the person.
  func bestRank(of person: UInt32, in roles: Role) throws -> UInt32 {
    try steps.take(SearchSteps.names)
    let posting = try filmographyStatement.row(for: person) { row in
      let titles = row.blob(0)
      return TermBlock.firstPosting(titles, mask: roles.rawValue) ?? TermBlock.firstPosting(titles, mask: nil)
    }
    return posting?.map { UInt32(truncatingIfNeeded: $0 >> 8) } ?? .max
  }

  /// Returns the names of at most `limit` people whose names match a string, ordered by the ids of the
  /// people; `nil` if the catalog has no people.
  func names(_ text: String, limit: Int) throws -> [String]? {
    guard hasPeople else { return nil }
    return try names(of: people(named: text).prefix(limit))
  }

  /// The maximum number of combinations of similar words that are searched.
  private static let maximumCombinations = 20

  /// Returns at most three names of people that are spelled similarly to an unknown name.
  func names(near text: String) throws -> [String] {
    let candidates = try spellings(near: TitleWords(text).words).filter { !$0.isEmpty }.flatMap { words in
      let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      return try names(of: people(named: text).prefix(3))
    }
    return SpellingDistance.names(near: text, among: Set(candidates))
  }

  /// Returns combinations of words of the index that are spelled similarly to the given words; given words that the
  /// index contains are kept.
  func spellings(near words: [[UInt8]]) throws -> [[[UInt8]]] {
    var alternatives: [[[UInt8]]] = []
    for word in words { alternatives.append(try termReader.contains(word) ? [word] : try termReader.words(near: word)) }
    // Limited after each word, because each word multiplies the number of combinations.
    return alternatives.reduce([[]]) { combinations, words in
      Array(combinations.flatMap { combination in words.map { combination + [$0] } }.prefix(Self.maximumCombinations))
    }
  }

  private func names(of people: ArraySlice<UInt32>) throws -> [String] { try people.compactMap(name) }

  /// Returns the ranks of the titles in which a person with a name has at least one of the roles.
  private func ranks(of name: String, _ role: Role) throws -> Set<UInt32> {
    var ranks: Set<UInt32> = []
    for person in try people(named: name) {
      for title in try titles(of: person) where !role.isDisjoint(with: title.role) { ranks.insert(title.rank) }
    }
    return ranks
  }

  /// Returns the ids of the people whose names match best, at most ``maximumPeople``, in ascending
  /// order.
  ///
  /// If `name` has several words and equals the names of some people, returns these people. Otherwise,
  /// returns the people whose names contain all words of `name` in any order. If no names do, the last
  /// word of `name` may also be the beginning of a word.
  private func people(named name: String) throws -> [UInt32] {
    let words = TitleWords(name).words
    guard let lastWord = words.last else { return [] }
    let wordPostings = try words.map { try termReader.postings(of: $0) }
    var hits = try [Hit](wordPostings, article: false, match: .all, steps)
    let exactHits = hits.filter(\.match.mayBeExact)
    if words.count > 1, !exactHits.isEmpty { hits = exactHits }
    if hits.isEmpty {
      let lists = wordPostings.dropLast() + [try termReader.postings(ofPrefix: lastWord)]
      hits = try [Hit](Array(lists), article: false, match: .all, steps)
    }
    return hits.prefix(Self.maximumPeople).map(\.person)
  }
}

/// Compares names of titles with the words of a query.
struct NameMatcher {
  /// The maximum length of names that are compared without splitting them into words.
  ///
  /// Longer names may have words that are truncated in the index.
  private static let maximumPlainLength = 60

  private let words: TitleWords
  /// The words without a leading article, joined by spaces, in each of their forms.
  private let keys: [[UInt8]]

  init(_ words: TitleWords) {
    self.words = words
    keys = words.formsWithoutArticle.map { Array($0.joined(separator: [0x20])) }
  }

  /// Returns the exactness of a title or an original title, which is never ``ScoredTitle/Exactness/local``.
  ///
  /// The title is given in UTF-8; `name` returns it as a string.
  func exactness(_ bytes: UnsafeRawBufferPointer, name: () -> String) -> ScoredTitle.Exactness {
    if let isEqual = equalsPlain(bytes) { return isEqual ? .main : .none }
    let name = name()
    if words.equals(name: name) { return .main }
    return name.partBeforeSubtitle.map { words.equals(name: $0) } == true ? .beforeSubtitle : .none
  }

  /// Returns whether a name equals the words, or `nil` if it contains other characters than ASCII letters
  /// and digits with single spaces between them.
  ///
  /// Otherwise, the result equals that of ``TitleWords/equals(name:)``, which takes much longer.
  private func equalsPlain(_ name: UnsafeRawBufferPointer) -> Bool? {
    guard !name.isEmpty, name.count <= Self.maximumPlainLength else { return nil }
    var previous: UInt8 = 0x20
    var firstSpace: Int?
    for index in name.indices {
      let byte = name[index]
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: break
      case 0x20 where previous != 0x20: firstSpace = firstSpace ?? index
      default: return nil
      }
      previous = byte
    }
    guard previous != 0x20 else { return nil }
    let beginsWithArticle = firstSpace.map { Articles.contains(name[..<$0].map(Self.lowercased)[...]) }
    let start = beginsWithArticle == true ? (firstSpace ?? 0) + 1 : 0
    return keys.contains { key in
      key.count == name.count - start && key.indices.allSatisfy { key[$0] == Self.lowercased(name[start + $0]) }
    }
  }

  /// Returns a letter in lowercase, and digits and spaces unchanged.
  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 ? byte | 0x20 : byte }
}

extension String {
  /// The part before a subtitle, or `nil` if there is no subtitle.
  fileprivate var partBeforeSubtitle: String? {
    guard let end = firstRange(of: ": ") ?? firstRange(of: " - ") else { return nil }
    return String(self[..<end.lowerBound])
  }
}
