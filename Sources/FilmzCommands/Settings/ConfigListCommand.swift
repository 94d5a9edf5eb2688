package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `config ls`: all settings, and where they come from.
package struct ConfigListCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List all settings; keys are masked.",
    discussion: """
      Each with where it comes from: a flag, the environment, the file, or the default.

      Examples:
        config ls
        config ls --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let exhausted = await session.detail.exhaustedServices()
    let settings = await session.settings.all()
    return .list(
      settings.all.map(SettingRow.init(entry:)),
      warnings: exhausted.map {
        "\($0)'s daily limit is reached: nothing more is asked before midnight UTC"
      })
  }
}
