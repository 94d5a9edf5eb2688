import FilmzCommands
import FilmzTerminal
import FilmzTestSupport
import Synchronization

/// A terminal whose screen shows what a panel writes.
final class DrawnTerminal: Sendable {
  private let state: Mutex<(screen: Screen, writes: [String])>
  private let screens: AsyncStream<Screen>
  private let continuation: AsyncStream<Screen>.Continuation

  /// Creates a terminal with numbered rows above the cursor.
  init(rows: Int = 24, columns: Int = 80, rowsAbove: Int = 3) {
    var screen = Screen(rows: rows, columns: columns)
    for row in 0..<rowsAbove { screen.feed(Array("row \(row)\r\n".utf8)) }
    state = Mutex((screen, []))
    (screens, continuation) = AsyncStream.makeStream()
  }

  var screen: Screen { state.withLock(\.screen) }
  /// All texts that were written, one for each call.
  var writes: [String] { state.withLock(\.writes) }

  var console: Console {
    Console(
      write: { _ in }, writeMessage: { self.write($0) },
      renderTarget: { _ in RenderTarget(width: self.screen.columns, isTerminal: true) },
      messageStyle: { _ in Style(usesColor: true) }, isStandardErrorTerminal: true, canErase: true,
      rows: { self.screen.rows })
  }

  func resize(rows: Int, columns: Int, wrapping: Bool = false) {
    state.withLock { $0.screen.resize(rows: rows, columns: columns, wrapping: wrapping) }
  }

  /// Waits until the screen meets a condition; returns `false` if the test is cancelled before.
  func shows(_ condition: (Screen) -> Bool) async -> Bool {
    if condition(screen) { return true }
    for await screen in screens where condition(screen) { return true }
    return false
  }

  private func write(_ text: String) {
    let screen = state.withLock { state in
      state.screen.feed(Array(text.utf8))
      state.writes.append(text)
      return state.screen
    }
    continuation.yield(screen)
  }
}
