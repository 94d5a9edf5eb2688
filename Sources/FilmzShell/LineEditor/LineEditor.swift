import Dispatch
import FilmzCommands
package import FilmzTerminal
import Foundation
import Synchronization

/// Reads lines from the terminal, with editing, history and completion by libedit.
///
/// libedit blocks and is not thread-safe, so it is used only on a thread of its own (``EditorThread``), to which
/// this type sends requests. The terminal is in editing mode while a line is read, and has echo off between two
/// lines; ``SavedTerminalModes`` restores the original modes. Ctrl-C and other signals arrive through the
/// ``WakePipe``, to which the handler of ``Signals`` writes.
package final class LineEditor: Sendable {
  private let queue = EditorQueue<EditorRequest>()
  private let wakePipe: WakePipe

  /// Creates an editor; the terminal modes do not change before the first read.
  package init(style: Style = .plain, wakePipe: WakePipe) {
    self.wakePipe = wakePipe
    let thread = Thread { [queue] in EditorThread(style: style, wakePipe: wakePipe).run(requestsFrom: queue) }
    thread.name = "line editor"
    thread.start()
  }

  deinit { queue.enqueue({ $0.close() }, isLast: true) }

  /// Displays the prompt and reads a line, which begins with the text `typed`; returns `terminated` if the editor is
  /// closed.
  ///
  /// The prompt is plain text without line breaks; control characters in it are displayed as `^X`.
  /// Concurrent calls are performed one after the other. Without a completer, Tab only beeps.
  package func readLine(
    prompt: String, typed: String = "", completer: LineCompleter? = nil, filmPicker: FilmPicker? = nil
  ) async -> LineEditorResult {
    await perform(ifClosed: .terminated) { $0.readLine(prompt: prompt, typed, completer, filmPicker) }
  }

  /// Reads a line without echo.
  ///
  /// Returns `nil` if the user presses Ctrl-C or Ctrl-D, a signal terminates the program, or the
  /// editor is closed or cannot use the terminal.
  package func readSecret(prompt: String) async -> String? {
    await perform(ifClosed: nil) { $0.readSecret(prompt: prompt) }
  }

  /// Enters noncanonical mode, in which single keys are read, until ``endKeyInput()`` is called; a pasted text is one key,
  /// and Ctrl-Z is a key.
  ///
  /// Discards neither input that was typed ahead nor pending signals. Returns `false` if standard
  /// input is not a terminal, a signal terminates the program, or the editor is closed.
  package func beginKeyInput() async -> Bool { await perform(ifClosed: false) { $0.beginKeyInput() } }

  /// Makes Ctrl-C a key instead of a signal, until this function is called with `false` or ``endKeyInput()``.
  package func setReadsCtrlC(_ isKey: Bool) async {
    await perform(ifClosed: ()) { _ in NoncanonicalMode.setReadsCtrlC(isKey) }
  }

  /// Suspends the program as Ctrl-Z does, and begins the input of keys again after it was resumed.
  ///
  /// Returns `false` if that is not possible.
  package func suspendKeyInput() async -> Bool { await perform(ifClosed: false) { $0.suspendKeyInput() } }

  /// Waits for a single key; returns `terminated` if the editor is closed.
  ///
  /// If the task is cancelled, this or a later call returns `cancelled`.
  package func readKey() async -> KeyPress {
    await withTaskCancellationHandler {
      await perform(ifClosed: .terminated) { $0.readKey() }
    } onCancel: { [wakePipe] in
      wakePipe.send(.cancellation)
    }
  }

  /// Returns whether keys have been typed that ``readKey()`` has not returned yet.
  package func hasPendingInput() async -> Bool { await perform(ifClosed: false) { $0.hasPendingInput } }

  /// Discards the input that arrives without a pause, and returns whether there was any.
  func discardPaste() async -> Bool { await perform(ifClosed: false) { $0.discardPaste() } }

  /// Restores the terminal modes from before ``beginKeyInput()``.
  package func endKeyInput() async { await perform(ifClosed: ()) { $0.endKeyInput() } }

  /// Adds a line to the history, unless it equals the newest line.
  ///
  /// When the history is full, the oldest lines are removed (``EditHistory/capacity``).
  package func addHistory(_ line: String) { queue.enqueue { $0.history.add(line) } }

  /// Sets the function that loads the lines of earlier shells into the history.
  ///
  /// The function is called on the editing thread when the first key is pressed, or before the
  /// first line is added.
  package func loadHistory(from loadLines: @escaping @Sendable () -> [String]) {
    queue.enqueue { $0.history.earlierLinesLoader = loadLines }
  }

  /// Cancels a pending read, and waits until the terminal modes are restored.
  package func close() {
    let doneSemaphore = DispatchSemaphore(value: 0)
    let isAccepted = queue.enqueue(
      {
        $0.close()
        doneSemaphore.signal()
      }, isLast: true)
    guard isAccepted else { return }
    wakePipe.send(.termination)
    doneSemaphore.wait()
  }

  /// Performs a function on the editing thread; returns `closedValue` if the editor is closed.
  private func perform<Value: Sendable>(
    ifClosed closedValue: Value, _ body: @escaping @Sendable (EditorThread) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      let isAccepted = queue.enqueue { continuation.resume(returning: body($0)) }
      if !isAccepted { continuation.resume(returning: closedValue) }
    }
  }
}

/// The result of reading a line.
package enum LineEditorResult: Sendable, Equatable {
  /// The line without its line break.
  case line(String)

  /// The user pressed Ctrl-C; the line was discarded.
  case interrupted

  /// The user pressed Ctrl-D on an empty line, or the terminal was closed or cannot be used.
  case endOfInput

  /// A signal terminates the program, or the editor was closed; all later reads have this result,
  /// too.
  case terminated
}

/// A function that the editing thread performs.
typealias EditorRequest = @Sendable (EditorThread) -> Void

/// A queue of requests for another thread.
final class EditorQueue<Request: Sendable>: Sendable {
  private let state = Mutex<(requests: [Request], isClosed: Bool)>(([], false))
  /// The number of pending requests; the thread waits until there is one.
  private let requestCount = DispatchSemaphore(value: 0)

  /// Adds a request, or returns `false` if the queue is closed.
  ///
  /// If `isLast` is `true`, the queue is closed afterwards.
  @discardableResult
  func enqueue(_ request: Request, isLast: Bool = false) -> Bool {
    let isAccepted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.requests.append(request)
      state.isClosed = isLast
      return true
    }
    if isAccepted { requestCount.signal() }
    return isAccepted
  }

  /// Removes and returns the oldest request; blocks the thread until there is one.
  func next() -> Request {
    requestCount.wait()
    return state.withLock { $0.requests.removeFirst() }
  }
}
