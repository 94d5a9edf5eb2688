import ArgumentParser

/// What commands there are and what stands behind each, as completion needs it.
package struct CompletionGrammar: Sendable {
  /// A word with a line about it.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let summary: String

    package init(name: String, summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// What the words of a command mean so far.
  package enum Found: Sendable {
    /// A command, and how many words its name has.
    case command(CommandSyntax, nameLength: Int)
    /// A noun that wants one of its verbs, or words of the command that stands in.
    case group([Entry], standIn: CommandSyntax)
  }

  package let verbs: [Entry]
  /// Finds the command of some finished words, aliases expanded, at least one; nothing where they name none.
  let find: @Sendable (_ words: [Word], _ aliases: [String]) -> Found?

  /// The tree of commands.
  package static let filmz: CompletionGrammar = {
    let verbs = Filmz.allCommands.flatMap { command in
      ([command._commandName] + command.configuration.aliases).map {
        Entry(name: $0, summary: command.configuration.abstract)
      }
    }
    return CompletionGrammar(verbs: verbs.sorted { $0.name < $1.name }) { find($0, $1) }
  }()

  private static func find(_ words: [Word], _ aliases: [String]) -> Found? {
    guard let match = try? CommandTree.find(words, abbreviated: true, aliases: aliases) else {
      return nil
    }
    let syntax = CommandSyntax(of: match.leaf)
    let members = CommandTree.members(of: words[0].text)
    if words.count == 1, !members.isEmpty {
      return .group(members, standIn: syntax)
    }
    let length = words.count - match.arguments.count
    return .command(syntax, nameLength: length)
  }
}
