import Glibc
import Subprocess
import SystemPackage

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
  /// that the terminal is gone, and killed if that does not end it. It reads the terminal, or a text.
  ///
  /// - Throws: `SubprocessError`, `CancellationError`.
  func run(
    _ commandLine: String, _ arguments: [String] = [], input: TextDescriptor? = nil,
    variables: [String: String] = [:]
  ) async throws -> End {
    try await run(
      .name("sh"), ["-c", commandLine, "sh"] + arguments, input: input, variables: variables)
  }

  /// Runs a program to its end, as ``run(_:_:input:variables:)`` does.
  func run(
    _ program: Executable, _ arguments: [String], input: TextDescriptor? = nil,
    variables: [String: String] = [:]
  ) async throws -> End {
    let environment = variables.reduce(Environment.inherit) { environment, variable in
      environment.updating([Environment.Key(stringLiteral: variable.key): variable.value])
    }
    return try await running.lendingTerminal {
      let modes = TerminalModes()
      UsualTerminal.putBack()
      let quit = signal(SIGQUIT, SIG_IGN)
      CoreFile.restoreLimit()
      defer {
        CoreFile.forbid()
        signal(SIGQUIT, quit)
        modes?.apply()
      }
      let result = try await Subprocess.run(
        program, arguments: Arguments(arguments), environment: environment,
        platformOptions: Self.options, input: input?.input ?? .currentStandardInput,
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

extension TerminalChild.End {
  /// What went wrong, to stand behind the program's name.
  ///
  /// Nothing where the program ended well, or by one of `signals`, whether it died of it or says so
  /// by its status.
  func trouble(pardoning signals: [CInt] = []) -> String? {
    switch self {
    case .exited(0): nil
    case .exited(let status) where signals.contains(status - 128): nil
    case .killed(let signal) where signals.contains(signal): nil
    case .exited(126), .exited(127): "cannot be run"
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}
