package import ArgumentParser
import FilmzTerminal

/// `help`: the verbs, or one of them.
package struct HelpCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "help", abstract: "List the commands, or explain one.")

  @Argument(help: ArgumentHelp("The command to explain.", valueName: "verb"))
  package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let width = session.console.canvas(.never).width ?? 80
    guard let first = words.first else {
      return Output(.text(Self.overview(width: width), [Self.verbs]))
    }
    if words.count == 1, let type = CommandTree.type(named: first.text) {
      return Self.help(of: type, name: first.text, width: width)
    }
    let match = try CommandTree.find(words, abbreviated: session.mode == .shell)
    return Self.help(of: match.leaf, name: match.name, width: width)
  }

  /// The help of one command, in no more columns than the terminal has.
  static func help(of type: any ParsableCommand.Type, name: String, width: Int) -> Output {
    let text = type.helpMessage(columns: max(20, width))
    return Output(
      .text(
        text, [.init(name: "verb", value: .text(name)), .init(name: "help", value: .text(text))])
    )
  }

  // MARK: - Overview

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

  /// The commands in groups, each with a line about it.
  private static func overview(width: Int) -> String {
    let groups = Filmz.groups.map { group in
      let rows = group.commands.map { row($0, in: group.name) }
      let lines = rows.map { row in
        ("  " + row.name.padded(toWidth: 14) + row.summary).truncated(toWidth: width)
      }
      return ([group.name] + lines).joined(separator: "\n")
    }
    let hint = "`help VERB` explains one of them."
    return (groups + [hint.truncated(toWidth: width)]).joined(separator: "\n\n")
  }
}
