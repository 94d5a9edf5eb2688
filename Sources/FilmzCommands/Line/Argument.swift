package import FilmzDomain

/// A value that can be parsed from one word of a command line.
package protocol ArgumentValue: Sendable {
  /// The kind of value, for completion, help and errors.
  static var kind: ValueKind { get }

  /// Returns `nil` if the word is not a valid value.
  init?(argument word: Word)
}

/// A value that is one of a fixed set of words.
package protocol NamedChoice: ArgumentValue, RawRepresentable, CaseIterable
where RawValue == String {}

extension NamedChoice {
  package static var kind: ValueKind { .choice(allCases.map(\.rawValue)) }

  package init?(argument word: Word) { self.init(rawValue: word.text) }
}

/// The positional arguments and options of a command, or those that several commands share.
package protocol ArgumentGroup: Sendable {
  static var arguments: [Argument<Self>] { get }
  /// The type itself if it is a command; `nil` for arguments that several commands share.
  ///
  /// Unlike a cast, it needs no search for the conformance.
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
  /// Parses and stores a value; returns `false` if the word is not a valid value.
  let store: @Sendable (_ group: inout Group, _ word: Word) -> Bool
}

extension Argument {
  /// The key path of the property that stores the value of an argument.
  package typealias Path<Value> = any WritableKeyPath<Group, Value> & Sendable

  /// A flag, which is an option without a value.
  package static func flag(
    _ name: String, short: String? = nil, _ path: Path<Bool>, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .flag, names: [short, name].compactMap(\.self), valueName: "", valueKinds: [],
      summary: summary)
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
      valueKinds: [kind ?? Value.kind], summary: summary, isRepeating: true,
      allowsLeadingDash: allowsLeadingDash)
    return storing(parameter, path) { $0.append($1) }
  }

  /// A required positional argument.
  package static func positional<Value: ArgumentValue>(
    _ path: Path<Value>, as valueName: String, kind: ValueKind? = nil, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: valueName, valueKinds: [kind ?? Value.kind],
      summary: summary,
      isOptional: false)
    return storing(parameter, path) { $0 = $1 }
  }

  /// An optional positional argument, which may also have values of another kind.
  package static func positional<Value: ArgumentValue>(
    _ path: Path<Value?>, as valueName: String, kind: ValueKind? = nil, or other: ValueKind? = nil,
    _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: valueName,
      valueKinds: [kind ?? Value.kind] + (other.map { [$0] } ?? []), summary: summary)
    return storing(parameter, path) { $0 = $1 }
  }

  /// All remaining positional arguments.
  package static func positionals(
    _ path: Path<[Word]>, as valueName: String, kind: ValueKind = .text, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: valueName, valueKinds: [kind], summary: summary,
      isRepeating: true)
    return storing(parameter, path) { $0.append($1) }
  }

  /// All remaining positional arguments: films, and possibly values of another kind.
  ///
  /// If `acceptsFilters` is `true`, they can also be filters for films of the collection.
  package static func films(
    _ path: Path<[Word]>, _ kind: ValueKind = .film, or others: ValueKind...,
    acceptsFilters: Bool = false
  ) -> Argument {
    let parameter = Parameter(
      kind: .positional, names: [], valueName: "target",
      valueKinds: (acceptsFilters ? [.collectionText] : []) + others + [kind],
      summary:
        "A film: a number or range of the results, an id, a title, or . for the selected film; or a"
        + " collection such as @favorites.",
      isRepeating: true)
    return storing(parameter, path) { $0.append($1) }
  }

  /// The arguments of a nested group; if `section` is not `nil`, it is their heading in help.
  package static func group<Subgroup: ArgumentGroup>(
    _ path: Path<Subgroup>, section: String? = nil
  ) -> [Argument] {
    Subgroup.arguments.map { argument in
      var parameter = argument.parameter
      parameter.section = section
      return Argument(parameter: parameter) { argument.store(&$0[keyPath: path], $1) }
    }
  }

  private static func storing<Property, Value: ArgumentValue>(
    _ parameter: Parameter, _ path: Path<Property>,
    _ set: @escaping @Sendable (inout Property, Value) -> Void
  ) -> Argument {
    Argument(parameter: parameter) { group, word in
      guard let value = Value(argument: word) else { return false }
      set(&group[keyPath: path], value)
      return true
    }
  }
}
