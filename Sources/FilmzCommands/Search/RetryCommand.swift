import FilmzViewModels

/// The `retry` command, which repeats the last command that failed on the network.
package struct RetryCommand: ShellCommand {
  package static let command = Command(
    RetryCommand.self, "retry",
    "Repeat the last command that got no response from a source.",
    examples: """
      retry
      retry --verbose
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let command = await session.retryableCommand.command else {
      throw CommandError.nothingToRetry
    }
    session.viewModels.askServicesAgain()
    return Output(.nothing, [.notice("Repeating `\(command.text)`")], ending: .rerun(command))
  }
}
