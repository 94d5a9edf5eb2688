import FilmzDomain
import GRDB

/// A person as a filter names one: words that one name of a film's people has, in any order.
///
/// They are whole words, or beginnings of words if no film of the collection has a name with them as whole
/// words.
struct PersonName {
  /// Words that SQLite looks for, because it limits the depth of expressions; `hasname` compares all.
  private static let mostTerms = 20

  private let words: [String]

  init(_ text: String) { words = TextFolding.words(text) }

  /// The condition on `listing` that the person took part in a film, in the role whose names are a column
  /// of `listingFacts`; in any role if that is `nil`.
  func condition(in column: String?) -> SQL {
    guard !words.isEmpty else { return "0" }
    let whole = names(areWhole: true)
    return """
      number IN (
        WITH begun AS MATERIALIZED (
          SELECT number, names FROM listingPeople WHERE \(names(areWhole: false)))
        SELECT number FROM begun WHERE \(whole) AND \(role(column, areWhole: true))
        UNION ALL SELECT number FROM begun WHERE NOT EXISTS (SELECT 1 FROM begun WHERE \(whole))
          AND \(role(column, areWhole: false)))
      """
  }

  /// The condition that `names`, folded between blanks and one a line, have the name.
  func names(areWhole: Bool) -> SQL {
    let terms = words.prefix(Self.mostTerms).map { word -> SQL in
      "instr(names, \(" " + word + (areWhole ? " " : ""))) > 0"
    }
    let oneHasAll: SQL =
      words.count > 1 ? "hasname(names, \(key), \(areWhole))" : "1"
    return "\((terms + [oneHasAll]).joined(separator: " AND "))"
  }

  private func role(_ column: String?, areWhole: Bool) -> SQL {
    guard let column else { return "1" }
    return """
      hasname((SELECT \(sql: column) FROM listingFacts
        WHERE listingFacts.number = begun.number), \(key), \(areWhole))
      """
  }

  private var key: String { words.joined(separator: " ") }

  /// Whether one of some names, one a line, is meant.
  func isOne(of names: String, areWhole: Bool) -> Bool {
    names.split(separator: "\n").contains { name in
      let other = TextFolding.words(String(name))
      return words.allSatisfy { word in
        other.contains { areWhole ? $0 == word : $0.hasPrefix(word) }
      }
    }
  }

  /// SQL's `hasname(names, key, areWhole)`: whether one of some names, one a line, has all words of a key.
  static let function = DatabaseFunction("hasname", argumentCount: 3, pure: true) { values in
    guard let names = String.fromDatabaseValue(values[0]),
      let key = String.fromDatabaseValue(values[1]),
      let areWhole = Bool.fromDatabaseValue(values[2])
    else { return false }
    return PersonName(key).isOne(of: names, areWhole: areWhole)
  }
}
