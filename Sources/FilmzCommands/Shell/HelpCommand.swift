package import ArgumentParser
import FilmzDomain
import FilmzTerminal

/// `help`: the verbs, or one of them.
package struct HelpCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "help", abstract: "List the commands, or explain one.",
    usage: "help [<verb>]",
    discussion: """
      Examples:
        help
        help search
        help config set
      """)

  @Argument(help: ArgumentHelp("The command to explain.", valueName: "verb"))
  package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let width = session.console.canvas(.never).width ?? 80
    guard !words.isEmpty else {
      return Output(.text(HelpOverview().text(width: width), [Self.verbs]))
    }
    let aliases = await session.settings.all().aliases
    if words.count == 1, let command = aliases[words[0].text] {
      return Self.help(ofAlias: words[0].text, command)
    }
    let (type, name) = try CommandTree.named(
      words, abbreviated: session.mode == .shell, aliases: Array(aliases.keys))
    return Self.help(of: type, name: name, width: width)
  }

  /// What an alias of the user's stands for.
  private static func help(ofAlias name: String, _ command: String) -> Output {
    let text = "\(name) stands for `\(command)`; `config set alias.\(name)` changes it."
    return Output(
      .text(
        text, [.init(name: "verb", value: .text(name)), .init(name: "help", value: .text(text))]))
  }

  /// The help of one command, in no more columns than the terminal has.
  static func help(of type: any ParsableCommand.Type, name: String, width: Int) -> Output {
    let text = CommandHelp(Declaration(of: type, name: name)).text(width: width)
    return Output(
      .text(
        text, [.init(name: "verb", value: .text(name)), .init(name: "help", value: .text(text))])
    )
  }

  private static var verbs: JSONValue.Member {
    let rows = Filmz.groups.flatMap { group in
      group.commands.map { object(of: $0, in: group.name) }
    }
    return .init(name: "commands", value: .array(rows))
  }

  private static func object(
    of command: any ParsableCommand.Type, in group: String
  ) -> JSONValue {
    let names = [command._commandName] + command.configuration.aliases
    return .object([
      .init(name: "group", value: .text(group)),
      .init(name: "verb", value: .text(names.joined(separator: ", "))),
      .init(name: "summary", value: .text(command.configuration.abstract)),
    ])
  }
}
