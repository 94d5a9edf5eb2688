import FilmzDomain
import FilmzViewModels

/// `config ls`: all settings, and where they come from.
package struct ConfigListCommand: ShellCommand {
  package static let command = Command(
    ConfigListCommand.self, "config ls", "List all settings; keys are masked.",
    details: """
      Each with where it comes from: a flag, the environment, the file, or the default.
      """,
    examples: """
      config ls
      config ls --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let exhausted = await session.models.detail.exhaustedServices()
    let settings = await session.settings.all()
    return Output(
      .list(.settings(settings.all)),
      exhausted.map {
        .warning("\($0)'s daily limit is reached: nothing more is asked before midnight UTC")
      })
  }
}
