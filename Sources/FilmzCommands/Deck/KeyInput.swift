package import FilmzTerminal
import Synchronization

/// The result of reading a line while single keys are being read.
package enum TypedLine: Sendable, Equatable {
  case text(String)
  /// No line was read; the value is the reason, such as ``KeyPress/endOfInput``.
  case noLine(KeyPress)
}

/// Reads single keys from a terminal without echoing them.
package struct KeyInput: Sendable {
  /// Switches the terminal to reading single keys; returns `false` if that is not possible.
  package let begin: @Sendable () async -> Bool
  /// Does the same as ``begin``; in addition, a pasted text is read as one key, and Ctrl-Z as a key.
  package let beginPanel: @Sendable () async -> Bool
  /// Waits for the next key, or for the cancellation of the task.
  package let read: @Sendable () async -> KeyPress
  /// Returns whether there are keys that have been typed but not read.
  package let hasPendingInput: @Sendable () async -> Bool
  /// Prompts for a line, with normal line editing.
  package let readLine: @Sendable (_ prompt: String) async -> TypedLine
  /// Prompts for a line; Tab completes it with one of the names.
  package let readName: @Sendable (_ prompt: String, _ names: [String]) async -> TypedLine
  /// Restores the terminal's previous mode, suspends the program as Ctrl-Z does, and begins a panel again after it was
  /// resumed; returns `false` if that is not possible.
  package let suspend: @Sendable () async -> Bool
  /// Restores the terminal's previous mode.
  package let end: @Sendable () async -> Void

  package init(
    begin: @escaping @Sendable () async -> Bool, beginPanel: (@Sendable () async -> Bool)? = nil,
    read: @escaping @Sendable () async -> KeyPress,
    hasPendingInput: @escaping @Sendable () async -> Bool = { false },
    readLine: @escaping @Sendable (String) async -> TypedLine,
    readName: (@Sendable (String, [String]) async -> TypedLine)? = nil,
    suspend: @escaping @Sendable () async -> Bool = { true }, end: @escaping @Sendable () async -> Void
  ) {
    (self.begin, self.read, self.readLine, self.hasPendingInput) = (begin, read, readLine, hasPendingInput)
    self.readName = readName ?? { prompt, _ in await readLine(prompt) }
    self.beginPanel = beginPanel ?? begin
    (self.suspend, self.end) = (suspend, end)
  }
}

/// A queue of keys, which keeps those that are typed while a deck waits for something else.
final class KeyQueue: Sendable {
  let input: KeyInput
  /// Keys that were read ahead, oldest first.
  private let keys = Mutex<[KeyPress]>([])
  private let hasShownHelp = Mutex(false)

  init(_ input: KeyInput) { self.input = input }

  /// Returns whether a wrong key should show the help: `true` for the first call, `false` for all others.
  func shouldShowHelp() -> Bool {
    hasShownHelp.withLock { hasShown in
      defer { hasShown = true }
      return !hasShown
    }
  }

  /// Waits for the next key; keys that were read ahead come first.
  func next() async -> KeyPress {
    while true {
      if let key = keys.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return key }
      let key = await input.read()
      if key != .cancelled { return key }
    }
  }

  /// Reads keys into the queue until one of them interrupts waiting, or the task is cancelled.
  func readAheadToInterruption() async {
    while !keys.withLock({ $0.contains(where: \.interruptsWaiting) }), !Task.isCancelled {
      let key = await input.read()
      if key != .cancelled { keys.withLock { $0.append(key) } }
    }
  }

  /// Removes the keys up to the first one that interrupts waiting, and returns this key; `nil` if there is none.
  func takeInterruption() -> KeyPress? {
    keys.withLock { keys in
      guard let index = keys.firstIndex(where: \.interruptsWaiting) else { return nil }
      defer { keys.removeFirst(index + 1) }
      return keys[index]
    }
  }

  /// Removes the characters at the beginning of the queue, and Enter if it follows them.
  ///
  /// - Returns: The characters, and whether Enter followed them.
  func takeText() -> (text: String, isLine: Bool) {
    keys.withLock { keys in
      var text = ""
      while case .character(let character)? = keys.first {
        text.append(character)
        keys.removeFirst()
      }
      let isLine = keys.first == .enter
      if isLine { keys.removeFirst() }
      return (text, isLine)
    }
  }
}

extension KeyPress {
  /// `true` for Ctrl-C, Ctrl-D, the end of the input, and signals that end the program.
  fileprivate var interruptsWaiting: Bool { [.interrupted, .endOfInput, .closed, .terminated].contains(self) }
}
