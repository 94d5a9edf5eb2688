/// A single key, or what came instead of one.
package enum KeyPress: Sendable, Hashable {
  case character(Character)
  case enter
  /// A key without a character, such as an arrow.
  case unknown
  /// Ctrl-C.
  case interrupted
  /// Ctrl-D, or the terminal is gone.
  case endOfInput
  /// A signal asked the program to end.
  case terminated
  /// The program goes on after Ctrl-Z; what stood on the terminal may be gone.
  case resumed
}

extension KeyPress: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) {
    self = .character(character)
  }

  /// The key with a letter made small.
  var lowercased: KeyPress {
    guard case .character(let character) = self, let small = character.lowercased().first else {
      return self
    }
    return .character(small)
  }
}

/// A whole line that was typed between single keys.
package enum TypedLine: Sendable, Equatable {
  case text(String)
  /// There is no line, for a reason that a key may have as well.
  case none(KeyPress)
}

/// Reads single keys from a terminal, which does not show them meanwhile.
package struct KeyReading: Sendable {
  /// Takes the terminal; `false` if that is not possible.
  package let begin: @Sendable () async -> Bool
  /// Waits for the next key.
  package let read: @Sendable () async -> KeyPress
  /// Asks for a line, with the terminal as usual meanwhile.
  package let readLine: @Sendable (_ prompt: String) async -> TypedLine
  /// Gives the terminal back.
  package let end: @Sendable () async -> Void

  package init(
    begin: @escaping @Sendable () async -> Bool, read: @escaping @Sendable () async -> KeyPress,
    readLine: @escaping @Sendable (String) async -> TypedLine,
    end: @escaping @Sendable () async -> Void
  ) {
    self.begin = begin
    self.read = read
    self.readLine = readLine
    self.end = end
  }
}
