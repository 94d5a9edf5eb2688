import Dispatch
package import FilmzCommands
package import FilmzTerminal
import Foundation

/// Reads lines from the terminal, with editing, history and completion by libedit.
///
/// libedit blocks and is not thread-safe, so it is used only on a thread of its own, to which this
/// type sends requests. The terminal is in editing mode while a line is read, and has echo off
/// between two lines; ``SavedTerminalModes`` restores the original modes. Ctrl-C and other signals
/// arrive through the ``WakePipe``, to which the handler of ``Signals`` writes.
package final class LineEditor: Sendable {
  private let queue = EditorQueue()
  private let wakePipe: WakePipe

  /// Creates an editor; the terminal modes do not change before the first read.
  package init(output: PromptStream = .preferred, style: Style = .plain, wakePipe: WakePipe) {
    self.wakePipe = wakePipe
    let queue = queue
    let thread = Thread {
      EditorThread(output: output, style: style, wakePipe: wakePipe).run(requestsFrom: queue)
    }
    thread.name = "line editor"
    thread.start()
  }

  deinit {
    queue.close(with: .close(nil))
  }

  /// Displays the prompt and reads a line; returns `terminated` if the editor is closed.
  ///
  /// The prompt is plain text without line breaks; control characters in it are displayed as `^X`.
  /// Concurrent calls are performed one after the other. Without a completer, Tab only beeps.
  package func readLine(
    prompt: String, completer: LineCompleter? = nil
  ) async -> LineEditorResult {
    await withCheckedContinuation { continuation in
      guard queue.enqueue(.readLine(prompt: prompt, completer, continuation)) else {
        return continuation.resume(returning: .terminated)
      }
    }
  }

  /// Reads a line without echo.
  ///
  /// Returns `nil` if the user presses Ctrl-C or Ctrl-D, a signal terminates the program, or the
  /// editor is closed or cannot use the terminal.
  package func readSecret(prompt: String) async -> String? {
    await withCheckedContinuation { continuation in
      guard queue.enqueue(.readSecret(prompt: prompt, continuation)) else {
        return continuation.resume(returning: nil)
      }
    }
  }

  /// Enters noncanonical mode, in which single keys are read, until ``endKeyInput()`` is called.
  ///
  /// Discards neither input that was typed ahead nor pending signals. Returns `false` if standard
  /// input is not a terminal, a signal terminates the program, or the editor is closed.
  package func beginKeyInput() async -> Bool {
    await withCheckedContinuation { continuation in
      guard queue.enqueue(.beginKeyInput(continuation)) else {
        return continuation.resume(returning: false)
      }
    }
  }

  /// Waits for a single key; returns `terminated` if the editor is closed.
  ///
  /// If the task is cancelled, this or a later call returns `cancelled`.
  package func readKey() async -> KeyPress {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard queue.enqueue(.readKey(continuation)) else {
          return continuation.resume(returning: .terminated)
        }
      }
    } onCancel: { [wakePipe] in
      wakePipe.send(.cancellation)
    }
  }

  /// Restores the terminal modes from before ``beginKeyInput()``.
  package func endKeyInput() async {
    await withCheckedContinuation { continuation in
      guard queue.enqueue(.endKeyInput(continuation)) else { return continuation.resume() }
    }
  }

  /// Adds a line to the history, unless it is equal to the newest one.
  ///
  /// When the history is full, the oldest lines are removed (``EditHistory/capacity``).
  package func addHistory(_ line: String) {
    _ = queue.enqueue(.addHistory(line))
  }

  /// Sets the function that loads the lines of earlier shells into the history.
  ///
  /// The function is called on the editing thread when the first key is pressed, or before the
  /// first line is added.
  package func loadHistory(from loadLines: @escaping @Sendable () -> [String]) {
    _ = queue.enqueue(.loadHistory(loadLines))
  }

  /// Cancels a pending read, and waits until the terminal modes are restored.
  package func close() {
    let doneSemaphore = DispatchSemaphore(value: 0)
    guard queue.close(with: .close(doneSemaphore)) else { return }
    wakePipe.send(.termination)
    doneSemaphore.wait()
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

/// A request of a ``LineEditor`` to the editing thread.
enum EditorRequest: Sendable {
  case readLine(
    prompt: String, LineCompleter?, CheckedContinuation<LineEditorResult, Never>)
  case readSecret(prompt: String, CheckedContinuation<String?, Never>)
  case addHistory(String)
  case loadHistory(@Sendable () -> [String])
  case beginKeyInput(CheckedContinuation<Bool, Never>)
  case readKey(CheckedContinuation<KeyPress, Never>)
  case endKeyInput(CheckedContinuation<Void, Never>)

  /// The last request; the semaphore is signaled after the terminal modes have been restored.
  case close(DispatchSemaphore?)
}

/// Reads a line from the terminal without echo.
///
/// The terminal is in canonical mode meanwhile, so that Backspace works and Ctrl-C sends SIGINT.
struct SecretReader {
  let input: TerminalInput

  /// Displays the prompt with `write`, reads a line, and begins a new row.
  func read(prompt: String, write: (String) -> Void) -> LineEditorResult {
    let previousModes = TerminalModes()
    previousModes?.withoutEcho.apply()
    defer {
      write("\n")
      previousModes?.apply()
    }
    write(prompt)
    return readLine { reason in
      guard reason == .resumption else { return }
      previousModes?.withoutEcho.apply()
      write(prompt)
    }
  }

  private func readLine(onWake handleWake: (WakeReason) -> Void) -> LineEditorResult {
    var bytes: [UInt8] = []
    while true {
      switch input.next() {
      case .byte(UInt8(ascii: "\n")), .byte(UInt8(ascii: "\r")):
        return .line(String(decoding: bytes, as: UTF8.self))
      case .byte(let byte): bytes.append(byte)
      case .endOfInput: return .endOfInput
      case .woken(.interruption): return .interrupted
      case .woken(.termination): return .terminated
      case .woken(let reason): handleWake(reason)
      }
    }
  }
}
