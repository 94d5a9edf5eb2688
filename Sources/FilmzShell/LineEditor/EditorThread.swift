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
  /// Whether bracketed paste mode was enabled before the input of keys; `nil` if it has not begun.
  private var pasteModeBeforeKeys: Bool?
  private let style: Style
  private var queue: EditorQueue<EditorRequest>?
  /// `true` while requests are performed for a panel that a key of the line editor shows.
  private var isServingPanel = false
  /// `true` if the line above a panel was drawn again after Ctrl-Z, before the resumption is read as a key.
  private var hasRedrawnLine = false

  init(style: Style, wakePipe: WakePipe) {
    (self.style, input) = (style, TerminalInput(wakePipe: wakePipe))
    keyReader = KeyReader(input: input)
  }

  /// Performs the requests of a queue until one of them closes the editor.
  func run(requestsFrom queue: EditorQueue<EditorRequest>) {
    self.queue = queue
    while !isClosed { queue.next()(self) }
  }

  func readLine(
    prompt: String, _ typed: String, _ completer: LineCompleter?, _ filmPicker: FilmPicker? = nil
  ) -> LineEditorResult {
    guard let editor = preparedEditor() else { return isTerminated ? .terminated : .endOfInput }
    editor.thread = self
    let result = editor.readLine(prompt: prompt, typed: typed, completer: completer, filmPicker: filmPicker)
    isTerminated = result == .terminated
    return result
  }

  func readKey() -> KeyPress {
    guard !isTerminated else { return .terminated }
    let key = keyReader.next()
    isTerminated = key == .terminated
    if key == .resumed { redrawLineAfterResumption() }
    return key
  }

  /// Draws the line again above which a panel will be, below the output of other programs, unless that was done already.
  private func redrawLineAfterResumption() {
    if isServingPanel, !hasRedrawnLine { editor?.redrawAboveOtherRows() }
    hasRedrawnLine = false
  }

  /// Calls an asynchronous function for a key of the line editor, and performs requests until the function has
  /// returned.
  ///
  /// - Returns: The value of the function, `nil` if the editor was closed before; and whether a signal terminates the
  ///   program.
  func serve<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> (value: Value?, isTerminated: Bool) {
    guard let queue, !isServingPanel else { return (nil, isTerminated) }
    isServingPanel = true
    defer { isServingPanel = false }
    let result = Mutex<Value?>(nil)
    Task {
      let value = await body()
      result.withLock { $0 = value }
      queue.enqueue { _ in }  // ends the wait for the next request
    }
    while !isClosed, result.withLock({ $0 == nil }) { queue.next()(self) }
    return (result.withLock(\.self), isTerminated || isClosed)
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

  /// Enters noncanonical mode with Ctrl-Z as a key, and bracketed paste mode; returns `false` if that is impossible or a
  /// signal terminates the program.
  func beginKeyInput() -> Bool {
    guard !isTerminated, NoncanonicalMode.enter() else { return false }
    pasteModeBeforeKeys = pasteModeBeforeKeys ?? BracketedPaste.isEnabled
    BracketedPaste.set(true)
    return true
  }

  /// Restores the terminal modes from before ``beginKeyInput()``.
  func endKeyInput() {
    if let pasteModeBeforeKeys { BracketedPaste.set(pasteModeBeforeKeys) }
    pasteModeBeforeKeys = nil
    NoncanonicalMode.leave()
  }

  /// Suspends the program as Ctrl-Z does, with the terminal modes of its start, and begins the input of keys again after it
  /// was resumed; returns `false` if that is impossible.
  ///
  /// A program whose parent has no job control cannot be suspended; it continues after a moment.
  func suspendKeyInput() -> Bool {
    BracketedPaste.set(false)
    SavedTerminalModes.apply()
    kill(0, SIGTSTP)
    let wasSuspended = input.awaitWakeReason(within: Self.suspensionTimeout)
    guard beginKeyInput() else { return false }
    if wasSuspended, isServingPanel {
      editor?.redrawAboveOtherRows()
      hasRedrawnLine = true
    }
    return true
  }

  /// The time after which the program continues if it was not suspended, in milliseconds.
  private static let suspensionTimeout: CInt = 100

  /// Restores the terminal modes, and ends ``run(requestsFrom:)`` after the current request.
  func close() {
    _ = input.discardWakeReasons()
    BracketedPaste.disable()
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
