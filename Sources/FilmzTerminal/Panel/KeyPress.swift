/// A key, or an event that occurred while waiting for one.
package enum KeyPress: Sendable, Hashable {
  case character(Character)
  case enter
  case left
  case right
  case up
  case down
  case home
  case end
  case pageUp
  case pageDown
  case backspace
  case delete
  case tab
  /// Shift-Tab.
  case backTab
  /// Esc alone.
  case escape
  /// Ctrl and a lowercase letter, except Ctrl-C, Ctrl-D, and keys that have a case of their own, such as Tab (Ctrl-I).
  case control(Character)
  /// Alt and a key, as typed.
  case alt(Character)
  /// A text that the terminal marks as pasted (bracketed paste), with its line breaks and control characters.
  case paste(String)
  /// Any other key that has no character.
  case unknown
  /// Ctrl-C.
  case interrupted
  /// Ctrl-D.
  case endOfInput
  /// The terminal was closed.
  case closed
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
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

  /// The key with its letter in lowercase; a key without a letter is unchanged.
  package var lowercased: KeyPress {
    switch self {
    case .character(let character): character.lowercased().first.map { .character($0) } ?? self
    case .alt(let character): character.lowercased().first.map { .alt($0) } ?? self
    default: self
    }
  }
}
