/// A value that is read from one word of a line.
package protocol ArgumentValue: Sendable {
  /// What it may be, for completion, help and errors.
  static var kind: ValueKind { get }

  /// Returns `nil` if the word is no such value.
  init?(argument word: Word)
}

/// One of a few words.
package protocol NamedChoice: ArgumentValue, RawRepresentable, CaseIterable
where RawValue == String {}

extension NamedChoice {
  package static var kind: ValueKind { .choice(allCases.map(\.rawValue)) }

  package init?(argument word: Word) { self.init(rawValue: word.text) }
}

/// Words and options that are declared together: those of a command, or a part of them.
package protocol ArgumentGroup: Sendable {
  static var arguments: [Argument<Self>] { get }

  init()
}

extension ArgumentGroup {
  package static var arguments: [Argument<Self>] { [] }
  package static var parameters: [Parameter] { arguments.map(\.parameter) }
}

/// A parameter, and where its value goes.
package struct Argument<Group>: Sendable {
  package let parameter: Parameter
  /// Stores a value; returns `false` if the word is none.
  let store: @Sendable (_ group: inout Group, _ word: Word) -> Bool
}

extension Argument {
  package typealias Path<Value> = any WritableKeyPath<Group, Value> & Sendable

  /// A flag, which has no value.
  package static func flag(
    _ name: String, short: String? = nil, _ path: Path<Bool>, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      form: .flag, names: [short, name].compactMap(\.self), valueName: "", values: [],
      summary: summary)
    return Argument(parameter: parameter) { group, _ in
      group[keyPath: path] = true
      return true
    }
  }

  /// An option; the last value counts.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: Path<Value?>, as valueName: String? = nil, kind: ValueKind? = nil,
    takesDashes: Bool = false, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      form: .option, names: [name], valueName: valueName ?? String(name.drop { $0 == "-" }),
      values: [kind ?? Value.kind], summary: summary, takesDashes: takesDashes)
    return storing(parameter, path) { $0 = $1 }
  }

  /// An option that may be given several times.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: Path<[Value]>, as valueName: String? = nil, kind: ValueKind? = nil,
    takesDashes: Bool = false, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      form: .option, names: [name], valueName: valueName ?? String(name.drop { $0 == "-" }),
      values: [kind ?? Value.kind], summary: summary, isRepeating: true, takesDashes: takesDashes)
    return storing(parameter, path) { $0.append($1) }
  }

  /// A word that must be there.
  package static func word<Value: ArgumentValue>(
    _ path: Path<Value>, as valueName: String, kind: ValueKind? = nil, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      form: .word, names: [], valueName: valueName, values: [kind ?? Value.kind], summary: summary,
      isOptional: false)
    return storing(parameter, path) { $0 = $1 }
  }

  /// A word that may be there.
  package static func word<Value: ArgumentValue>(
    _ path: Path<Value?>, as valueName: String, kind: ValueKind? = nil, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      form: .word, names: [], valueName: valueName, values: [kind ?? Value.kind], summary: summary)
    return storing(parameter, path) { $0 = $1 }
  }

  /// All further words.
  package static func words(
    _ path: Path<[Word]>, as valueName: String, kind: ValueKind = .text, _ summary: String
  ) -> Argument {
    let parameter = Parameter(
      form: .word, names: [], valueName: valueName, values: [kind], summary: summary,
      isRepeating: true)
    return storing(parameter, path) { $0.append($1) }
  }

  /// All further words: films, and beside them values of other kinds.
  package static func films(
    _ path: Path<[Word]>, _ kind: ValueKind = .film, or other: ValueKind? = nil
  ) -> Argument {
    let parameter = Parameter(
      form: .word, names: [], valueName: "target", values: [other, kind].compactMap(\.self),
      summary:
        "A film: a number or range of the results, an id, a title, or . for the selected one.",
      isRepeating: true)
    return storing(parameter, path) { $0.append($1) }
  }

  /// The arguments of a group that is a part of this one, under a heading of their own if there is one.
  package static func group<Part: ArgumentGroup>(
    _ path: Path<Part>, section: String? = nil
  ) -> [Argument] {
    Part.arguments.map { part in
      var parameter = part.parameter
      parameter.section = section
      return Argument(parameter: parameter) { part.store(&$0[keyPath: path], $1) }
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
