package import FilmzDomain
import Foundation
import GRDB

// Genres and people of the films in the collection and the film cache.
extension CollectionStore {
  /// The maximum number of films whose people are compared with a name.
  private static let maximumFilmCount = 50_000

  /// Returns the genres of all films in the film cache, sorted.
  package func cachedGenres() async throws -> [String] {
    try await read { db in
      let sql = "SELECT DISTINCT genres FROM cache.film WHERE genres IS NOT NULL"
      let lists = try String.fetchAll(db, sql: sql)
      return Set(lists.flatMap { $0.components(separatedBy: ", ") }).sorted()
    }
  }

  /// Returns whether any film in the film cache has a person whose name has all words of `name`.
  ///
  /// Each word may also be the beginning of a word of the person's name.
  package func hasCachedPerson(_ name: String) async throws -> Bool {
    try await read { db in
      let request: SQL = """
        SELECT EXISTS (SELECT 1 FROM (
            SELECT ' ' || replace(people, char(10), ' ' || char(10) || ' ') || ' ' AS names
            FROM cache.film WHERE people IS NOT NULL)
          WHERE \(PersonName(name).condition(wholeWords: false)))
        """
      return try Bool.fetchOne(db, SQLRequest(literal: request)) ?? false
    }
  }

  /// Returns at most three names of directors and actors in the film cache that are similar to a name.
  package func people(near name: String) async throws -> [String] {
    try await read { db in
      let request: SQL = "SELECT directors, actors FROM cache.film LIMIT \(Self.maximumFilmCount)"
      return SpellingDistance.names(near: name, among: try Self.nameCounts(request, db).keys)
    }
  }

  /// Returns at most `limit` names of directors and actors of the collection's films, the most frequent
  /// first.
  ///
  /// Each word of `text` must be the beginning of a word of the name. At most 1,000 films with matching names
  /// are counted.
  package func people(beginningWith text: String, limit: Int) async throws -> [String] {
    let person = PersonName(text)
    return try await withListIndex { db in
      let request: SQL = """
        SELECT directors, actors FROM listIndexPeople JOIN listIndexFacts USING (number)
        WHERE \(person.condition(wholeWords: false)) LIMIT 1000
        """
      let counts = try Self.nameCounts(request, db)
      return counts.filter { person.matchesAny(of: $0.key, wholeWords: false) }.mostFrequent(limit).map(\.value)
    }
  }

  /// Returns the number of occurrences of each name in the rows of a query.
  ///
  /// The query's two columns contain the directors and the actors of a film, with one name per line. A person
  /// who is both a director and an actor of a film is counted twice.
  private static func nameCounts(_ request: SQL, _ db: Database) throws -> [String: Int] {
    let rows = try Row.fetchCursor(db, SQLRequest(literal: request))
    var counts: [String: Int] = [:]
    while let row = try rows.next() {
      for list in [try row.value(0), try row.value(1)] as [String?] {
        for name in (list ?? "").split(separator: "\n") { counts[String(name), default: 0] += 1 }
      }
    }
    return counts
  }
}

extension CollectionStore {
  /// Returns the tags of films and viewings with the number of films of each.
  ///
  /// The highest numbers come first; tags with equal numbers are sorted by name. Tags with the same
  /// `tagKey` are one tag, in the most frequent spelling.
  package func tagCounts() async throws -> [ValueCount] {
    try await readShown { db, isShown in
      let sql = """
        SELECT entry.id AS film, tag.value FROM main.entry, json_each(entry.tags) AS tag
        WHERE entry.tags <> '[]' AND \(isShown("entry.id"))
        UNION
        SELECT viewing.film, tag.value FROM main.viewing, json_each(viewing.tags) AS tag
        WHERE viewing.tags <> '[]' AND \(isShown("viewing.film"))
        """
      let rows = try db.rowCursor(sql)
      var tags: [String: (films: Set<String>, spellings: [String: Int])] = [:]
      while let row = try rows.next() {
        let tag: String = try row.value("value")
        tags[tag.tagKey, default: ([], [:])].films.insert(try row.value("film"))
        tags[tag.tagKey]?.spellings[tag, default: 0] += 1
      }
      let counts = tags.values.map { ValueCount(value: $0.spellings.mostFrequentValue, count: $0.films.count) }
      return counts.sorted {
        ($1.count, TextFolding.key($0.value), $0.value) < ($0.count, TextFolding.key($1.value), $1.value)
      }
    }
  }
}

