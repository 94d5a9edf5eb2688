import FilmzDomain
import GRDB
import GRDBSQLite

/// Finds people by their names, and their titles.
struct PeopleSearch {
  /// People whose titles are looked at where many have the name; those with small numbers came to
  /// IMDb first, and are the better known ones.
  private static let most = 2000

  private let terms: TermReader
  private let filmographies: Statement
  private let names: Statement
  private let hasPeople: Bool

  init(_ db: Database) throws {
    terms = try TermReader(db, .people)
    filmographies = try db.cachedStatement(sql: "SELECT titles FROM filmography WHERE person = ?")
    names = try db.cachedStatement(sql: "SELECT name FROM person WHERE id = ?")
    hasPeople = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT * FROM person)") ?? false
  }

  /// The ranks of the titles in which all people of some filters have to do as it is asked.
  ///
  /// - Throws: ``CatalogError/peopleMissing``.
  func ranks(_ filter: FilmFilter) throws -> [UInt32] {
    guard hasPeople else { throw CatalogError.peopleMissing }
    let any: Role = [.director, .writer, .actor, .other]
    let wanted =
      filter.directors.map { ($0, Role.director) } + filter.actors.map { ($0, .actor) }
      + filter.people.map { ($0, any) }
    var common: Set<UInt32>?
    for (name, role) in wanted {
      let ranks = try titles(of: name, role)
      common = common?.intersection(ranks) ?? ranks
    }
    return (common ?? []).sorted()
  }

  /// Names of people who are called so, those with small numbers first; `nil` if the catalog has no people.
  func names(_ text: String, limit: Int) throws -> [String]? {
    guard hasPeople else { return nil }
    return try name(people(named: text).prefix(limit))
  }

  /// The combinations of similar words that are looked for.
  private static let mostTexts = 20

  /// Returns names that are spelled like one that the catalog does not know.
  func names(near text: String) throws -> [String] {
    let words = TitleWords(text).words
    var similar: [[[UInt8]]] = []
    for word in words {
      similar.append(try terms.has(word) ? [word] : try terms.words(near: word))
    }
    // Cut at each word, because the combinations multiply.
    let texts = similar.reduce([[]]) { texts, choices in
      Array(texts.flatMap { text in choices.map { text + [$0] } }.prefix(Self.mostTexts))
    }
    let found = try texts.filter { !$0.isEmpty }.flatMap { words in
      let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      return try name(people(named: text).prefix(3))
    }
    return SpellingDistance.names(near: text, among: Set(found))
  }

  private func name(_ people: ArraySlice<UInt32>) throws -> [String] {
    try people.compactMap { try String.fetchOne(names, arguments: [Int64($0)]) }
  }

  private func titles(of name: String, _ role: Role) throws -> Set<UInt32> {
    var ranks: Set<UInt32> = []
    for person in try people(named: name) {
      var entries: [UInt64] = []
      let row = filmographies.sqliteStatement
      sqlite3_reset(row)
      sqlite3_bind_int64(row, 1, Int64(person))
      if try row.next() {
        let titles = row.blob(0)
        TermBlock.entries(titles, in: 0..<titles.count, into: &entries)
      }
      sqlite3_reset(row)
      for entry in entries
      where !role.isDisjoint(with: Role(rawValue: UInt8(truncatingIfNeeded: entry))) {
        ranks.insert(UInt32(truncatingIfNeeded: entry >> 8))
      }
    }
    return ranks
  }

  /// Those whose name is just the words, else those who have all of them, else those with beginnings.
  private func people(named name: String) throws -> [UInt32] {
    let words = TitleWords(name)
    guard let last = words.words.last else { return [] }
    let whole = try words.words.map { try terms.entries(of: $0) }
    let all: Hit.Match = [.begins, .ends, .main, .whole]
    var hits = [Hit](whole, article: false, match: all)
    let exact = hits.filter(\.match.maybeExact)
    if words.words.count > 1, !exact.isEmpty { hits = exact }
    if hits.isEmpty {
      let lists = whole.dropLast() + [try terms.entries(beginningWith: last)]
      hits = [Hit](Array(lists), article: false, match: all)
    }
    return hits.prefix(Self.most).map(\.rank)
  }
}
