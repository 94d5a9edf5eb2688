import FilmzDomain

/// Reports syntax of other shells and languages that a line of the shell may contain by habit.
enum UnsupportedSyntax {
  /// The verbs after which a filter with spaces, such as `rating > 8`, is reported.
  private static let filteringVerbs: Set<String> = [
    "search", "browse", "discover", "ls", "find", "watchlist", "collections", "random", "rate", "export",
  ]

  private static let comparisons: Set<String> = ["<", "<=", ">=", "=", "=="]
  private static let errorRedirections: Set<String> = [
    "2>", "2>>", "1>", "&>", "&>>", ">&", ">|", "2>&1", "1>&2", "|&", "2>/dev/null",
  ]

  /// Checks the words of a command; quoted words are never operators.
  ///
  /// `verb` is the verb of the command; `nil` if the words do not begin with one.
  ///
  /// - Throws: ``CommandError/unsupportedSyntax(_:)``, ``CommandError/spacedFilter(_:)``.
  static func check(_ words: [Word], verb: String?) throws(CommandError) {
    let canHaveFilter = verb.map(filteringVerbs.contains) ?? true
    if canHaveFilter, let filter = spacedFilter(in: words) { throw .spacedFilter(filter) }
    for (index, word) in words.enumerated() where !word.isQuoted {
      let isLast = index == words.count - 1
      switch word.text {
      case "&&", "||":
        guard verb == nil || isLast || CommandTree.isVerb(words[index + 1].text.lowercased()) else { continue }
        throw .unsupportedSyntax("`\(word.text)` does not join commands here; use `;`, as in `search heat; add 1`")
      case "&" where isLast: throw .unsupportedSyntax("filmz runs no command in the background; leave out the `&`")
      case "<" where isLast || index == words.count - 2, "<<", "<<<":
        throw .unsupportedSyntax("`\(word.text)` reads no file here; `source FILE` runs the lines of a script")
      case let text where errorRedirections.contains(text):
        throw .unsupportedSyntax("`\(text)` is not available; `>`, `>>` and `|` redirect the data of a command")
      default: continue
      }
    }
  }

  /// Returns the form without spaces of a filter such as `rating >= 8`, `rating >=8` or `rating = 8`;
  /// `nil` if there is no such filter.
  private static func spacedFilter(in words: [Word]) -> String? {
    for (index, word) in words.enumerated().dropLast() where isField(word) {
      let next = words[index + 1]
      guard !next.isQuoted else { continue }
      if comparisons.contains(next.text), index + 2 < words.count, isNumber(words[index + 2].text) {
        return filter(word.text, next.text + words[index + 2].text)
      }
      if let first = next.text.first, "<>=".contains(first), isComparison(next.text) {
        return filter(word.text, next.text)
      }
    }
    return nil
  }

  private static func isField(_ word: Word) -> Bool {
    !word.isQuoted && FilterField.named(word.text, in: .collection) != nil
  }

  /// Returns whether a text is a number, such as `9`, `7.5` or `10k`, or a comparison with one, such as
  /// `>=9`.
  static func isComparison(_ text: String) -> Bool { isNumber(text.drop { "<>=".contains($0) }) }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    String(text).wholeMatch(of: /[0-9]+([.,][0-9]+)?[kKmM%]?/) != nil
  }

  /// Returns a filter as one word, such as `rating:>9`; the operators `=` and `==` are left out.
  static func filter(_ field: String, _ comparison: String) -> String {
    let number = comparison.drop { "<>=".contains($0) }
    let comparisonOperator = comparison.prefix { "<>=".contains($0) }
    let isEquality = comparisonOperator.allSatisfy { $0 == "=" }
    return "\(field.lowercased()):\(isEquality ? "" : comparisonOperator)\(number)"
  }
}
