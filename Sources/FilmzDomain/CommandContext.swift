package import Foundation

/// What one run of a command tells everything that it calls.
package struct CommandContext: Sendable {
  /// The command as it was typed; the journal keeps it with the command's step.
  package let line: String
  /// When the command began.
  package let now: Date
  /// `true` if the network may not be used.
  package let isOffline: Bool

  package init(line: String, now: Date, isOffline: Bool) {
    self.line = line
    self.now = now
    self.isOffline = isOffline
  }
}

extension CommandContext {
  /// The same command without the network.
  package var offline: CommandContext { CommandContext(line: line, now: now, isOffline: true) }

  /// The context of work that no command waits for.
  package static func background(at now: Date) -> CommandContext {
    CommandContext(line: "", now: now, isOffline: false)
  }
}
