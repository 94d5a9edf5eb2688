import FilmzDomain

/// The overview of the program: all commands in groups, the shell, and the options.
package struct HelpOverview: Sendable {
  package init() {}

  /// Returns the text of `help`, wrapped to a width in cells.
  package func text(width: Int) -> String {
    let layout = HelpLayout(width: width)
    return HelpLayout.text(
      commands(layout) + [shell(layout), globalOptions(layout), layout.paragraph(Self.hint)])
  }

  /// Returns the text of `filmz --help`, wrapped to a width in cells.
  package func programText(width: Int) -> String {
    let layout = HelpLayout(width: width)
    let head = layout.paragraph("filmz: \(Filmz.program.summary.uncapitalized)")
    let launchOptions = LaunchOptions.listedParameters.map { ($0.label, $0.explanation) }
    return HelpLayout.text(
      [
        head, ["Usage"] + layout.rows(Self.synopsis),
        ["Options before a command"] + layout.rows(launchOptions),
      ]
        + [globalOptions(layout)] + commands(layout) + [layout.paragraph(Self.callHint)])
  }

  /// The ways to run the program, with their descriptions.
  static let synopsis: [(label: String, text: String)] =
    Filmz.program.usage.map { line in
      let parts = line.split(separator: "  ", maxSplits: 1).map { String($0).trimmed }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }

  private static let hint = "`help COMMAND` explains a command, for example `help search`."
  private static let callHint =
    "`filmz help COMMAND` explains a command; in the shell, use `help COMMAND`."

  private func commands(_ layout: HelpLayout) -> [[String]] {
    Filmz.groups.map { group in
      let rows = group.commands.map { command in
        (command.names.joined(separator: ", "), command.summary)
      }
      return [group.name] + layout.rows(rows)
    }
  }

  private func shell(_ layout: HelpLayout) -> [String] {
    let shortForms = CommandTree.shortForms.sorted { $0.key < $1.key }
    return ["In the shell"]
      + layout.rows([
        (
          shortForms.map(\.key).joined(separator: " "),
          "Short for \(shortForms.map(\.value).joinedWithAnd); any unique prefix of a command works."
        ),
        ("Tab", "Completes commands, options, values and films."),
        ("Ctrl-R", "Searches the history; the up arrow recalls the previous line."),
        (
          "> >> |",
          "Redirect a command's output to a file, or pipe it to a program, for example `ls | head`."
        ),
        ("alias", "Your own commands: `config set alias.w \"ls --unwatched\"`, then `w`."),
        ("!", "Runs a program if it begins the line, for example `!date`."),
      ])
  }

  private func globalOptions(_ layout: HelpLayout) -> [String] {
    ["Options for every command"]
      + layout.rows(GlobalOptions.parameters.map { ($0.label, $0.explanation) })
  }
}
