import FilmzDomain

/// The suggestions for unknown option names.
enum OptionSuggestions {
  /// Returns the option of a command that the user may have meant by an unknown name.
  ///
  /// The unknown name can be a synonym, a prefix, a misspelling or an abbreviation of the option's
  /// name, in this order of preference.
  ///
  /// A synonym can stand for an option with a value, such as `--format json`. A name of one
  /// character is matched with the synonyms only. Returns `nil` if no option matches.
  static func suggestion(for typed: String, in command: Command) -> String? {
    let names = (command.parameters + GlobalOptions.parameters).flatMap(\.names).filter { $0.hasPrefix("--") }
    let bareName = typed.lowercased().trimmingDashes
    let synonym = synonyms[typed] ?? synonyms[bareName]
    if let synonym, let name = synonym.split(separator: " ").first, names.contains(String(name)) { return synonym }
    guard typed.hasPrefix("-"), bareName.count > 1 else { return nil }
    let bareNames = names.map(\.trimmingDashes)
    let match =
      prefixMatch(bareName, bareNames)
      ?? SpellingDistance.nearest(to: bareName, among: bareNames)
      ?? abbreviationMatch(bareName, bareNames)
    return match.map { "--\($0)" }
  }

  /// Returns the name that begins with the typed text, or that has more than three characters and
  /// is a prefix of the typed text; `nil` unless there is exactly one such name.
  private static func prefixMatch(_ typed: String, _ names: [String]) -> String? {
    let matches = names.filter { $0.hasPrefix(typed) || typed.hasPrefix($0) && $0.count > 3 }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns the name that begins with the first letter of the typed text, and contains the other
  /// letters of that text in the same order: `year` for `yr`.
  ///
  /// Returns `nil` unless there is exactly one such name.
  private static func abbreviationMatch(_ typed: String, _ names: [String]) -> String? {
    let matches = names.filter { $0.first == typed.first && typed.isSubsequence(of: $0) }
    return matches.count == 1 ? matches[0] : nil
  }

  /// The filmz options, by the names that similar options have in other programs.
  ///
  /// An option is suggested only if the command accepts it.
  private static let synonyms = [
    "filter": "--grep", "text": "--grep", "query": "--grep", "contains": "--grep",
    "order": "--sort", "sort-by": "--sort", "orderby": "--sort", "by": "--sort",
    "kind": "--type", "seen": "--watched", "date": "--on",
    "when": "--on", "score": "--rating",
    "cast": "--actor", "people": "--person", "length": "--runtime", "minutes": "--runtime",
    "days": "--recent", "stars": "--rating", "count": "--limit",
    "max": "--limit", "top": "--limit", "head": "--limit", "-n": "--limit", "force": "--yes",
    "-f": "--yes", "assume-yes": "--yes", "recommender": "--from",
    "recommended-by": "--from", "comment": "--note", "label": "--tag", "for": "--audience",
    "json": "--format json", "csv": "--format csv", "tsv": "--format tsv",
    "jsonl": "--format jsonl", "markdown": "--format markdown", "output": "--format",
    "-o": "--format", "no-color": "--color never", "no-colour": "--color never",
    "colour": "--color", "-v": "--verbose", "debug": "--verbose", "no-network": "--offline",
    "local": "--offline", "all": "--full", "long": "--full", "-l": "--full",
    "reload": "--refresh", "update": "--refresh", "old": "--stale",
  ]
}

extension String {
  fileprivate var trimmingDashes: String { String(drop { $0 == "-" }) }

  /// Returns whether another string contains the characters of this string in the same order.
  fileprivate func isSubsequence(of other: String) -> Bool {
    var remainder = other[...]
    for letter in self {
      guard let index = remainder.firstIndex(of: letter) else { return false }
      remainder = remainder[remainder.index(after: index)...]
    }
    return true
  }
}
