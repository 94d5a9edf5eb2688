import Glibc
import Subprocess

/// Runs other programs on our terminal, such as `$EDITOR`.
///
/// `Decision 10` of the architecture: they run in our process group with default signals, so that
/// the terminal's keys and its size reach them; Ctrl-C and Ctrl-\ mean them alone.
package struct TerminalChild: Sendable {
  /// How a program ended.
  enum End: Sendable, Equatable {
    case exited(CInt)
    case killed(by: CInt)
  }

  private let running: RunningCommand

  package init(running: RunningCommand) {
    self.running = running
  }

  /// Runs a command line of `sh`, with words that it finds as `$1` and so on, to its end.
  ///
  /// The terminal's modes are put back afterwards. Where the task is cancelled the program is told
  /// that the terminal is gone, and killed if that does not end it.
  ///
  /// - Throws: `SubprocessError`, `CancellationError`.
  func run(_ commandLine: String, _ arguments: [String]) async throws -> End {
    try await running.lendingTerminal {
      let modes = TerminalModes()
      let quit = signal(SIGQUIT, SIG_IGN)
      defer {
        signal(SIGQUIT, quit)
        modes?.apply()
      }
      let result = try await Subprocess.run(
        .name("sh"), arguments: Arguments(["-c", commandLine, "sh"] + arguments),
        platformOptions: Self.options, input: .currentStandardInput,
        output: .currentStandardOutput, error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(let status): return .exited(status)
      case .signaled(let signal): return .killed(by: signal)
      }
    }
  }

  private static var options: PlatformOptions {
    var options = PlatformOptions()
    options.teardownSequence = [
      .send(signal: .terminalClosed, allowedDurationToNextStep: .milliseconds(500))
    ]
    return options
  }
}
