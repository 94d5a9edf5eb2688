package import ArgumentParser
import FilmzDomain

/// `config ls`: all settings, and where they come from.
package struct ConfigListCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ls", abstract: "List all settings; keys are masked.")

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .list(await session.settings.all().all.map(SettingRow.init(entry:)))
  }
}
