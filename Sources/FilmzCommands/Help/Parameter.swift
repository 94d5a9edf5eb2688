import FilmzDomain

/// A word or an option of a command, as it is declared.
package struct Parameter: Sendable, Equatable {
  package enum Kind: Sendable {
    case word
    /// An option with a value behind it.
    case option
    case flag
  }

  package let kind: Kind
  /// With their dashes, short ones first; a word has none.
  package let names: [String]
  /// What stands for its value, `year`.
  package let valueName: String
  /// One sentence about it.
  package let summary: String
  /// All the values that it takes, where they are few.
  package let choices: [String]
  package let isOptional: Bool
  package let isRepeating: Bool
  /// The heading it is listed under, where it has one of its own.
  package let section: String?

  /// How it is written in help: `-e, --edit`, `--year <year>`, `<target>`.
  package var label: String {
    let value = "<\(valueName)>"
    switch kind {
    case .word: return value
    case .option: return names.joined(separator: ", ") + " " + value
    case .flag: return names.joined(separator: ", ")
    }
  }

  /// What it means, with its values where the sentence does not name them.
  package var explanation: String {
    guard let first = choices.first, !summary.contains(first) else { return summary }
    return "\(summary.withoutFullStop): \(choices.alternatives)."
  }

  /// How a word stands in a line of usage: `<key>`, `[<target> ...]`.
  var inUsage: String {
    let text = isRepeating ? "<\(valueName)> ..." : "<\(valueName)>"
    return isOptional ? "[\(text)]" : text
  }

  /// Its values in words: a value that may also begin with a dash is named once.
  var takes: String? {
    if !choices.isEmpty {
      let plain = choices.filter { !$0.hasPrefix("-") }
      guard let first = plain.first, plain.count < choices.count else {
        return choices.alternatives
      }
      return "\(plain.alternatives), or -\(first) for the other way round"
    }
    return valueName == "n" ? "a number from 1 on" : nil
  }
}
