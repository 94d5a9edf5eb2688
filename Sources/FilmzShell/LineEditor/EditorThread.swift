import Dispatch
import FilmzCommands
import FilmzTerminal
import Glibc
import Synchronization

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

/// A queue of requests for the editing thread.
final class EditorQueue: Sendable {
  private struct State {
    var requests: [EditorRequest] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Counts the requests, so that the editing thread can wait for one.
  private let requestCount = DispatchSemaphore(value: 0)

  /// Adds a request, or returns `false` if the queue is closed.
  func enqueue(_ request: EditorRequest) -> Bool {
    append(request, closing: false)
  }

  /// Adds the last request and closes the queue, or returns `false` if it is already closed.
  @discardableResult
  func close(with request: EditorRequest) -> Bool {
    append(request, closing: true)
  }

  /// Removes and returns the oldest request; blocks the thread until there is one.
  func next() -> EditorRequest {
    while true {
      requestCount.wait()
      let request = state.withLock { $0.requests.isEmpty ? nil : $0.requests.removeFirst() }
      if let request { return request }
    }
  }

  private func append(_ request: EditorRequest, closing: Bool) -> Bool {
    let isAccepted = state.withLock { state in
      guard !state.isClosed else { return false }
      state.requests.append(request)
      state.isClosed = closing
      return true
    }
    if isAccepted { requestCount.signal() }
    return isAccepted
  }
}

/// The C locale category `LC_CTYPE`, which determines how libedit decodes and measures text.
enum CharacterLocale {
  /// Sets `LC_CTYPE` to the user's locale, or to `C.UTF-8` if the user's character set is not
  /// UTF-8.
  ///
  /// The other categories, such as those for dates and numbers, do not change.
  static func set() {
    setlocale(LC_CTYPE, "")
    let isUTF8 = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}

/// The stream for the prompt and the edited line.
package enum PromptStream: Sendable {
  case standardOutput
  case standardError

  /// Standard error if it is a terminal; otherwise standard output.
  ///
  /// A prompt on standard error keeps standard output free for data.
  package static var preferred: PromptStream {
    isatty(STDERR_FILENO) == 1 ? .standardError : .standardOutput
  }

  var fileDescriptor: CInt {
    switch self {
    case .standardOutput: STDOUT_FILENO
    case .standardError: STDERR_FILENO
    }
  }
}
