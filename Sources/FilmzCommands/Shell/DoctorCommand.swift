package import ArgumentParser
import FilmzViewModels

/// `doctor`: what works here and what does not.
package struct DoctorCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what works here, what does not, and what to do about it.",
    discussion: """
      Asks OMDb one question, unless --offline is given. Fails where something does not work.

      Examples:
        doctor
        doctor --offline
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let checks =
      try await session.doctor.checks(in: session.context) + session.surroundings()
    let rows = checks.map(HealthRow.init(check:))
    var output = Output(.report(HealthRow.self, rows, HealthRow.card(of: checks)))
    output.reportsTrouble = checks.contains { $0.state == .fail }
    return output
  }
}
