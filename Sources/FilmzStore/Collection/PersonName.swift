import FilmzDomain
import GRDB

/// The name of a person in a filter.
///
/// It matches every name that contains all of its words, in any order. The words must be whole words of the
/// name. If no person in the collection matches, they may also be prefixes of words.
package struct PersonName {
  /// The maximum number of words with an SQL term of their own, because SQLite limits the depth of
  /// expressions.
  ///
  /// The SQL function `hasname` compares all words.
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
  /// The column has one folded name per line, with a space before and after each name.
  func condition(wholeWords: Bool) -> SQL {
    let terms = words.prefix(Self.maximumTermCount).map { word -> SQL in
      "instr(names, \(" " + word + (wholeWords ? " " : ""))) > 0"
    }
    let oneNameHasAllWords: SQL =
      words.count > 1 ? "hasname(names, \(key), \(wholeWords))" : "1"
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
      return words.allSatisfy { word in
        nameWords.contains { wholeWords ? $0 == word : $0.hasPrefix(word) }
      }
    }
  }

  /// The SQL function `hasname(names, key, wholeWords)`.
  ///
  /// It returns whether at least one of the names, one per line, contains all words of the key. If
  /// `wholeWords` is `false`, the key's words may be prefixes of the name's words.
  static let function = DatabaseFunction("hasname", argumentCount: 3, pure: true) { values in
    guard let names = String.fromDatabaseValue(values[0]),
      let key = String.fromDatabaseValue(values[1]),
      let wholeWords = Bool.fromDatabaseValue(values[2])
    else { return false }
    return PersonName(key).matchesAny(of: names, wholeWords: wholeWords)
  }
}
