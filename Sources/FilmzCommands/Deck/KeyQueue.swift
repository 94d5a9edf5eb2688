import Synchronization

/// Reads keys one after another; keys that are typed while something is awaited are kept.
package final class KeyQueue: Sendable {
  let input: KeyInput
  /// Keys that were read ahead, oldest first.
  private let keys = Mutex<[KeyPress]>([])

  package init(_ input: KeyInput) { self.input = input }

  /// Waits for the next key; keys that were read ahead come first.
  func next() async -> KeyPress {
    while true {
      if let key = keys.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return key }
      let key = await input.read()
      if key != .cancelled { return key }
    }
  }

  /// Reads keys ahead, which remain in the queue, until one of them interrupts waiting or the task is
  /// cancelled.
  func readAheadToInterruption() async {
    while !keys.withLock({ $0.contains(where: \.interruptsWaiting) }), !Task.isCancelled {
      let key = await input.read()
      if key != .cancelled { keys.withLock { $0.append(key) } }
    }
  }

  /// Removes the first key that interrupts waiting, and the keys before it, and returns it; returns `nil` if
  /// there is none.
  func takeInterruption() -> KeyPress? {
    keys.withLock { keys in
      guard let index = keys.firstIndex(where: \.interruptsWaiting) else { return nil }
      defer { keys.removeFirst(index + 1) }
      return keys[index]
    }
  }

  /// Removes the characters at the beginning of the queue, and Enter after them, and returns the text and
  /// whether Enter followed it.
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
  /// `true` for Ctrl-C, Ctrl-D, and signals that end the program.
  fileprivate var interruptsWaiting: Bool {
    [.interrupted, .endOfInput, .terminated].contains(self)
  }
}
