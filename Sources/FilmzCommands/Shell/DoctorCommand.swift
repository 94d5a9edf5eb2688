import FilmzViewModels

/// The `doctor` command, which checks the installation.
package struct DoctorCommand: ShellCommand {
  package static let command = Command(
    DoctorCommand.self, "doctor", "Check what works, and suggest what to do about problems.",
    details: """
      Sends one request to each service whose key is set, unless --offline is given. Fails if a check
      fails.
      """,
    examples: """
      doctor
      doctor --offline
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let checks =
      try await session.viewModels.doctor.checks(in: session.context)
      + session.host.environmentChecks()
    let hasFailure = checks.contains { $0.state == .fail }
    return Output(.checks(checks), ending: hasFailure ? .foundProblems : .done)
  }
}
