package import Foundation

/// The context in which a command runs: its command line, its time, and whether it may use the network.
package struct CommandContext: Sendable {
  /// The command line, which the journal stores with the step that the command makes.
  package let line: String
  /// The time at which the command or, in a context from ``step(_:)``, the step began.
  package let now: Date
  /// `true` if the network must not be used.
  package let isOffline: Bool
  /// `true` to look up directors for pages of films, because search results and lists lack them.
  package var needsDirectors = false
  /// `true` to look up TMDB's ratings for pages of films, because the facts for lists lack them.
  package var needsTMDBRatings = false
  /// `true` to look up TMDB's ratings for pages of films, but only for the films without a known IMDb rating.
  package var needsScores = false
  private let clock: @Sendable () -> Date

  /// Creates the context of a command.
  ///
  /// The clock returns the times at which later steps of the command begin; without a clock, all of them
  /// begin at `now`.
  package init(line: String, now: Date, isOffline: Bool, clock: (@Sendable () -> Date)? = nil) {
    (self.line, self.now, self.isOffline) = (line, now, isOffline)
    self.clock = clock ?? { now }
  }

  /// Returns the context of one step of a command with several steps.
  ///
  /// The step begins at the current time. The journal stores `line` as its command line. The flags for look-ups, such
  /// as ``needsDirectors``, are `false` in the result.
  package func step(_ line: String) -> CommandContext {
    CommandContext(line: line, now: clock(), isOffline: isOffline, clock: clock)
  }
}

extension CommandContext {
  /// This context with ``isOffline`` set to `true`, and the flags for look-ups, such as ``needsDirectors``, set to
  /// `false`.
  package var offline: CommandContext { CommandContext(line: line, now: now, isOffline: true, clock: clock) }
}
