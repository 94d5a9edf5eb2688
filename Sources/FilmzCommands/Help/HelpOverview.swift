import FilmzDomain

/// The commands in groups, each with a line about it.
package struct HelpOverview: Sendable {
  package init() {}

  /// What `help` says, in lines of at most so many cells.
  package func text(width: Int) -> String {
    let layout = HelpLayout(width: width)
    return HelpLayout.text(
      commands(layout) + [shell(layout), globalOptions(layout), layout.paragraph(Self.hint)])
  }

  /// What `filmz --help` says.
  package func programText(width: Int) -> String {
    let layout = HelpLayout(width: width)
    let head = layout.paragraph("filmz: \(Filmz.program.summary.uncapitalized)")
    let launch = LaunchOptions.shown.map { ($0.label, $0.explanation) }
    return HelpLayout.text(
      [
        head, ["Usage"] + layout.rows(Self.ways),
        ["Options before a command"] + layout.rows(launch),
      ]
        + [globalOptions(layout)] + commands(layout) + [layout.paragraph(Self.callHint)])
  }

  /// The ways to run the program, and what each is.
  static let ways: [(label: String, text: String)] =
    Filmz.program.usage.map { line in
      let parts = line.split(separator: "  ", maxSplits: 1).map { String($0).trimmed }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }

  private static let hint = "`help VERB` explains a command, as `help search`."
  private static let callHint = "`filmz help VERB` explains a command; in the shell, `help` does."

  private func commands(_ layout: HelpLayout) -> [[String]] {
    Filmz.groups.map { group in
      let rows = group.commands.map { command in
        (command.names.joined(separator: ", "), command.summary)
      }
      return [group.name] + layout.rows(rows)
    }
  }

  private func shell(_ layout: HelpLayout) -> [String] {
    let short = CommandTree.shortForms.sorted { $0.key < $1.key }
    return ["In the shell"]
      + layout.rows([
        (
          short.map(\.key).joined(separator: " "),
          "Short for \(short.map(\.value).enumeration); any clear beginning of a verb will do."
        ),
        ("Tab", "Completes verbs, options, values and films."),
        ("Ctrl-R", "Finds an earlier line; the arrow up brings back the last one."),
        ("> >> |", "Send a command's output to a file or a program, as `ls | head`."),
        ("alias", "A command of your own: `config set alias.w \"ls --unwatched\"`, then `w`."),
        ("!", "At the start of a line runs a program, as `!date`."),
      ])
  }

  private func globalOptions(_ layout: HelpLayout) -> [String] {
    ["Options of every command"]
      + layout.rows(GlobalOptions.parameters.map { ($0.label, $0.explanation) })
  }
}
