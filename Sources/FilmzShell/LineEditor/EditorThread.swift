import Dispatch
import FilmzCommands
import FilmzTerminal

/// Performs the requests of a ``LineEditor``; used only on the editing thread.
final class EditorThread {
  private let output: PromptStream
  private let input: TerminalInput
  private let history = EditHistory()
  private var editor: TerminalEditor?
  private var keyReader: KeyReader
  /// `true` if a signal terminates the program or the editor is being closed.
  private var isTerminated = false
  private let style: Style

  init(output: PromptStream, style: Style, wakePipe: WakePipe) {
    self.output = output
    self.style = style
    input = TerminalInput(wakePipe: wakePipe)
    keyReader = KeyReader(input: input)
  }

  /// Performs requests until the queue is closed.
  func run(requestsFrom queue: EditorQueue) {
    while true {
      switch queue.next() {
      case .readLine(let prompt, let completer, let continuation):
        continuation.resume(returning: readLine(prompt: prompt, completer))
      case .readSecret(let prompt, let continuation):
        continuation.resume(returning: readSecret(prompt: prompt))
      case .addHistory(let line):
        history.loadEarlierLines()
        history.add(line)
      case .loadHistory(let loader):
        history.earlierLinesLoader = loader
      case .beginKeyInput(let continuation):
        continuation.resume(returning: !isTerminated && NoncanonicalMode.enter())
      case .readKey(let continuation):
        continuation.resume(returning: readKey())
      case .endKeyInput(let continuation):
        NoncanonicalMode.leave()
        continuation.resume()
      case .close(let doneSemaphore):
        close()
        doneSemaphore?.signal()
        return
      }
    }
  }

  private func readLine(prompt: String, _ completer: LineCompleter?) -> LineEditorResult {
    guard prepareInput() else { return .terminated }
    let result =
      preparedEditor()?.readLine(prompt: prompt, completer: completer) ?? .endOfInput
    isTerminated = result == .terminated
    return result
  }

  private func readSecret(prompt: String) -> String? {
    guard prepareInput(), let editor = preparedEditor() else { return nil }
    let result = SecretReader(input: input).read(prompt: prompt, write: editor.write)
    isTerminated = result == .terminated
    guard case .line(let secret) = result else { return nil }
    return secret
  }

  private func readKey() -> KeyPress {
    guard !isTerminated else { return .terminated }
    let key = keyReader.next()
    isTerminated = key == .terminated
    return key
  }

  /// Discards pending wake reasons, and returns `false` if a read must return immediately because
  /// the program is being terminated.
  private func prepareInput() -> Bool {
    isTerminated = input.discardWakeReasons() || isTerminated
    return !isTerminated
  }

  /// Returns the editor, and creates it if there is none yet.
  ///
  /// Returns `nil` if the editor cannot be created.
  private func preparedEditor() -> TerminalEditor? {
    if editor == nil {
      editor = TerminalEditor(output: output, input: input, history: history, style: style)
    }
    return editor
  }

  private func close() {
    _ = input.discardWakeReasons()
    NoncanonicalMode.leave()
    editor = nil
  }
}
