import FilmzDomain

/// `config get`: one setting.
package struct ConfigGetCommand: ShellCommand {
  package static let command = Command(
    ConfigGetCommand.self, "config get", "Show one setting; keys are masked.",
    examples: """
      config get page.size
      config get omdb.apiKey
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.key, as: "key", kind: .setting, "The setting, such as page.size.")
  ]

  var key: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let entry = await session.settings.all()[try SettingName(named: key.text)]
    return Output(
      .text(entry.shownValue ?? "", entry.members),
      entry.value == nil ? [.notice("\(entry.key.rawValue) is not set")] : [])
  }
}
