/// `retry`: the last command that failed on the network, again.
package struct RetryCommand: ShellCommand {
  package static let command = Command(
    RetryCommand.self, "retry", "Run the last command that failed on the network again.",
    examples: """
      retry
      retry --verbose
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let command = await session.unanswered.command else {
      throw CommandError.nothingToRetry
    }
    let line = command.words.map(\.typed).joined(separator: " ")
    return Output(.nothing, [.notice("Again: \(line)")], ending: .rerun(command))
  }
}
