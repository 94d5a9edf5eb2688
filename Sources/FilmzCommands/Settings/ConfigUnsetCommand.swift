import FilmzDomain

/// The `config unset` command, which removes a setting from the settings file.
package struct ConfigUnsetCommand: ShellCommand {
  package static let command = Command(
    ConfigUnsetCommand.self, "config unset", "Remove a setting from the settings file.",
    details: """
      The setting then has its default value, unless the environment sets it.
      """,
    examples: """
      config unset page.size
      config unset omdb.apiKey
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.key, as: "setting", kind: .setting, "The setting's name, such as page.size.")
  ]

  var key: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    try session.requireNoPIN(for: key)
    try await session.settings.set(key, nil)
    let entry = await session.settings.all()[key]
    return Output(.machineOnly(entry.members), [.notice("Unset \(key.rawValue)")])
  }
}
