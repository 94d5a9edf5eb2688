package import FilmzDomain

/// A value that can be parsed from one word of a command line.
package protocol ArgumentValue: Sendable {
  /// The kind of value, for completion, help and errors.
  static var kind: ValueKind { get }

  /// Returns `nil` if the word is not a valid value.
  init?(argument word: Word)
}

/// A value that is one of a fixed set of words.
package protocol NamedChoice: ArgumentValue, RawRepresentable, CaseIterable where RawValue == String {}

extension NamedChoice {
  package static var kind: ValueKind { .choice(allCases.map(\.rawValue)) }

  package init?(argument word: Word) { self.init(rawValue: word.text) }
}

/// The positional arguments and options of a command, or those that several commands share.
package protocol ArgumentGroup: Sendable {
  static var arguments: [Argument<Self>] { get }
  /// The type itself if it is a command; `nil` for arguments that several commands share.
  ///
  /// It replaces a cast, for which the runtime would search all conformances.
  static var shellCommand: (any ShellCommand.Type)? { get }

  init()
}

extension ArgumentGroup {
  package static var arguments: [Argument<Self>] { [] }
  package static var shellCommand: (any ShellCommand.Type)? { nil }
  package static var parameters: [Parameter] { arguments.map(\.parameter) }
}

/// The declaration of an argument: its parameter, and the property that stores its value.
package struct Argument<Group>: Sendable {
  package let parameter: Parameter
  /// Parses a word and stores the value in a group; returns `false` if the word is not a valid value.
  let store: @Sendable (_ group: inout Group, _ word: Word) -> Bool
}

extension Argument {
  /// The key path of the property that stores the value of an argument.
  package typealias Path<Value> = any WritableKeyPath<Group, Value> & Sendable

  /// A flag, which is an option without a value.
  package static func flag(_ name: String, short: String? = nil, _ path: Path<Bool>, _ summary: String) -> Argument {
    let parameter = Parameter(
      kind: .flag, names: [short, name].compactMap(\.self), valueName: "", valueKinds: [], summary: summary)
    return Argument(parameter: parameter) { group, _ in
      group[keyPath: path] = true
      return true
    }
  }

  /// An option with a value; if it is given several times, the last value is used.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: Path<Value?>, as valueName: String? = nil, kind: ValueKind? = nil,
    allowsLeadingDash: Bool = false, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .option, names: [name], valueName: valueName ?? String(name.drop { $0 == "-" }),
      valueKinds: [kind ?? Value.kind], summary: summary, allowsLeadingDash: allowsLeadingDash)
    return storing(parameter, path) { $0 = $1 }
  }

  /// An option with a value; if it is given several times, all values are stored.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: Path<[Value]>, as valueName: String? = nil, kind: ValueKind? = nil,
    allowsLeadingDash: Bool = false, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .option, names: [name], valueName: valueName ?? String(name.drop { $0 == "-" }),
      valueKinds: [kind ?? Value.kind], summary: summary, isRepeating: true, allowsLeadingDash: allowsLeadingDash)
    return storing(parameter, path) { $0.append($1) }
  }

  /// A required positional argument.
  package static func positional<Value: ArgumentValue>(
    _ path: Path<Value>, as valueName: String, kind: ValueKind? = nil, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: valueName, valueKinds: [kind ?? Value.kind], summary: summary,
      isOptional: false)
    return storing(parameter, path) { $0 = $1 }
  }

  /// An optional positional argument; completion also offers values of the kind `other`.
  package static func positional<Value: ArgumentValue>(
    _ path: Path<Value?>, as valueName: String, kind: ValueKind? = nil, or other: ValueKind? = nil, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: valueName,
      valueKinds: [kind ?? Value.kind, other].compactMap(\.self), summary: summary)
    return storing(parameter, path) { $0 = $1 }
  }

  /// All remaining positional arguments.
  package static func positionals(
    _ path: Path<[Word]>, as valueName: String, kind: ValueKind = .text, or other: ValueKind? = nil,
    _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: valueName, valueKinds: [kind, other].compactMap(\.self),
      summary: summary, isRepeating: true)
    return storing(parameter, path) { $0.append($1) }
  }

  /// All remaining positional arguments: films, or values of the kinds `others`.
  ///
  /// If `acceptsFilters` is `true`, they can also be filters for films of the collection.
  package static func films(
    _ path: Path<[Word]>, _ kind: ValueKind = .film, or others: ValueKind..., acceptsFilters: Bool = false
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: "target",
      valueKinds: (acceptsFilters ? [.collectionText] : []) + others + [kind],
      summary: "A film: a number or range of the results, an id, a title, or . for the selected film; or a"
        + " collection such as @favorites.", isRepeating: true)
    return storing(parameter, path) { $0.append($1) }
  }

  /// The arguments of a nested group; if `section` is not `nil`, it is their heading in help.
  package static func group<Subgroup: ArgumentGroup>(
    _ path: Path<Subgroup>, _ arguments: [Argument<Subgroup>] = Subgroup.arguments, section: String? = nil
  ) -> [Argument] {
    arguments.map { argument in
      var parameter = argument.parameter
      parameter.section = section
      return Argument(parameter: parameter) { argument.store(&$0[keyPath: path], $1) }
    }
  }

  private static func storing<Property, Value: ArgumentValue>(
    _ parameter: Parameter, _ path: Path<Property>, _ set: @escaping @Sendable (inout Property, Value) -> Void
  ) -> Argument {
    Argument(parameter: parameter) { group, word in
      guard let value = Value(argument: word) else { return false }
      set(&group[keyPath: path], value)
      return true
    }
  }
}

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
    let placeholder = kind == .flag ? "" : "<\(valueName)>"
    return [names.joined(separator: ", "), placeholder].filter { !$0.isEmpty }.joined(separator: " ")
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
  /// Of the choices with a leading dash, only one is named, as an example.
  var acceptedValues: String? {
    if valueKinds == [.number] { return "a positive number" }
    guard !choices.isEmpty else { return nil }
    let plainChoices = choices.filter { !$0.hasPrefix("-") }
    guard let first = plainChoices.first, plainChoices.count < choices.count else { return choices.joinedWithOr }
    return "\(plainChoices.joinedWithOr), or -\(first) for reverse order"
  }

  /// The description of the value, for the error message if the value is missing.
  var requirement: String {
    if let acceptedValues { return acceptedValues }
    let summary = summary.withoutFullStop.uncapitalized
    return kind == .positional ? summary : "a value: \(summary)"
  }
}