extension [String: Int] {
  /// The most frequent value, the first one by code points if there are several; an empty text if there is none.
  fileprivate var mostFrequentValue: String { self.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "" }
}

/// The name of a person in a filter.
///
/// It matches every name that contains all of its words, in any order. The words must be whole words of the name. If no
/// person in the collection matches, the words may also be prefixes of the name's words.
package struct PersonName {
  /// The maximum number of words with an SQL term of their own, because SQLite limits the depth of
  /// expressions.
  ///
  /// The SQL function `hasname` compares all words, including further ones.
  private static let maximumTermCount = 20

  private let words: [String]

  package init(_ text: String) { words = TextFolding.words(text) }

  /// Returns the condition on `listIndex` that the person took part in a film.
  ///
  /// `column` is the column of `listIndexFacts` with the names of one role, such as the directors. If
  /// `column` is `nil`, the person may have any role.
  func condition(in column: String?) -> SQL {
    guard !words.isEmpty else { return "0" }
    let matchesWholeWords = condition(wholeWords: true)
    return """
      number IN (
        WITH candidate AS MATERIALIZED (
          SELECT number, names FROM listIndexPeople WHERE \(condition(wholeWords: false)))
        SELECT number FROM candidate
          WHERE \(matchesWholeWords) AND \(roleCondition(column, wholeWords: true))
        UNION ALL SELECT number FROM candidate
          WHERE NOT EXISTS (SELECT 1 FROM candidate WHERE \(matchesWholeWords))
          AND \(roleCondition(column, wholeWords: false)))
      """
  }

  /// Returns the condition that at least one name in the column `names` matches this name.
  ///
  /// The column has a folded name on each line, with a space before and after the name.
  func condition(wholeWords: Bool) -> SQL {
    let terms = words.prefix(Self.maximumTermCount).map { word -> SQL in
      "instr(names, \(" " + word + (wholeWords ? " " : ""))) > 0"
    }
    let oneNameHasAllWords: SQL = words.count > 1 ? "hasname(names, \(key), \(wholeWords))" : "1"
    return "\((terms + [oneNameHasAllWords]).joined(separator: " AND "))"
  }

  private func roleCondition(_ column: String?, wholeWords: Bool) -> SQL {
    guard let column else { return "1" }
    return """
      hasname((SELECT \(sql: column) FROM listIndexFacts
        WHERE listIndexFacts.number = candidate.number), \(key), \(wholeWords))
      """
  }

  private var key: String { words.joined(separator: " ") }

  /// Returns whether at least one name in a list of names, one per line, matches this name.
  package func matchesAny(of names: String, wholeWords: Bool) -> Bool {
    names.split(separator: "\n").contains { name in
      let nameWords = TextFolding.words(String(name))
      return words.allSatisfy { word in nameWords.contains { wholeWords ? $0 == word : $0.hasPrefix(word) } }
    }
  }

  /// The SQL function `hasname(names, key, wholeWords)`.
  ///
  /// It returns whether at least one of the names, one per line, contains all words of the key. If
  /// `wholeWords` is `false`, the key's words may be prefixes of the name's words.
  static let function = DatabaseFunction("hasname", argumentCount: 3, pure: true) { values in
    guard let names = String.fromDatabaseValue(values[0]), let key = String.fromDatabaseValue(values[1]),
      let wholeWords = Bool.fromDatabaseValue(values[2])
    else { return false }
    return PersonName(key).matchesAny(of: names, wholeWords: wholeWords)
  }
}
