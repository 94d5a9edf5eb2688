import FilmzDomain

/// What option may be meant by a name that is none.
enum OptionNames {
  /// The nearest option of a command by beginning, spelling or meaning, if one is near enough.
  static func near(_ typed: String, in command: Command) -> String? {
    let names = (command.parameters + GlobalOptions.parameters).flatMap(\.names)
      .filter { $0.hasPrefix("--") }
    let word = typed.lowercased().trimmingDashes
    let meant = synonyms[typed] ?? synonyms[word]
    if let meant, let name = meant.split(separator: " ").first, names.contains(String(name)) {
      return meant
    }
    guard typed.hasPrefix("-"), word.count > 1 else { return nil }
    let words = names.map(\.trimmingDashes)
    let near = SpellingDistance.nearest(to: word, among: words)
    return (beginning(word, words) ?? near ?? shortened(word, words)).map { "--\($0)" }
  }

  private static func beginning(_ word: String, _ names: [String]) -> String? {
    let matches = names.filter { $0.hasPrefix(word) || word.hasPrefix($0) && $0.count > 3 }
    return matches.count == 1 ? matches[0] : nil
  }

  /// `yr` for `year`: letters of the name in their order, from its first on.
  private static func shortened(_ word: String, _ names: [String]) -> String? {
    let matches = names.filter { $0.first == word.first && word.isThinned(from: $0) }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Other programs' options, and what they are called here; proposed where the command has that.
  private static let synonyms = [
    "filter": "--grep", "text": "--grep", "query": "--grep", "contains": "--grep",
    "order": "--sort", "sort-by": "--sort", "orderby": "--sort", "by": "--sort",
    "kind": "--type", "unseen": "--unwatched", "seen": "--watched", "date": "--on",
    "when": "--on", "score": "--rating",
    "cast": "--actor", "people": "--person", "length": "--runtime", "minutes": "--runtime",
    "days": "--recent", "added": "--recent", "stars": "--rating", "count": "--limit",
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

  /// Whether it is the other word with letters left out.
  fileprivate func isThinned(from other: String) -> Bool {
    var rest = other[...]
    for letter in self {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
    }
    return true
  }
}
