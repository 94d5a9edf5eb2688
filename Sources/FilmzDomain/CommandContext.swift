package import Foundation

/// The context of one run of a command, which is passed to everything that the command calls.
package struct CommandContext: Sendable {
  /// The command as it was typed; the journal stores it with the command's step.
  package let line: String
  /// The time at which the command, or this step of it, began.
  package let now: Date
  /// `true` if the network must not be used.
  package let isOffline: Bool
  private let clock: @Sendable () -> Date

  /// Creates the context of a command; without a clock, all its steps begin at `now`.
  package init(
    line: String, now: Date, isOffline: Bool, clock: (@Sendable () -> Date)? = nil
  ) {
    self.line = line
    self.now = now
    self.isOffline = isOffline
    self.clock = clock ?? { now }
  }

  /// Returns the context of one step of a command with several steps.
  ///
  /// The step has its own line in the journal, and begins now.
  package func step(_ line: String) -> CommandContext {
    CommandContext(line: line, now: clock(), isOffline: isOffline, clock: clock)
  }
}

extension CommandContext {
  /// The same context, but offline.
  package var offline: CommandContext {
    CommandContext(line: line, now: now, isOffline: true, clock: clock)
  }
}
