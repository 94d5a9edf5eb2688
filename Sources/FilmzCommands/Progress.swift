import FilmzDomain
import FilmzTerminal
import Synchronization

extension ProgressBar {
  /// Creates a bar with those details that are not `nil`; they are an amount, a rate, and the remaining time.
  ///
  /// If there is too little space, the amount is dropped first and the remaining time last.
  init(_ label: String, fraction: Double?, amountRateAndTime details: [String?]) {
    let knownIndices = details.indices.filter { details[$0] != nil }
    self.init(
      label, fraction: fraction, details: details.compactMap(\.self),
      dropOrder: [0, 1, 2].compactMap { knownIndices.firstIndex(of: $0) })
  }
}

/// Determines when the progress of a long operation is written as a line of its own, if no line can be erased.
struct ProgressLog {
  /// The maximum number of seconds between two lines; it is greater than the timeout of a request to a service (10 s).
  ///
  /// A further tenth of the work also gets a line, but not within 1 s after the last line or 3 s after the start.
  private static let interval = 15.0
  private static let start = 3.0

  private var label: String?
  private var tenths = 0
  private var lastTime = 0.0

  /// Returns whether a line is due for an operation, of which `fraction` is done `seconds` after the command began.
  mutating func isDue(_ label: String, _ fraction: Double?, at seconds: Double) -> Bool {
    let newTenths = Int((fraction ?? 0) * 10)
    let hasAdvanced = label == self.label && newTenths > tenths && seconds >= max(Self.start, lastTime + 1)
    let isDue = hasAdvanced || seconds >= lastTime + Self.interval
    if isDue { lastTime = seconds }
    if isDue || label != self.label { (self.label, tenths) = (label, newTenths) }
    return isDue
  }
}

/// A progress line on the terminal, shown once a command has taken 150 ms.
///
/// The line is the last one on standard error, and is erased before anything else is written there. If it cannot be
/// erased, a long operation instead writes a line every 15 seconds, and one for each tenth of the work.
final class Progress: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var label = "waiting"
    /// The bar that is shown instead of the label during an operation that reports its progress.
    var bar: ProgressBar?
    var isDrawn = false
    var isStopped = false
    var log = ProgressLog()
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

  /// Shows the line after a delay.
  func start(after delay: Duration = .milliseconds(150)) {
    let task = Task { [weak self] in
      var interval = delay
      while (try? await Task.sleep(for: interval)) != nil, let self {
        if self.console.canErase { self.draw() } else { self.log() }
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
      let text = state.bar?.rendered(width: width, isUTF8: renderTarget.isUTF8) ?? waitingText(state.label)
      console.writeMessage("\r" + style.dim(text.truncated(toWidth: width)) + "\u{1B}[K")
      state.isDrawn = true
    }
  }

  /// Writes the progress as a line of its own if one is due.
  private func log() {
    state.withLock { state in
      guard !state.isStopped else { return }
      let seconds = start.duration(to: .now).seconds
      guard state.log.isDue(state.bar?.label ?? state.label, state.bar?.fraction, at: seconds) else { return }
      console.writeMessage((state.bar?.line ?? "\(state.label) \(Int(seconds)) s") + "\n")
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
