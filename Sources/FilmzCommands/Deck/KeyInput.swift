/// A single key, or an event that occurred while waiting for one.
package enum KeyPress: Sendable, Hashable {
  case character(Character)
  case enter
  case left
  case right
  case up
  /// Another key without a character.
  case unknown
  /// Ctrl-C.
  case interrupted
  /// Ctrl-D, or the terminal was closed.
  case endOfInput
  /// A signal requested the program to end.
  case terminated
  /// The program was resumed after Ctrl-Z; other programs may have written to the terminal meanwhile.
  case resumed
  /// The terminal has changed its size.
  case resized
  /// The task that waited for a key was cancelled.
  case cancelled
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }

  /// The key with its letter in lowercase; a key without a letter is unchanged.
  var lowercased: KeyPress {
    guard case .character(let character) = self, let lowercase = character.lowercased().first else {
      return self
    }
    return .character(lowercase)
  }
}

/// The result of reading a line while single keys are being read.
package enum TypedLine: Sendable, Equatable {
  case text(String)
  /// No line was read because of this event, such as ``KeyPress/endOfInput``.
  case noLine(KeyPress)
}

/// Reads single keys from a terminal without echoing them.
package struct KeyInput: Sendable {
  /// Switches the terminal to reading single keys; returns `false` if that is not possible.
  package let begin: @Sendable () async -> Bool
  /// Waits for the next key, or for the cancellation of the task.
  package let read: @Sendable () async -> KeyPress
  /// Prompts for a line, with normal line editing.
  package let readLine: @Sendable (_ prompt: String) async -> TypedLine
  /// Prompts for one of some names, which Tab completes, or for another line.
  package let readName: @Sendable (_ prompt: String, _ names: [String]) async -> TypedLine
  /// Restores the terminal's previous mode.
  package let end: @Sendable () async -> Void

  package init(
    begin: @escaping @Sendable () async -> Bool, read: @escaping @Sendable () async -> KeyPress,
    readLine: @escaping @Sendable (String) async -> TypedLine,
    readName: (@Sendable (String, [String]) async -> TypedLine)? = nil,
    end: @escaping @Sendable () async -> Void
  ) {
    self.begin = begin
    self.read = read
    self.readLine = readLine
    self.readName = readName ?? { prompt, _ in await readLine(prompt) }
    self.end = end
  }
}
