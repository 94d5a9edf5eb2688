import FilmzCommands
import FilmzDomain

/// What the commands of a script came to so far.
struct ScriptTally {
  /// Why no further command runs.
  private enum End {
    case quit
    case bailed
    case interrupted
    case outputLost
  }

  private let bails: Bool
  private var hasFailed = false
  private var end: End?

  /// A tally of nothing; where the script bails its first failure is its end.
  init(bails: Bool) {
    self.bails = bails
  }

  /// Whether no further command runs.
  var isOver: Bool { end != nil }

  /// The exit status of the script: 0, 1, 74 or 130.
  var status: CInt {
    switch end {
    case .interrupted: ExitCategory.interrupted.exitStatus
    case .outputLost: ExitCategory.inputOutput.exitStatus
    default: hasFailed ? 1 : 0
    }
  }

  /// What the script came to, for the command that ran it.
  var outcome: CommandRunner.Outcome {
    switch end {
    case .interrupted: .failed(.interrupted)
    case .outputLost: .outputLost
    default: hasFailed ? .failed(.failed) : .done
    }
  }

  /// Counts what a command came to; the others still run where one failed.
  mutating func take(_ outcome: CommandRunner.Outcome) {
    switch outcome {
    case .done: break
    case .failed(.interrupted): end = .interrupted
    case .failed:
      hasFailed = true
      if bails { end = .bailed }
    case .outputLost: end = .outputLost
    case .ended: end = .quit
    }
    if Task.isCancelled { end = .interrupted }
  }
}
