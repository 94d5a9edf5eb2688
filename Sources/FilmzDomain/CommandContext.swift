package import Foundation

/// What one run of a command tells everything that it calls.
package struct CommandContext: Sendable {
  /// The command as it was typed; the journal keeps it with the command's step.
  package let line: String
  /// When the command, or the step of a command of several steps, began.
  package let now: Date
  /// `true` if the network may not be used.
  package let isOffline: Bool
  private let clock: @Sendable () -> Date

  /// Creates the context of a command; without a clock all its steps have one moment.
  package init(
    line: String, now: Date, isOffline: Bool, clock: (@Sendable () -> Date)? = nil
  ) {
    self.line = line
    self.now = now
    self.isOffline = isOffline
    self.clock = clock ?? { now }
  }

  /// The context of one step of a command that takes several: it has a line and a moment of its own.
  package func step(_ line: String) -> CommandContext {
    CommandContext(line: line, now: clock(), isOffline: isOffline, clock: clock)
  }
}

extension CommandContext {
  /// The same command without the network.
  package var offline: CommandContext {
    CommandContext(line: line, now: now, isOffline: true, clock: clock)
  }
}
