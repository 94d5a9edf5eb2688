import FilmzDomain

/// A word, an option or a flag of a command: what it is called, and what it takes.
package struct Parameter: Sendable, Equatable {
  package enum Form: Sendable {
    case word
    /// An option with a value behind it.
    case option
    case flag
  }

  package let form: Form
  /// With their dashes, short ones first; a word has none.
  package let names: [String]
  /// What stands for its value in help, `year`.
  package let valueName: String
  /// What its value may be; a flag has none.
  package let values: [ValueKind]
  /// One sentence about it.
  package let summary: String
  package var isOptional = true
  package var isRepeating = false
  /// `true` if its value may begin with a dash.
  var takesDashes = false
  /// The heading that help lists it under, if it has one of its own.
  package var section: String?

  /// All the values that it takes, if they are few.
  package var choices: [String] {
    if values.count == 1, case .choice(let choices) = values[0] { choices } else { [] }
  }

  /// How it is written in help: `-e, --edit`, `--year <year>`, `<target>`.
  package var label: String {
    let value = form == .flag ? [] : ["<\(valueName)>"]
    return ([names.joined(separator: ", ")] + value).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What it means, with its values if the sentence does not name them.
  package var explanation: String {
    guard let first = choices.first, !summary.contains(first) else { return summary }
    return "\(summary.withoutFullStop): \(choices.alternatives)."
  }

  /// How a word stands in a line of usage: `<key>`, `[<target> ...]`.
  var inUsage: String {
    let text = isRepeating ? "<\(valueName)> ..." : "<\(valueName)>"
    return isOptional ? "[\(text)]" : text
  }

  /// Its values in words, `nil` if they cannot be told in a few; one that may also begin with a dash is
  /// named once.
  var takes: String? {
    if values == [.number] { return "a number from 1 on" }
    guard !choices.isEmpty else { return nil }
    let plain = choices.filter { !$0.hasPrefix("-") }
    guard let first = plain.first, plain.count < choices.count else { return choices.alternatives }
    return "\(plain.alternatives), or -\(first) for the other way round"
  }

  /// What is missing if its value is.
  var needs: String {
    if let takes { return takes }
    let summary = summary.withoutFullStop.uncapitalized
    return form == .word ? summary : "a value: \(summary)"
  }
}
