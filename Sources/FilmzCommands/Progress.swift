import FilmzDomain
import FilmzTerminal
import Synchronization

/// A progress line on the terminal, shown while a command takes longer than 150 ms.
///
/// It is the last line of the standard error, and is erased before anything else is written.
final class Progress: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var label = "waiting"
    /// Shown in place of the label, if the amount of work is known.
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

  /// Shows the line after a delay, if the terminal can erase it again.
  func start(after delay: Duration = .milliseconds(150)) {
    guard console.canErase else { return }
    let task = Task { [weak self] in
      var wait = delay
      while (try? await Task.sleep(for: wait)) != nil, let self {
        self.draw()
        wait = .milliseconds(100)
      }
    }
    state.withLock { $0.task = task }
  }

  /// Sets what is being done, such as `refreshing 3 of 12`.
  func update(_ label: String) { state.withLock { $0.label = label } }

  /// Sets how far a long operation has got; drawn ten times a second at most.
  func update(_ bar: ProgressBar) { state.withLock { $0.bar = bar } }

  /// Prints a line of text, without its control characters, above the progress line.
  func printLine(_ line: String) {
    state.withLock { state in
      erase(&state)
      console.writeMessage(style.dim(line.sanitizedForTerminal) + "\n")
    }
  }

  /// Erases the line for good.
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
      let canvas = console.canvas(.never)
      let width = (canvas.width ?? 80) - 1
      let text = state.bar?.rendered(width: width, isUTF8: canvas.isUTF8) ?? waiting(state.label)
      console.writeMessage("\r" + style.dim(text.truncated(toWidth: width)) + "\u{1B}[K")
      state.isDrawn = true
    }
  }

  private func waiting(_ label: String) -> String {
    let tenths = start.duration(to: .now).microseconds / 100_000
    return "\(label) \(tenths / 10).\(tenths % 10) s, Ctrl-C stops it"
  }

  private func erase(_ state: inout State) {
    if state.isDrawn { console.writeMessage("\r\u{1B}[K") }
    state.isDrawn = false
  }
}
