import FilmzDomain
import FilmzTerminal

// The help for one command.
extension Command {
  /// Returns the help, wrapped to a width in cells.
  func help(width: Int) -> String {
    let layout = HelpLayout(width: width)
    let subcommandRows = layout.rows(subcommands.map { ($0.usage[0], $0.summary) })
    return HelpLayout.text(
      [layout.paragraph(headline)] + section("Usage", usage, layout) + paragraphs.map { layout.paragraph($0) }
        + (subcommands.isEmpty ? [] : [["Commands"] + subcommandRows]) + parameterSections(layout)
        + tables.map { [$0.heading] + layout.rows($0.rows) } + section("Examples", examples, layout) + [
          layout.paragraph(helpEnding)
        ])
  }

  /// Returns an array with a section that has a heading and lines; an empty array if there are no lines.
  private func section(_ heading: String, _ lines: [String], _ layout: HelpLayout) -> [[String]] {
    lines.isEmpty ? [] : [[heading] + lines.flatMap { layout.paragraph($0, indent: 2, hanging: 4) }]
  }

  private var headline: String {
    let aliasText = aliases.isEmpty ? "" : " (or \(aliases.joinedWithOr))"
    return "\(name)\(aliasText): \(summary.uncapitalized)"
  }

  /// Returns the sections for the positional arguments, for the options, and for each group of
  /// options that has its own heading.
  ///
  /// The first line of each section is its heading.
  private func parameterSections(_ layout: HelpLayout) -> [[String]] {
    var headings: [String] = []
    var rows: [String: [(label: String, text: String)]] = [:]
    for parameter in positionals + options {
      let heading = parameter.kind == .positional ? "Arguments" : parameter.section ?? "Options"
      if rows[heading] == nil { headings.append(heading) }
      rows[heading, default: []].append((parameter.label, parameter.explanation))
    }
    return headings.map { [$0] + layout.rows(rows[$0, default: []]) }
  }

  /// The last paragraph.
  ///
  /// If a subcommand has positional arguments, the paragraph says how to get help on the
  /// subcommands. Otherwise, it lists the common options.
  private var helpEnding: String {
    guard let example = subcommands.first(where: { !$0.positionals.isEmpty }) else {
      return "Common options: \(Self.globalOptionNames); see `help`."
    }
    let defaultText = subcommands.first.map { "`\(name)` alone runs `\($0.name)`. " } ?? ""
    return defaultText + "For help on one of them, use for example `help \(example.name)`."
  }

  private static let globalOptionNames = GlobalOptions.parameters.flatMap(\.names).joined(separator: " ")
}

extension String {
  /// The sentence with its first letter in lower case; unchanged if it begins with an acronym.
  package var uncapitalized: String {
    guard dropFirst().first?.isLowercase == true || dropFirst().first == " " else { return self }
    return prefix(1).lowercased() + dropFirst()
  }
}

/// Formats help for a given width.
struct HelpLayout {
  /// The width in cells, at least 20.
  let width: Int

  init(width: Int) { self.width = max(20, width) }

  /// Returns the lines of a text, wrapped between words and indented.
  ///
  /// `hanging` is the additional indent of all lines except the first one.
  func paragraph(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
    let lines = text.wrapped(toWidth: width - indent)
    guard lines.count > 1, hanging > 0 else { return lines.map { spaces(indent) + $0 } }
    let hangingLines = text.wrapped(toWidth: width - indent - hanging)
    return hangingLines.enumerated().map { spaces($0 == 0 ? indent : indent + hanging) + $1 }
  }

  /// Returns the lines of a table of labels and texts, with the texts wrapped between words.
  ///
  /// A label that is wider than its column, or that has no text, is on lines of its own.
  func rows(_ rows: [(label: String, text: String)]) -> [String] {
    let labelWidth = rows.map(\.label.displayWidth).max() ?? 0
    let textColumn = min(labelWidth, max(10, min(32, width * 2 / 5))) + 4
    return rows.flatMap { row -> [String] in
      guard !row.text.isEmpty else { return paragraph(row.label, indent: 2, hanging: 2) }
      let text = row.text.wrapped(toWidth: width - textColumn)
      guard row.label.displayWidth + 4 <= textColumn else {
        return paragraph(row.label, indent: 2, hanging: 2) + text.map { spaces(textColumn) + $0 }
      }
      let label = (spaces(2) + row.label).padded(toWidth: textColumn)
      return text.enumerated().map { ($0 == 0 ? label : spaces(textColumn)) + $1 }
    }
  }

  /// Returns the text of sections that are given as lines; an empty line separates the sections.
  ///
  /// Sections without lines are left out.
  static func text(_ sections: [[String]]) -> String {
    sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// The overview of the program: all commands in groups, the shell, and the options.
package enum HelpOverview {
  /// Returns the text of `help`, wrapped to a width in cells.
  package static func text(width: Int) -> String {
    let layout = HelpLayout(width: width)
    return HelpLayout.text(commands(layout) + [shell(layout), globalOptions(layout), layout.paragraph(Self.hint)])
  }

  /// Returns the text of `filmz --help`, wrapped to a width in cells.
  package static func programText(width: Int) -> String {
    let layout = HelpLayout(width: width)
    let head = layout.paragraph("filmz: \(Filmz.program.summary.uncapitalized)")
    let launchOptions = LaunchOptions.listedParameters.map { ($0.label, $0.explanation) }
    return HelpLayout.text(
      [
        head, ["Usage"] + layout.rows(Self.synopsis), ["Options before a command"] + layout.rows(launchOptions),
        globalOptions(layout),
      ] + commands(layout) + [layout.paragraph(Self.callHint)])
  }

  /// The ways to run the program, with their descriptions.
  static let synopsis: [(label: String, text: String)] = Filmz.program.usage.map { line in
    let parts = line.split(separator: "  ", maxSplits: 1).map { String($0).trimmed }
    return (parts[0], parts.count > 1 ? parts[1] : "")
  }

  private static let hint = "`help COMMAND` explains a command, for example `help search`."
  private static let callHint = "`filmz help COMMAND` explains a command; in the shell, use `help COMMAND`."

  private static func commands(_ layout: HelpLayout) -> [[String]] {
    Filmz.groups.map { group in
      let rows = group.commands.map { command in (command.names.joined(separator: ", "), command.summary) }
      return [group.name] + layout.rows(rows)
    }
  }

  private static func shell(_ layout: HelpLayout) -> [String] {
    let shortForms = CommandTree.shortForms.sorted { $0.key < $1.key }
    return ["In the shell"]
      + layout.rows([
        (
          shortForms.map(\.key).joined(separator: " "),
          "Short for \(shortForms.map(\.value).joinedWithAnd); so do unique prefixes of three letters."
        ), ("Tab", "Completes commands, options, values and films."),
        ("Ctrl-R", "Searches the history; the up arrow recalls the previous line."),
        ("Ctrl-T", "Shows films while you type, and puts the chosen ones into the line; see `help live`, `help keys`."),
        ("> >> |", "Redirect a command's output to a file, or pipe it to a program, for example `ls | head`."),
        ("alias", "Your own commands: `config set alias.w \"ls --unwatched\"`, then `w`."),
        ("!", "Runs a program if it begins the line, for example `!date`."),
      ])
  }

  private static func globalOptions(_ layout: HelpLayout) -> [String] {
    ["Options for every command"] + layout.rows(GlobalOptions.parameters.map { ($0.label, $0.explanation) })
  }
}
