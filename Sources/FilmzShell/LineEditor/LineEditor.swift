import Dispatch
package import FilmzCommands
package import FilmzTerminal
import Foundation

/// Reads edited lines from the terminal, with history, by means of libedit.
///
/// Everything of libedit lives on one thread of its own, because it blocks and is not made for
/// several; this type only sends requests there. The terminal is in editing mode while a line is
/// being read, and silent between two lines; `UsualTerminal` puts it back as it was. Ctrl-C and the
/// other signals arrive through the `WakePipe`, which whoever listens to `Signals` feeds.
package final class LineEditor: Sendable {
  private let mailbox = EditorQueue()
  private let wake: WakePipe

  /// Makes an editor; the terminal is not touched before the first line is read.
  package init(output: PromptStream = .preferred, style: Style = .plain, wake: WakePipe) {
    self.wake = wake
    let mailbox = mailbox
    let thread = Thread {
      EditorThread(output: output, style: style, wake: wake).work(off: mailbox)
    }
    thread.name = "line editor"
    thread.start()
  }

  deinit {
    mailbox.close(with: .close(nil))
  }

  /// Shows the prompt and reads a line; `terminated` once the editor is closed.
  ///
  /// The prompt is plain text in one row; control characters in it are shown as `^X`. Readings
  /// that overlap are answered one after the other. Tab asks the completer, and does nothing without.
  package func readLine(
    prompt: String, completer: LineCompleter? = nil
  ) async -> LineEditorResult {
    await withCheckedContinuation { continuation in
      guard mailbox.post(.line(prompt: prompt, completer, continuation)) else {
        return continuation.resume(returning: .terminated)
      }
    }
  }

  /// Reads a line that is not shown while it is typed, and not kept in the history.
  ///
  /// Returns nil when Ctrl-C, Ctrl-D or the end of the program came before the line's end.
  package func readSecret(prompt: String) async -> String? {
    await withCheckedContinuation { continuation in
      guard mailbox.post(.secret(prompt: prompt, continuation)) else {
        return continuation.resume(returning: nil)
      }
    }
  }

  /// Takes the terminal for single keys, until ``endKeys()``; what was typed ahead stays.
  ///
  /// Signals from before are not forgotten. Returns false where there is no terminal.
  package func beginKeys() async -> Bool {
    await withCheckedContinuation { continuation in
      guard mailbox.post(.beginKeys(continuation)) else {
        return continuation.resume(returning: false)
      }
    }
  }

  /// Waits for a single key; `terminated` once the editor is closed.
  package func readKey() async -> KeyPress {
    await withCheckedContinuation { continuation in
      guard mailbox.post(.key(continuation)) else {
        return continuation.resume(returning: .terminated)
      }
    }
  }

  /// Gives the terminal back as it was before ``beginKeys()``.
  package func endKeys() async {
    await withCheckedContinuation { continuation in
      guard mailbox.post(.endKeys(continuation)) else { return continuation.resume() }
    }
  }

  /// Adds a line to the history, unless it repeats the newest one; the oldest of 10,000 gives way.
  package func addHistory(_ line: String) {
    _ = mailbox.post(.history(line))
  }

  /// Has the lines of earlier shells brought back, too; they are asked for with the first key, on the
  /// editing thread.
  package func recall(_ past: @escaping @Sendable () -> [String]) {
    _ = mailbox.post(.past(past))
  }

  /// Ends a reading that still waits, puts the terminal back and returns when that is done.
  package func close() {
    let isDone = DispatchSemaphore(value: 0)
    guard mailbox.close(with: .close(isDone)) else { return }
    wake.send(.termination)
    isDone.wait()
  }
}
