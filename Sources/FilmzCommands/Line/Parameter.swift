import FilmzDomain

/// The description of a positional argument, an option or a flag.
package struct Parameter: Sendable, Equatable {
  package enum Kind: Sendable {
    case positional
    /// An option with a value.
    case option
    case flag
  }

  package let kind: Kind
  /// The option names with their dashes, short ones first; empty for a positional argument.
  package let names: [String]
  /// The placeholder of the value in help, such as `year`.
  package let valueName: String
  /// The kinds of value that are accepted; empty for a flag.
  package let valueKinds: [ValueKind]
  /// One sentence for help.
  package let summary: String
  package var isOptional = true
  package var isRepeating = false
  /// `true` if the value of the option can begin with a dash.
  var allowsLeadingDash = false
  /// The heading in help, if it is not the default one.
  package var section: String?

  /// The accepted values if the only kind of value is a choice; otherwise empty.
  package var choices: [String] {
    if valueKinds.count == 1, case .choice(let choices, _) = valueKinds[0] { choices } else { [] }
  }

  /// The label in help, such as `-e, --edit`, `--year <year>` or `<target>`.
  package var label: String {
    let value = kind == .flag ? [] : ["<\(valueName)>"]
    return ([names.joined(separator: ", ")] + value).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The summary, followed by the choices if there are any and the summary does not contain the
  /// first one.
  package var explanation: String {
    guard let first = choices.first, !summary.contains(first) else { return summary }
    return "\(summary.withoutFullStop): \(choices.joinedWithOr)."
  }

  /// The positional argument in a synopsis, such as `<key>` or `[<target> ...]`.
  var synopsis: String {
    let text = isRepeating ? "<\(valueName)> ..." : "<\(valueName)>"
    return isOptional ? "[\(text)]" : text
  }

  /// The accepted values for error messages, or `nil` if they cannot be listed.
  ///
  /// Instead of all choices with a leading dash, one of them is named as an example.
  var acceptedValues: String? {
    if valueKinds == [.number] { return "a positive number" }
    guard !choices.isEmpty else { return nil }
    let plainChoices = choices.filter { !$0.hasPrefix("-") }
    guard let first = plainChoices.first, plainChoices.count < choices.count else {
      return choices.joinedWithOr
    }
    return "\(plainChoices.joinedWithOr), or -\(first) for reverse order"
  }

  /// The description of the value, for the error message if the value is missing.
  var requirement: String {
    if let acceptedValues { return acceptedValues }
    let summary = summary.withoutFullStop.uncapitalized
    return kind == .positional ? summary : "a value: \(summary)"
  }
}
