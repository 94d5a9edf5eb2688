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
  ///
  /// A pasted text is one key, and Ctrl-Z is a key.
  package let begin: @Sendable () async -> Bool
  /// Waits for the next key, or for the cancellation of the task.
  package let read: @Sendable () async -> KeyPress
  /// Returns whether there are keys that have been typed but not read.
  package let hasPendingInput: @Sendable () async -> Bool
  /// Prompts for a line, with normal line editing.
  package let readLine: @Sendable (_ prompt: String) async -> TypedLine
  /// Prompts for a line; Tab completes it with one of the names.
  package let readName: @Sendable (_ prompt: String, _ names: [String]) async -> TypedLine
  /// Makes Ctrl-C a key (`.control("c")`) instead of an interruption, until it is called with `false` or keys are not read
  /// any more.
  package let setReadsCtrlC: @Sendable (Bool) async -> Void
  /// Restores the terminal's previous mode, suspends the program as Ctrl-Z does, and begins again after it was resumed;
  /// returns `false` if that is not possible.
  package let suspend: @Sendable () async -> Bool
  /// Restores the terminal's previous mode.
  package let end: @Sendable () async -> Void

  package init(
    begin: @escaping @Sendable () async -> Bool,
    read: @escaping @Sendable () async -> KeyPress,
    hasPendingInput: @escaping @Sendable () async -> Bool = { false },
    readLine: @escaping @Sendable (String) async -> TypedLine,
    readName: (@Sendable (String, [String]) async -> TypedLine)? = nil,
    setReadsCtrlC: @escaping @Sendable (Bool) async -> Void = { _ in },
    suspend: @escaping @Sendable () async -> Bool = { true }, end: @escaping @Sendable () async -> Void
  ) {
    (self.begin, self.read, self.readLine, self.hasPendingInput) = (begin, read, readLine, hasPendingInput)
    self.readName = readName ?? { prompt, _ in await readLine(prompt) }
    (self.setReadsCtrlC, self.suspend, self.end) = (setReadsCtrlC, suspend, end)
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
      if let key = await read() { return key }
    }
  }

  /// Reads a key; returns `nil` if the task was cancelled, or the key has suspended the program.
  private func read() async -> KeyPress? {
    switch await input.read() {
    case .cancelled: nil
    case .control("z"): await input.suspend() ? nil : .terminated
    case let key: key
    }
  }

  /// Reads keys into the queue until one of them interrupts waiting, or the task is cancelled.
  func readAheadToInterruption() async {
    while !keys.withLock({ $0.contains(where: \.interruptsWaiting) }), !Task.isCancelled {
      if let key = await read() { keys.withLock { $0.append(key) } }
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
