package import ArgumentParser
import FilmzDomain

/// A command as it is declared: what help, manual page and completion scripts are made of.
package struct Declaration: Sendable {
  /// With the nouns above it, `config set`.
  package let name: String
  package let aliases: [String]
  /// One sentence about it.
  package let abstract: String
  package let paragraphs: [String]
  package let examples: [String]
  /// The ways to write it, one a line.
  package let usage: [String]
  /// Its own words and options.
  package let parameters: [Parameter]
  /// The member that a noun alone stands for, `config ls`.
  package let standIn: String?
  /// The commands below a noun.
  package let members: [Declaration]

  /// Reads what a command type says of itself; the name has the nouns above it.
  package init(of type: any ParsableCommand.Type, name: String) {
    let configuration = type.configuration
    self.name = name
    aliases = configuration.aliases
    abstract = configuration.abstract
    let lines = configuration.discussion.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let text = lines.prefix { $0 != "Examples:" }.joined(separator: "\n")
    paragraphs = text.split(separator: "\n\n").map { String($0).replacing("\n", with: " ").trimmed }
      .filter { !$0.isEmpty }
    examples = lines.drop { $0 != "Examples:" }.dropFirst().map(\.trimmed)
    standIn = (type as? any CommandGroupRoot.Type).map { "\(name) \($0.standIn._commandName)" }
    members = configuration.subcommands.map {
      Declaration(of: $0, name: "\(name) \($0._commandName)")
    }
    let parameters = Parameter.declared(by: type).filter { !Parameter.isGlobal($0) }
    self.parameters = parameters
    usage =
      configuration.usage?.split(separator: "\n").map(String.init)
      ?? Self.usage(name, parameters, hasMembers: !configuration.subcommands.isEmpty)
  }

  /// The whole tree in the groups of `help`.
  package static var groups: [(name: String, commands: [Declaration])] {
    Filmz.groups.map { group in
      (group.name, group.commands.map { Declaration(of: $0, name: $0._commandName) })
    }
  }

  /// The command and those below it.
  package var family: [Declaration] { [self] + members.flatMap(\.family) }

  package var words: [Parameter] { parameters.filter { $0.kind == .word } }
  package var options: [Parameter] { parameters.filter { $0.kind != .word } }

  /// The option of a name, among those of every command too.
  func option(named name: String) -> Parameter? {
    (options + Parameter.global).first { $0.names.contains(name) }
  }

  private static func usage(
    _ name: String, _ parameters: [Parameter], hasMembers: Bool
  ) -> [String] {
    guard !hasMembers else { return [] }
    let words = parameters.filter { $0.kind == .word }.map(\.inUsage)
    let hasOptions = parameters.contains { $0.kind != .word }
    return [([name] + words + (hasOptions ? ["[options]"] : [])).joined(separator: " ")]
  }
}
