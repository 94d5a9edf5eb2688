import FilmzDomain

/// The `config get` command, which shows one setting.
package struct ConfigGetCommand: ShellCommand {
  package static let command = Command(
    ConfigGetCommand.self, "config get", "Show one setting; API keys are masked.",
    examples: """
      config get page.size
      config get omdb.apiKey
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.key, as: "setting", kind: .setting, "The setting's name, such as page.size.")
  ]

  var key: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let entry = await session.settings.all()[try SettingName(named: key.text)]
    return Output(
      .text(entry.displayValue ?? "", entry.members),
      entry.value == nil ? [.notice("\(entry.key.rawValue) is not set")] : [])
  }
}
