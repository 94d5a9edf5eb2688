import ArgumentParser
import Foundation

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

  /// The syntax of a command, from ArgumentParser's own description of it.
  init(of command: any ParsableCommand.Type) {
    let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
    let arguments = (tool?.command.arguments ?? []).filter { $0.shouldDisplay != false }
    options = arguments.filter { $0.kind != "positional" }.map(Option.init).filter {
      !$0.names.contains("--help") && !$0.names.contains("--version")
    }
    let words = arguments.filter { $0.kind == "positional" }
    positionals = words.map { ValueKind($0.allValues, named: $0.valueName ?? "") }
    let leaf = command as? any ShellCommand.Type
    companion = leaf?.companion
    takesOwnFilmsOnly = leaf?.takesOwnFilmsOnly ?? false
    repeating = words.last?.isRepeating == true ? positionals.last : nil
  }
}

extension CommandSyntax {
  /// The parts of ArgumentParser's description that are of use here (its `ToolInfoV0`).
  fileprivate struct Tool: Decodable {
    struct Command: Decodable {
      let arguments: [Argument]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }

      let kind: String
      let shouldDisplay: Bool?
      let isRepeating: Bool
      let sectionTitle: String?
      let names: [Name]?
      let valueName: String?
      let allValues: [String]?
      let abstract: String?
    }

    let command: Command
  }
}

extension CommandSyntax.Option {
  fileprivate init(_ argument: CommandSyntax.Tool.Argument) {
    names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      .sorted { $0.count > $1.count }
    summary = argument.abstract ?? ""
    isRepeating = argument.isRepeating
    isGlobal = argument.sectionTitle == GlobalOptions.title
    value =
      argument.kind == "flag"
      ? nil : ValueKind(argument.allValues, named: argument.valueName ?? "")
  }
}
