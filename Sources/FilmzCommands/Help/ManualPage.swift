import FilmzDomain

/// The manual page filmz(1), written from the tree of commands.
package struct ManualPage: Sendable {
  /// When the page was last thought over.
  private static let date = "2026-11-21"

  package init() {}

  /// The page in roff, with the man macros.
  package var text: String {
    let head = [
      ".\\\" Written by `filmz --generate-man-page`; do not edit.",
      ".TH FILMZ 1 \"\(Self.date)\" \"filmz \(Filmz.version)\" \"User Commands\"",
    ]
    let parts = [
      head, name, synopsis, description, options, commands, Self.section("Targets", Self.targets),
      Self.list("Exit status", Self.statuses), Self.list("Environment", Self.variables),
      Self.list("Files", Self.files), examples, Self.section("See also", Self.more),
    ]
    return parts.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  private var name: [String] {
    let abstract = Filmz.program.summary.uncapitalized.withoutFullStop
    return [Roff.heading("Name"), "filmz \\- \(Roff.escaped(abstract))"]
  }

  private var synopsis: [String] {
    let ways = HelpOverview.ways.map { Roff.bold($0.label) }
    return [Roff.heading("Synopsis")] + Array(ways.map { [$0] }.joined(separator: [".br"]))
  }

  private var description: [String] {
    let ways = HelpOverview.ways.flatMap { [".TP", Roff.bold($0.label), Roff.paragraph($0.text)] }
    return Self.section("Description", Self.overview) + ways
  }

  private var options: [String] {
    [Roff.heading("Options"), "These stand before a command:"]
      + LaunchOptions.shown.flatMap(Self.item)
      + [".PP", "These stand before a command or behind it:"]
      + GlobalOptions.parameters.flatMap(Self.item)
  }

  private var commands: [String] {
    [Roff.heading("Commands")]
      + Filmz.groups.flatMap { group in
        [".SS \(Roff.escaped(group.name))"]
          + group.commands.flatMap(\.family).flatMap(Self.command)
      }
  }

  private var examples: [String] {
    let examples = [
      "filmz search blade runner", "filmz ls --unwatched --sort -year --format json",
      "filmz -c 'search heat 1995; add 1; rate 1 9'", "filmz --home ~/films -f evening.filmz",
      "filmz ls --format csv > films.csv",
    ]
    return [Roff.heading("Examples"), ".nf"] + examples.map(Roff.escaped) + [".fi"]
  }

  // MARK: - Parts

  private static func command(_ command: Command) -> [String] {
    let usage = command.usage.isEmpty ? [command.name] : command.usage
    let head = usage.enumerated().flatMap { index, line in
      [index == 0 ? ".TP" : ".TQ", Roff.bold(line)]
    }
    let others =
      command.aliases.isEmpty
      ? "" : " Also called \(command.aliases.map { "`\($0)`" }.enumeration)."
    let text =
      [Roff.paragraph(command.summary + others)]
      + command.paragraphs.flatMap { [".IP", Roff.paragraph($0)] }
    let parameters = command.words + command.options
    guard !parameters.isEmpty else { return head + text }
    return head + text + [".RS"] + parameters.flatMap(item) + [".RE"]
  }

  private static func item(_ parameter: Parameter) -> [String] {
    [".TP", Roff.bold(parameter.label), Roff.paragraph(parameter.explanation)]
  }

  private static func section(_ name: String, _ paragraphs: [String]) -> [String] {
    let text = paragraphs.map { [Roff.paragraph($0)] }.joined(separator: [".PP"])
    return [Roff.heading(name)] + Array(text)
  }

  private static func list(_ name: String, _ rows: [(String, String)]) -> [String] {
    [Roff.heading(name)] + rows.flatMap { [".TP", Roff.bold($0.0), Roff.paragraph($0.1)] }
  }
}
