import FilmzDomain

/// `config unset`: takes a setting out of the file, so that its default holds.
package struct ConfigUnsetCommand: ShellCommand {
  package static let command = Command(
    ConfigUnsetCommand.self, "config unset", "Take a setting out of the file.",
    details: """
      Its default holds from then on.
      """,
    examples: """
      config unset page.size
      config unset omdb.apiKey
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.key, as: "key", kind: .setting, "The setting, such as page.size.")
  ]

  var key: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    try await session.settings.set(key, nil)
    let entry = await session.settings.all()[key]
    return Output(.machineOnly(entry.members), [.notice("Unset \(key.rawValue)")])
  }
}
