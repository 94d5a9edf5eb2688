import ArgumentParser
import FilmzDomain
import Foundation
import Synchronization

extension Parameter {
  /// The options that every command takes.
  package static let global = declared(by: GlobalOptions.self)

  /// The options that stand before the verb only, and are shown.
  package static let launch =
    declared(by: LaunchOptions.self) + [
      builtIn(["--version"], "Show the version."),
      builtIn(["-h", "--help"], "Show this help; behind a verb, the help of that verb."),
    ]

  /// Whether every command takes it.
  static func isGlobal(_ parameter: Parameter) -> Bool {
    global.contains { $0.names == parameter.names } && parameter.kind != .word
  }

  /// The words and options that a type declares, without ArgumentParser's own.
  ///
  /// They are read from ArgumentParser's description of itself, its format number 0.
  static func declared(by type: any ParsableArguments.Type) -> [Parameter] {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let parameters = read(type)
    known.withLock { $0[id] = parameters }
    return parameters
  }

  /// What was read already: it takes some milliseconds, and never changes.
  private static let known = Mutex<[ObjectIdentifier: [Parameter]]>([:])

  private static func read(_ type: any ParsableArguments.Type) -> [Parameter] {
    let data = Data(type._dumpHelp().utf8)
    let dump = try? JSONDecoder().decode(Dump.self, from: data)
    let arguments = dump?.command.arguments ?? []
    return arguments.filter(\.isOurs).map(Parameter.init(argument:))
  }

  private init(argument: Dump.Argument) {
    kind =
      switch argument.kind {
      case "positional": .word
      case "flag": .flag
      default: .option
      }
    let names = (argument.names ?? []).map(\.text)
    self.names = names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
    valueName = argument.valueName ?? ""
    summary = argument.abstract ?? ""
    choices = argument.allValues ?? []
    isOptional = argument.isOptional
    isRepeating = argument.isRepeating
    section = argument.sectionTitle
  }

  private static func builtIn(_ names: [String], _ summary: String) -> Parameter {
    Parameter(
      kind: .flag, names: names, valueName: "", summary: summary, choices: [], isOptional: true,
      isRepeating: false, section: nil)
  }
}

/// What ArgumentParser tells of a command, as far as it is used.
private struct Dump: Decodable {
  struct Command: Decodable {
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let allValues: [String]?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let sectionTitle: String?

    var isOurs: Bool {
      shouldDisplay && !(names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }

  struct Name: Decodable {
    let kind: String
    let name: String

    var text: String { (kind == "long" ? "--" : "-") + name }
  }

  let command: Command
}
