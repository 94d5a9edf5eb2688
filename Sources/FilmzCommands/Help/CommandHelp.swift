import FilmzDomain

/// The help for one command.
package struct CommandHelp: Sendable {
  package let command: Command

  package init(_ command: Command) { self.command = command }

  /// Returns the help, wrapped to a width in cells.
  package func text(width: Int) -> String {
    let layout = HelpLayout(width: width)
    let paragraphs = command.paragraphs.map { layout.paragraph($0) }
    return HelpLayout.text(
      [layout.paragraph(headline), usage(layout)] + paragraphs + [subcommands(layout)]
        + parameters(layout) + [examples(layout), layout.paragraph(ending)])
  }

  private var headline: String {
    let aliases = command.aliases.isEmpty ? "" : " (or \(command.aliases.joinedWithOr))"
    return "\(command.name)\(aliases): \(command.summary.uncapitalized)"
  }

  private func usage(_ layout: HelpLayout) -> [String] {
    guard !command.usage.isEmpty else { return [] }
    return ["Usage"] + command.usage.flatMap { layout.paragraph($0, indent: 2, hanging: 4) }
  }

  private func subcommands(_ layout: HelpLayout) -> [String] {
    guard !command.subcommands.isEmpty else { return [] }
    return ["Commands"] + layout.rows(command.subcommands.map { ($0.usage[0], $0.summary) })
  }

  /// Returns the sections for the positional arguments, for the options, and for each group of
  /// options that has its own heading.
  ///
  /// The first line of each section is its heading.
  private func parameters(_ layout: HelpLayout) -> [[String]] {
    var headings: [String] = []
    var rows: [String: [(label: String, text: String)]] = [:]
    for parameter in command.positionals + command.options {
      let heading = parameter.kind == .positional ? "Arguments" : parameter.section ?? "Options"
      if rows[heading] == nil { headings.append(heading) }
      rows[heading, default: []].append((parameter.label, parameter.explanation))
    }
    return headings.map { [$0] + layout.rows(rows[$0, default: []]) }
  }

  private func examples(_ layout: HelpLayout) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    return ["Examples"] + command.examples.flatMap { layout.paragraph($0, indent: 2, hanging: 4) }
  }

  /// The last paragraph.
  ///
  /// If a subcommand has positional arguments, the paragraph says how to get help on the
  /// subcommands. Otherwise, it lists the common options.
  private var ending: String {
    guard let example = command.subcommands.first(where: { !$0.positionals.isEmpty }) else {
      return "Common options: \(Self.globalOptionNames); see `help`."
    }
    let defaultText =
      command.subcommands.first.map { "`\(command.name)` alone runs `\($0.name)`. " } ?? ""
    return defaultText + "For help on one of them, use for example `help \(example.name)`."
  }

  private static let globalOptionNames = GlobalOptions.parameters.flatMap(\.names).joined(
    separator: " ")
}

extension String {
  /// The sentence with its first letter in lower case; unchanged if it begins with an acronym.
  package var uncapitalized: String {
    guard dropFirst().first?.isLowercase == true || dropFirst().first == " " else { return self }
    return prefix(1).lowercased() + dropFirst()
  }
}
