import Synchronization

/// Reads keys one after another; keys can be read ahead while something else is awaited.
final class KeyQueue: Sendable {
  private struct State {
    /// Keys that were read ahead, oldest first.
    var keys: [KeyPress] = []
    /// The task that reads the next key.
    var reading: Task<KeyPress, Never>?
  }

  let input: KeyInput
  private let state = Mutex(State())

  init(_ input: KeyInput) { self.input = input }

  /// Waits for the next key; keys that were read ahead come first.
  func next() async -> KeyPress {
    if let key = takeFirst(where: { _ in true }) { return key }
    _ = await readAhead()
    return await next()
  }

  /// Removes the first key that ends a deck, and the keys before it, and returns it.
  func nextEndingDeck() async -> KeyPress {
    if let key = takeFirst(where: \.endsDeck) { return key }
    _ = await readAhead()
    return await nextEndingDeck()
  }

  /// Waits for another key, which remains in the queue, and returns it.
  ///
  /// If the caller is cancelled, the key is read nevertheless.
  func readAhead() async -> KeyPress {
    let task = state.withLock { state in
      let task =
        state.reading
        ?? Task {
          let key = await input.read()
          self.state.withLock {
            $0.keys.append(key)
            $0.reading = nil
          }
          return key
        }
      state.reading = task
      return task
    }
    return await task.value
  }

  private func takeFirst(where predicate: (KeyPress) -> Bool) -> KeyPress? {
    state.withLock { state in
      guard let index = state.keys.firstIndex(where: predicate) else { return nil }
      let key = state.keys[index]
      state.keys.removeFirst(index + 1)
      return key
    }
  }
}

extension KeyPress {
  /// `true` for `q`, Ctrl-C, Ctrl-D, and signals that end the program.
  var endsDeck: Bool {
    switch lowercased {
    case "q", .interrupted, .endOfInput, .terminated: true
    default: false
    }
  }
}
