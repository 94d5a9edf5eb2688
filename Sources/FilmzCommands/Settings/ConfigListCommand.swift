import FilmzDomain
import FilmzViewModels

/// The `config ls` command, which lists all settings and their origins.
package struct ConfigListCommand: ShellCommand {
  package static let command = Command(
    ConfigListCommand.self, "config ls", "List all settings; API keys are masked.",
    details: """
      Each setting is listed with its origin: the environment, the file or the default.
      """,
    examples: """
      config ls
      config ls --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let exhausted = await session.viewModels.filmDetail.exhaustedServices()
    let settings = await session.settings.all()
    return Output(
      .list(.settings(settings.all)),
      exhausted.map {
        .warning(
          "\($0)'s daily limit is reached: no more requests are sent before midnight UTC",
          state: .dailyLimit(service: $0))
      })
  }
}
