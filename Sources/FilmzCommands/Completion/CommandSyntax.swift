import ArgumentParser

/// What may stand behind a verb, as its declaration in the tree of commands has it.
package struct CommandSyntax: Sendable, Equatable {
  /// An option or flag.
  package struct Option: Sendable, Equatable {
    /// Its names with their dashes, the longest first.
    package let names: [String]
    package let summary: String
    /// What stands behind it; nothing where it is a flag.
    package let value: ValueKind?
    package let isRepeating: Bool
    /// Whether every command has it.
    package let isGlobal: Bool
  }

  package let options: [Option]
  /// What the words mean that are no options; the last one goes for all further words.
  package let positionals: [ValueKind]
  /// The value that may stand beside films.
  package let companion: ValueKind?
  /// Whether its films are looked for in the collection only.
  package let takesOwnFilmsOnly: Bool

  /// The option of a name, `--year`.
  package func option(named name: String) -> Option? {
    options.first { $0.names.contains(name) }
  }

  /// What the word means that stands behind a number of others.
  package func positional(_ place: Int) -> ValueKind? {
    positionals.indices.contains(place) ? positionals[place] : repeating
  }

  private let repeating: ValueKind?

  /// The syntax of a command, as it is declared.
  init(of command: any ParsableCommand.Type) {
    let parameters = Parameter.declared(by: command)
    options = parameters.filter { $0.kind != .word }.map(Option.init)
    let words = parameters.filter { $0.kind == .word }
    positionals = words.map(ValueKind.init)
    let leaf = command as? any ShellCommand.Type
    companion = leaf?.companion
    takesOwnFilmsOnly = leaf?.takesOwnFilmsOnly ?? false
    repeating = words.last?.isRepeating == true ? positionals.last : nil
  }
}

extension CommandSyntax.Option {
  fileprivate init(_ parameter: Parameter) {
    names = parameter.names.sorted { $0.count > $1.count }
    summary = parameter.summary
    isRepeating = parameter.isRepeating
    isGlobal = Parameter.isGlobal(parameter)
    value = parameter.kind == .flag ? nil : ValueKind(parameter)
  }
}
