import FilmzDomain
import FilmzTerminal
import Synchronization

/// A progress line on the terminal, shown once a command has taken 150 ms.
///
/// The line is the last one on standard error, and is erased before anything else is written there.
final class Progress: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var label = "waiting"
    /// The bar that is shown instead of the label during an operation that reports its progress.
    var bar: ProgressBar?
    var isDrawn = false
    var isStopped = false
  }

  private let console: Console
  private let style: Style
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(console: Console, style: Style) {
    self.console = console
    self.style = style
  }

  deinit { stop() }

  /// Shows the line after a delay if the terminal can erase a line.
  func start(after delay: Duration = .milliseconds(150)) {
    guard console.canErase else { return }
    let task = Task { [weak self] in
      var interval = delay
      while (try? await Task.sleep(for: interval)) != nil, let self {
        self.draw()
        interval = .milliseconds(100)
      }
    }
    state.withLock { $0.task = task }
  }

  /// Sets the label that is shown while there is no bar, such as `refreshing 3 of 12`.
  func update(_ label: String) { state.withLock { $0.label = label } }

  /// Sets the bar, which is drawn at most ten times a second.
  func update(_ bar: ProgressBar) { state.withLock { $0.bar = bar } }

  /// Prints a line of text above the progress line.
  ///
  /// Control characters in the text are replaced or removed.
  func printLine(_ line: String) {
    state.withLock { state in
      erase(&state)
      console.writeMessage(style.dim(line.sanitizedForTerminal) + "\n")
    }
  }

  /// Erases the line, and does not show it again.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.task?.cancel()
      erase(&state)
    }
  }

  private func draw() {
    state.withLock { state in
      guard !state.isStopped else { return }
      let renderTarget = console.renderTarget(.never)
      let width = (renderTarget.width ?? 80) - 1
      let text =
        state.bar?.rendered(width: width, isUTF8: renderTarget.isUTF8) ?? waitingText(state.label)
      console.writeMessage("\r" + style.dim(text.truncated(toWidth: width)) + "\u{1B}[K")
      state.isDrawn = true
    }
  }

  private func waitingText(_ label: String) -> String {
    let tenths = start.duration(to: .now).microseconds / 100_000
    return "\(label) \(tenths.tenthsText) s, Ctrl-C stops it"
  }

  private func erase(_ state: inout State) {
    if state.isDrawn { console.writeMessage("\r\u{1B}[K") }
    state.isDrawn = false
  }
}
