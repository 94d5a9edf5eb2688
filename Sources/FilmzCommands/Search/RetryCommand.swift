package import ArgumentParser

/// `retry`: the last command that failed on the network, again.
package struct RetryCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Run the last command that failed on the network again.",
    discussion: """
      Examples:
        retry
        retry --verbose
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let command = await session.unanswered.command else {
      throw CommandError.nothingToRetry
    }
    let line = command.words.map(\.typed).joined(separator: " ")
    return Output(.nothing, [.notice("Again: \(line)")], ending: .rerun(command))
  }
}
