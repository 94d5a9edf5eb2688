import FilmzCommands
import FilmzTerminal
import Glibc
import Synchronization

/// Performs the requests of a ``LineEditor``; used only on the editing thread.
final class EditorThread {
  private let input: TerminalInput
  let history = EditHistory()
  private var editor: TerminalEditor?
  private var keyReader: KeyReader
  /// `true` if a signal terminates the program or the editor is being closed.
  private var isTerminated = false
  private var isClosed = false
  /// Whether bracketed paste mode was enabled before the input of a panel; `nil` if none has begun.
  private var pasteModeBeforePanel: Bool?
  private let style: Style
  private var queue: EditorQueue<EditorRequest>?
  /// `true` while requests are performed for a panel that a key of the line editor shows.
  private var isServingPanel = false
  /// `true` if the program was suspended and resumed while a panel was shown.
  private var wasSuspended = false

  init(style: Style, wakePipe: WakePipe) {
    (self.style, input) = (style, TerminalInput(wakePipe: wakePipe))
    keyReader = KeyReader(input: input)
  }

  /// Performs the requests of a queue until one of them closes the editor.
  func run(requestsFrom queue: EditorQueue<EditorRequest>) {
    self.queue = queue
    while !isClosed { queue.next()(self) }
  }

  /// Reads a line.
  ///
  /// While a key of the line editor shows a panel, a question of the panel is read with an editor of its own, because
  /// the other editor keeps the line that is being edited.
  func readLine(
    prompt: String, _ typed: String, _ completer: LineCompleter?, _ filmPicker: FilmPicker? = nil
  ) -> LineEditorResult {
    let questionEditor = isServingPanel ? TerminalEditor(input: input, history: EditHistory(), style: style) : nil
    guard let editor = questionEditor ?? preparedEditor() else { return isTerminated ? .terminated : .endOfInput }
    editor.thread = self
    let result = editor.readLine(prompt: prompt, typed: typed, completer: completer, filmPicker: filmPicker)
    isTerminated = result == .terminated
    return result
  }

  func readKey() -> KeyPress {
    guard !isTerminated else { return .terminated }
    let key = keyReader.next()
    isTerminated = key == .terminated
    if key == .resumed { wasSuspended = true }
    return key
  }

  /// Calls an asynchronous function for a key of the line editor, and performs requests until the function has
  /// returned.
  ///
  /// - Returns: The value of the function, `nil` if the editor was closed before; whether the program was suspended
  ///   meanwhile; and whether a signal terminates the program.
  func serve<Value: Sendable>(
    _ body: @escaping @Sendable () async -> Value
  ) -> (value: Value?, wasSuspended: Bool, isTerminated: Bool) {
    guard let queue, !isServingPanel else { return (nil, false, isTerminated) }
    (isServingPanel, wasSuspended) = (true, false)
    defer { isServingPanel = false }
    let result = Mutex<Value?>(nil)
    Task {
      let value = await body()
      result.withLock { $0 = value }
      queue.enqueue { _ in }  // ends the wait for the next request
    }
    while !isClosed, result.withLock({ $0 == nil }) { queue.next()(self) }
    return (result.withLock(\.self), wasSuspended, isTerminated || isClosed)
  }

  /// `true` if bytes of the terminal can be read without waiting.
  var hasPendingInput: Bool { input.availableByteCount > 0 }

  /// Discards the input that arrives without a pause; returns whether there was any.
  func discardPaste() -> Bool {
    guard input.nextByte(within: TerminalEditor.endOfPasteTimeout) != nil else { return false }
    while input.nextByte(within: TerminalEditor.endOfPasteTimeout) != nil {}
    tcflush(STDIN_FILENO, TCIFLUSH)
    return true
  }

  /// Enters noncanonical mode; returns `false` if that is impossible or a signal terminates the program.
  func beginKeyInput() -> Bool { !isTerminated && NoncanonicalMode.enter(readsCtrlZ: false) }

  /// Enters noncanonical mode with Ctrl-Z as a key, and bracketed paste mode; returns `false` if that is impossible.
  func beginPanelInput() -> Bool {
    guard !isTerminated, NoncanonicalMode.enter(readsCtrlZ: true) else { return false }
    pasteModeBeforePanel = pasteModeBeforePanel ?? BracketedPaste.isEnabled
    editor?.setBracketedPaste(true)
    return true
  }

  /// Restores the terminal modes from before ``beginKeyInput()`` or ``beginPanelInput()``.
  func endKeyInput() {
    if let pasteModeBeforePanel { editor?.setBracketedPaste(pasteModeBeforePanel) }
    pasteModeBeforePanel = nil
    NoncanonicalMode.leave()
  }

  /// Suspends the program as Ctrl-Z does, with the terminal modes of its start, and begins the input of a panel again
  /// after it was resumed; returns `false` if that is impossible.
  ///
  /// A program whose parent has no job control cannot be suspended; it continues after a moment.
  func suspendPanelInput() -> Bool {
    editor?.setBracketedPaste(false)
    SavedTerminalModes.apply()
    kill(0, SIGTSTP)
    input.awaitWakeReason(within: Self.suspensionTimeout)
    return beginPanelInput()
  }

  /// The time after which the program continues if it was not suspended, in milliseconds.
  private static let suspensionTimeout: CInt = 100

  /// Restores the terminal modes, and ends ``run(requestsFrom:)`` after the current request.
  func close() {
    _ = input.discardWakeReasons()
    NoncanonicalMode.leave()
    editor = nil
    isClosed = true
  }

  /// Discards pending wake reasons, and returns the editor, which the first call creates.
  ///
  /// Returns `nil` if the program is being terminated or the editor cannot be created.
  private func preparedEditor() -> TerminalEditor? {
    isTerminated = input.discardWakeReasons() || isTerminated
    guard !isTerminated else { return nil }
    editor = editor ?? TerminalEditor(input: input, history: history, style: style)
    return editor
  }
}

/// Reading a line without echo.
///
/// The terminal is in canonical mode meanwhile, so that Backspace works and Ctrl-C sends SIGINT.
extension EditorThread {
  /// Displays the prompt, reads a line, and begins a new row; returns `nil` if no line was entered.
  func readSecret(prompt: String) -> String? {
    guard let editor = preparedEditor() else { return nil }
    let previousModes = TerminalModes()
    previousModes?.withoutEcho.apply()
    defer {
      editor.write("\n")
      previousModes?.apply()
    }
    editor.write(prompt)
    let result = readLineWithoutEditing {
      previousModes?.withoutEcho.apply()
      editor.write(prompt)
    }
    isTerminated = result == .terminated
    guard case .line(let secret) = result else { return nil }
    return secret
  }

  private func readLineWithoutEditing(onResumption: () -> Void) -> LineEditorResult {
    var bytes: [UInt8] = []
    while true {
      switch input.next() {
      case .byte(UInt8(ascii: "\n")), .byte(UInt8(ascii: "\r")): return .line(String(decoding: bytes, as: UTF8.self))
      case .byte(let byte): bytes.append(byte)
      case .endOfInput: return .endOfInput
      case .woken(.interruption): return .interrupted
      case .woken(.termination): return .terminated
      case .woken(.resumption): onResumption()
      case .woken(.resizing), .woken(.cancellation): break
      }
    }
  }
}
