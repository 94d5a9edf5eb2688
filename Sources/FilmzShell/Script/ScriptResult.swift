import FilmzCommands
import FilmzDomain

/// The combined result of the commands of a script that have run so far.
struct ScriptResult {
  /// The reason why no further command of a script may run.
  private enum StopReason {
    case quit
    /// A command failed, and the first failure stops the script.
    case failure
    case interrupted
    case outputLost
  }

  private let stopsAtFirstFailure: Bool
  private var hasFailed = false
  private var stopReason: StopReason?

  /// Creates the result of a script before its first command.
  ///
  /// If `stopsAtFirstFailure` is `true`, a command that fails stops the script.
  init(stopsAtFirstFailure: Bool) {
    self.stopsAtFirstFailure = stopsAtFirstFailure
  }

  /// `true` if no further command may run.
  var isStopped: Bool { stopReason != nil }

  /// The exit status of the script: 0, 1, 74 or 130.
  var status: CInt {
    switch stopReason {
    case .interrupted: ExitCategory.interrupted.exitStatus
    case .outputLost: ExitCategory.inputOutput.exitStatus
    default: hasFailed ? 1 : 0
    }
  }

  /// The outcome of the command that ran the script.
  var outcome: CommandRunner.Outcome {
    switch stopReason {
    case .interrupted: .failed(.interrupted)
    case .outputLost: .outputLost
    default: hasFailed ? .failed(.failed) : .done
    }
  }

  /// Records the outcome of a command, and whether the task is cancelled.
  mutating func record(_ outcome: CommandRunner.Outcome) {
    switch outcome {
    case .done: break
    case .failed(.interrupted): stopReason = .interrupted
    case .failed:
      hasFailed = true
      if stopsAtFirstFailure { stopReason = .failure }
    case .outputLost: stopReason = .outputLost
    case .sessionEnded: stopReason = .quit
    }
    if Task.isCancelled { stopReason = .interrupted }
  }
}
