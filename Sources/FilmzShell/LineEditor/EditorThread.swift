import Dispatch
import FilmzCommands
import FilmzTerminal

/// Works off the requests of a `LineEditor`, on the editing thread and nowhere else.
final class EditorThread {
  private let output: PromptStream
  private let input: TerminalInput
  private let history = EditHistory()
  private var editor: TerminalEditor?
  private var keys: KeyReader
  private var isTerminated = false
  private let style: Style

  init(output: PromptStream, style: Style, wake: WakePipe) {
    self.output = output
    self.style = style
    input = TerminalInput(wake: wake)
    keys = KeyReader(input: input)
  }

  /// Answers request after request until the closing one.
  func work(off mailbox: EditorQueue) {
    while true {
      switch mailbox.next() {
      case .line(let prompt, let completer, let continuation):
        continuation.resume(returning: readLine(prompt: prompt, completer))
      case .secret(let prompt, let continuation):
        continuation.resume(returning: readSecret(prompt: prompt))
      case .history(let line):
        history.takePast()
        history.add(line)
      case .past(let past):
        history.past = past
      case .beginKeys(let continuation):
        continuation.resume(returning: !isTerminated && TakenTerminal.take())
      case .key(let continuation):
        continuation.resume(returning: readKey())
      case .endKeys(let continuation):
        TakenTerminal.giveBack()
        continuation.resume()
      case .close(let isDone):
        close()
        isDone?.signal()
        return
      }
    }
  }

  private func readLine(prompt: String, _ completer: LineCompleter?) -> LineEditorResult {
    guard begin() else { return .terminated }
    let result =
      preparedEditor()?.readLine(prompt: prompt, completer: completer) ?? .endOfInput
    isTerminated = result == .terminated
    return result
  }

  private func readSecret(prompt: String) -> String? {
    guard begin(), let editor = preparedEditor() else { return nil }
    let result = SecretReader(input: input).read(prompt: prompt, show: editor.show)
    isTerminated = result == .terminated
    guard case .line(let secret) = result else { return nil }
    return secret
  }

  private func readKey() -> KeyPress {
    guard !isTerminated else { return .terminated }
    let key = keys.next()
    isTerminated = key == .terminated
    return key
  }

  /// Forgets signals from before this reading, except those that ended everything.
  private func begin() -> Bool {
    isTerminated = input.drain() || isTerminated
    return !isTerminated
  }

  private func preparedEditor() -> TerminalEditor? {
    if editor == nil {
      editor = TerminalEditor(output: output, input: input, history: history, style: style)
    }
    return editor
  }

  private func close() {
    _ = input.drain()
    TakenTerminal.giveBack()
    editor = nil
  }
}
