import FilmzDomain
import GRDB
import GRDBSQLite

/// Finds people by name, and the titles with their credits.
struct PeopleSearch {
  /// The maximum number of people with a name whose titles are searched.
  ///
  /// People with small numbers are preferred: they were added to IMDb first and are more popular.
  private static let maximumPeople = 2000

  private let terms: TermReader
  private let filmographyStatement: Statement
  private let nameStatement: Statement
  private let hasPeople: Bool

  init(_ db: Database) throws {
    terms = try TermReader(db, .people)
    filmographyStatement = try db.cachedStatement(
      sql: "SELECT titles FROM filmography WHERE person = ?")
    nameStatement = try db.cachedStatement(sql: "SELECT name FROM person WHERE id = ?")
    hasPeople = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM person)") ?? false
  }

  /// Returns the ranks of the titles in which all people of a filter have the required roles.
  ///
  /// - Throws: ``CatalogError/peopleMissing``.
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

  /// Returns names of people that match a text, those with small numbers first; `nil` if the
  /// catalog has no people.
  func names(_ text: String, limit: Int) throws -> [String]? {
    guard hasPeople else { return nil }
    return try names(of: people(named: text).prefix(limit))
  }

  /// The maximum number of combinations of similar words that are searched.
  private static let maximumCombinations = 20

  /// Returns names of people that are spelled similarly to an unknown name.
  func names(near text: String) throws -> [String] {
    let words = TitleWords(text).words
    var alternatives: [[[UInt8]]] = []
    for word in words {
      alternatives.append(try terms.contains(word) ? [word] : try terms.words(near: word))
    }
    // Limited after each word, because the number of combinations multiplies.
    let combinations = alternatives.reduce([[]]) { combinations, words in
      Array(
        combinations.flatMap { combination in words.map { combination + [$0] } }.prefix(
          Self.maximumCombinations))
    }
    let candidates = try combinations.filter { !$0.isEmpty }.flatMap { words in
      let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      return try names(of: people(named: text).prefix(3))
    }
    return SpellingDistance.names(near: text, among: Set(candidates))
  }

  private func names(of people: ArraySlice<UInt32>) throws -> [String] {
    try people.compactMap { try String.fetchOne(nameStatement, arguments: [Int64($0)]) }
  }

  /// Returns the ranks of the titles in which people with a name have one of some roles.
  private func ranks(of name: String, _ role: Role) throws -> Set<UInt32> {
    var ranks: Set<UInt32> = []
    for person in try people(named: name) {
      var postings: [UInt64] = []
      let row = filmographyStatement.sqliteStatement
      sqlite3_reset(row)
      sqlite3_bind_int64(row, 1, Int64(person))
      if try row.next() {
        let titles = row.blob(0)
        TermBlock.decodePostings(titles, in: 0..<titles.count, into: &postings)
      }
      sqlite3_reset(row)
      for posting in postings
      where !role.isDisjoint(with: Role(rawValue: UInt8(truncatingIfNeeded: posting))) {
        ranks.insert(UInt32(truncatingIfNeeded: posting >> 8))
      }
    }
    return ranks
  }

  /// Returns the people whose name matches best: exactly, else with all words in any order, else
  /// with the last word as a prefix.
  private func people(named name: String) throws -> [UInt32] {
    let words = TitleWords(name).words
    guard let lastWord = words.last else { return [] }
    let wordPostings = try words.map { try terms.postings(of: $0) }
    let allFlags: Hit.Match = [.begins, .ends, .main, .whole]
    var hits = [Hit](wordPostings, article: false, match: allFlags)
    let exactHits = hits.filter(\.match.mayBeExact)
    if words.count > 1, !exactHits.isEmpty { hits = exactHits }
    if hits.isEmpty {
      let lists = wordPostings.dropLast() + [try terms.postings(ofPrefix: lastWord)]
      hits = [Hit](Array(lists), article: false, match: allFlags)
    }
    return hits.prefix(Self.maximumPeople).map(\.rank)
  }
}
