package import ArgumentParser
import FilmzDomain

/// `config unset`: takes a setting out of the file, so that its default holds.
package struct ConfigUnsetCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "unset", abstract: "Take a setting out of the file.",
    discussion: """
      Its default holds from then on.

      Examples:
        config unset page.size
        config unset omdb.apiKey
      """)

  @Argument(help: .settingKey) var key: Word

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    try await session.settings.set(key, nil)
    let entry = await session.settings.all()[key]
    return Output(.machineOnly(entry.members), [.notice("Unset \(key.rawValue)")])
  }
}
