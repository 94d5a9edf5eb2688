package import ArgumentParser
import FilmzDomain

/// `config get`: one setting.
package struct ConfigGetCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Show one setting; keys are masked.",
    discussion: """
      Examples:
        config get page.size
        config get omdb.apiKey
      """)

  @Argument(help: .settingKey) var key: Word

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let entry = await session.settings.all()[try SettingName(named: key.text)]
    return Output(
      .text(entry.shownValue ?? "", entry.members),
      entry.value == nil ? [.notice("\(entry.key.rawValue) is not set")] : [])
  }
}

extension ArgumentHelp {
  static let settingKey = ArgumentHelp("The setting, such as page.size.", valueName: "key")
}
