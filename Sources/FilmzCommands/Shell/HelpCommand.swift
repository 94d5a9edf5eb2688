import FilmzDomain
import FilmzTerminal

/// The `help` command, which lists the commands or explains one of them.
struct HelpCommand: ShellCommand {
  static let command = Command(
    of: HelpCommand.self, "help", "List the commands, or explain one.", aliases: ["?"], usage: "help [<command>]",
    details: "Besides the commands, `help live` explains the results while you type, and `help keys` the keys.",
    examples: ["help", "help search", "help config set", "help live"])

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "command", kind: .verb, "The command to explain.")
  ]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let width = session.host.console.renderTarget(.never).width ?? 80
    guard !words.isEmpty else { return Output(.text(HelpOverview.text(width: width), [Self.commandsMember])) }
    let aliases = await session.settings.all().aliases
    if words.count == 1, let command = aliases[words[0].text] { return Self.help(ofAlias: words[0].text, command) }
    if words.count == 1, let topic = HelpTopic(rawValue: words[0].text) {
      let text = topic.text(width: width)
      return Output(.text(text, [.init("topic", .text(topic.rawValue)), .init("help", .text(text))]))
    }
    let match = try CommandTree.find(words, abbreviated: session.mode == .shell, aliases: Array(aliases.keys))
    return Self.help(of: match.namedCommand, width: width)
  }

  /// Returns the help for an alias of the user: which command it runs, and how to change it.
  private static func help(ofAlias name: String, _ command: String) -> Output {
    let text = "`\(name)` is an alias for `\(command)`; `config set alias.\(name) \"COMMAND\"` changes it."
    return Output(.text(text, [.init("verb", .text(name)), .init("help", .text(text))]))
  }

  /// Returns the help for a command, wrapped to a width.
  static func help(of command: Command, width: Int) -> Output {
    let text = command.help(width: width)
    return Output(.text(text, [.init("verb", .text(command.name)), .init("help", .text(text))]))
  }

  /// All commands with their groups, verbs, and summaries, for the JSON object.
  private static var commandsMember: JSONValue.Member {
    let rows = Filmz.groups.flatMap { group in
      group.commands.map { command in
        JSONValue.object([
          .init("group", .text(group.name)),
          .init("verb", .text(command.names.joined(separator: ", "))),
          .init("summary", .text(command.summary)),
        ])
      }
    }
    return .init("commands", .array(rows))
  }
}
