package import Foundation

/// The context in which a command runs: its command line, its time, and whether it may use the network.
package struct CommandContext: Sendable {
  /// The command line, which the journal stores with the step that the command makes.
  package let line: String
  /// The time at which the command began; in a context from ``step(_:)``, the time at which the step
  /// began.
  package let now: Date
  /// `true` if the network must not be used.
  package let isOffline: Bool
  /// `true` if pages of films include the directors, which search results and lists do not have.
  package var needsDirectors = false
  /// `true` if pages of films include TMDB's ratings, which the facts that lists show do not have.
  package var needsTMDBRatings = false
  private let clock: @Sendable () -> Date

  /// Creates the context of a command.
  ///
  /// The clock returns the times at which later steps of the command begin; without a clock, all of them
  /// begin at `now`.
  package init(
    line: String, now: Date, isOffline: Bool, clock: (@Sendable () -> Date)? = nil
  ) {
    (self.line, self.now, self.isOffline) = (line, now, isOffline)
    self.clock = clock ?? { now }
  }

  /// Returns the context of one step of a command with several steps.
  ///
  /// The step begins at the current time. The journal stores `line` as its command line.
  package func step(_ line: String) -> CommandContext {
    CommandContext(line: line, now: clock(), isOffline: isOffline, clock: clock)
  }
}

extension CommandContext {
  /// This context with ``isOffline`` set to `true`.
  package var offline: CommandContext {
    CommandContext(line: line, now: now, isOffline: true, clock: clock)
  }
}
