import FilmzViewModels

/// `doctor`: what works here and what does not.
package struct DoctorCommand: ShellCommand {
  package static let command = Command(
    DoctorCommand.self, "doctor", "Say what works here, what does not, and what to do about it.",
    details: """
      Asks OMDb one question, unless --offline is given. Fails where something does not work.
      """,
    examples: """
      doctor
      doctor --offline
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let checks =
      try await session.models.doctor.checks(in: session.context) + session.host.surroundings()
    let isTrouble = checks.contains { $0.state == .fail }
    return Output(.checks(checks), ending: isTrouble ? .foundTrouble : .done)
  }
}
