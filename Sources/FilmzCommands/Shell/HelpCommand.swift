package import ArgumentParser
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
    let (type, name) = try CommandTree.named(words, abbreviated: session.mode == .shell)
    return Self.help(of: type, name: name, width: width)
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
      group.commands.map { row($0, in: group.name).object }
    }
    return .init(name: "commands", value: .array(rows))
  }

  private static func row(_ command: any ParsableCommand.Type, in group: String) -> VerbRow {
    let names = [command._commandName] + command.configuration.aliases
    return VerbRow(
      group: group, name: names.joined(separator: ", "), summary: command.configuration.abstract)
  }
}
