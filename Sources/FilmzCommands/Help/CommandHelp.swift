import FilmzDomain

/// The help of one command.
package struct CommandHelp: Sendable {
  package let command: Command

  package init(_ command: Command) { self.command = command }

  /// The help in lines of at most so many cells.
  package func text(width: Int) -> String {
    let layout = HelpLayout(width: width)
    let paragraphs = command.paragraphs.map { layout.paragraph($0) }
    return HelpLayout.text(
      [layout.paragraph(headline), usage(layout)] + paragraphs + [members(layout)]
        + parameters(layout) + [examples(layout), layout.paragraph(ending)])
  }

  private var headline: String {
    let others = command.aliases.isEmpty ? "" : " (or \(command.aliases.alternatives))"
    return "\(command.name)\(others): \(command.summary.uncapitalized)"
  }

  private func usage(_ layout: HelpLayout) -> [String] {
    guard !command.usage.isEmpty else { return [] }
    return ["Usage"] + command.usage.flatMap { layout.paragraph($0, indent: 2, hanging: 4) }
  }

  private func members(_ layout: HelpLayout) -> [String] {
    guard !command.members.isEmpty else { return [] }
    return ["Commands"] + layout.rows(command.members.map { ($0.usage[0], $0.summary) })
  }

  /// The words, and the options under their headings.
  private func parameters(_ layout: HelpLayout) -> [[String]] {
    var headings: [String] = []
    var rows: [String: [(label: String, text: String)]] = [:]
    for parameter in command.words + command.options {
      let heading = parameter.form == .word ? "Words" : parameter.section ?? "Options"
      if rows[heading] == nil { headings.append(heading) }
      rows[heading, default: []].append((parameter.label, parameter.explanation))
    }
    return headings.map { [$0] + layout.rows(rows[$0, default: []]) }
  }

  private func examples(_ layout: HelpLayout) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    return ["Examples"] + command.examples.flatMap { layout.paragraph($0, indent: 2, hanging: 4) }
  }

  private var ending: String {
    guard let member = command.members.first(where: { !$0.words.isEmpty }) else {
      return "With every command: \(Self.globalNames); see `help`."
    }
    let alone = command.members.first.map { "`\(command.name)` alone is `\($0.name)`. " } ?? ""
    return alone + "`help \(member.name)` explains one of them."
  }

  private static let globalNames = GlobalOptions.parameters.flatMap(\.names).joined(separator: " ")
}

extension String {
  /// The sentence as it goes on behind a colon: a word of small letters keeps none that is large.
  package var uncapitalized: String {
    guard dropFirst().first?.isLowercase == true || dropFirst().first == " " else { return self }
    return prefix(1).lowercased() + dropFirst()
  }
}
