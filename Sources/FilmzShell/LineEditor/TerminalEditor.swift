import CLibEdit
import FilmzTerminal
import Glibc

/// One libedit editor on the terminal; it belongs to the editing thread.
final class TerminalEditor {
  let handle: OpaquePointer
  let output: UnsafeMutablePointer<FILE>
  private let silence: UnsafeMutablePointer<FILE>?
  let history: EditHistory
  let input: TerminalInput
  private let modes = TerminalModes()
  var assembler = UTF8Assembler()
  private var pending: [Unicode.Scalar] = []
  private var ending: LineEditorResult?
  private(set) var prompt = ""
  /// What fits the line that is read; nothing where it is no command.
  private(set) var completer: LineCompleter?
  /// How lists below the line are coloured.
  let style: Style
  /// The width at which libedit drew the line as a whole; nothing where it came key by key.
  var drawnWidth: Int?
  /// Code points of the line at the last look.
  var drawnLength = 0
  /// Whether what is typed goes to a search, and not into the line.
  var isSearching = false
  /// Whether a key is waited for that answers a question.
  var isAsking = false
  /// Stands for a resize where something else than the line is on the screen.
  static let resizeKey: Unicode.Scalar = "\u{0}"
  /// Whether `~/.editrc` wants the keys of vi.
  var hasViKeys = false
  /// What the key for it puts in the place of the character before the cursor.
  var composition: Unicode.Scalar?
  /// What came from the terminal in one go, for the key that puts it in.
  var pastedText: [Unicode.Scalar] = []
  /// Characters of text since the last key that is none.
  private var textLength = 0
  private var promptText: UnsafeMutablePointer<CChar>?

  /// Prepares the terminal's editor; nil when the stream is closed or libedit fails.
  init?(output stream: PromptStream, input: TerminalInput, history: EditHistory, style: Style) {
    CharacterLocale.establish()
    guard let output = Self.open(stream) else { return nil }
    // Of a terminal that it does not know libedit would tell in two lines.
    let silence = fopen("/dev/null", "we")
    guard let handle = el_init("filmz", clibedit_stdin(), output, silence ?? clibedit_stderr())
    else {
      fclose(output)
      if let silence { fclose(silence) }
      return nil
    }
    (self.handle, self.output, self.silence) = (handle, output, silence)
    (self.input, self.history) = (input, history)
    self.style = style
    clibedit_handle_signals(handle, 0)
    clibedit_set_history(handle, history.lines)
    connect()
    if let modes { UsualTerminal.note(modes) }
    bindKeys()
    forgetPasteMarks()
  }

  deinit {
    modes?.apply()
    clibedit_set_enabled(handle, 0)  // else `el_end` would throw away what is typed ahead
    el_end(handle)
    fclose(output)
    if let silence { fclose(silence) }
    free(promptText)
  }

  /// Reads one line; everything but a line leaves the cursor at the start of a fresh row.
  func readLine(prompt: String, completer: LineCompleter?) -> LineEditorResult {
    setPrompt(prompt)
    self.completer = completer
    ending = nil
    (drawnWidth, drawnLength) = (nil, 0)
    // Another program may have had the terminal when its size changed.
    if isTerminal { el_resize(handle) }
    var count: CInt = 0
    let text = el_gets(handle, &count)
    let result = result(text)
    if isTerminal { finish(result) }
    return result
  }

  /// Writes text to the prompt's stream at once.
  func show(_ text: String) {
    fputs(text, output)
    fflush(output)
  }

  /// The next character for libedit; nil ends the line, for the reason noted in `ending`.
  func nextCharacter() -> Unicode.Scalar? {
    putCursorIntoLine()
    noteDrawing()
    while pending.isEmpty {
      if ending != nil { return nil }
      switch input.next() {
      case .byte(let byte): take(byte)
      case .end: ending = .endOfInput
      case .woken(let reason): respond(to: reason)
      }
    }
    return pending.removeFirst()
  }

  /// Corrects where vi's commands leave the cursor of an empty line: `$` puts it before the line's memory,
  /// where the next key would write.
  private func putCursorIntoLine() {
    guard let line = el_wline(handle)?.pointee, let cursor = line.cursor else { return }
    let place = min(max(cursor, line.buffer), line.lastchar)
    if place != cursor { el_cursor(handle, CInt(place - cursor)) }
  }

  /// Puts a key before those that come from the terminal.
  func put(_ key: Unicode.Scalar?) {
    if let key { pending.insert(key, at: 0) }
  }

  /// The next key as a person takes it: of an arrow key and its like ESC alone.
  func nextKey() -> Unicode.Scalar? {
    let key = nextCharacter()
    guard key == "\u{1B}" else { return key }
    if !hasViKeys { input.skipSequence() }  // else they have been read as a whole
    pending = []
    return key
  }

  private func take(_ byte: UInt8) {
    history.takePast()
    if hasViKeys, byte == 0x1B {
      pending = viKeys()
    } else {
      let scalars = assembler.take(byte).map(Self.withoutPrivateKeys)
      textLength = scalars.allSatisfy(Self.isText) ? textLength + scalars.count : 0
      pending = isPaste(scalars, after: textLength) ? paste(scalars) : composed(scalars)
    }
  }

  private func respond(to reason: WakeReason) {
    switch reason {
    case .interruption:
      ending = .interrupted
      assembler.reset()
      pending = [Self.leaveKey]  // the cursor goes behind the text first
    case .termination: ending = .terminated
    case .resizing where isAsking || isSearching:
      el_resize(handle)
      put(Self.resizeKey)
    case .resizing: redrawAfterResize()
    case .resumption: redrawAfterResumption()
    }
  }

  /// A line that input ends in without a line break is a line, too.
  private func result(_ text: UnsafePointer<CChar>?) -> LineEditorResult {
    guard let text, ending == nil || ending == .endOfInput else { return ending ?? .endOfInput }
    return .line(Self.withoutLineBreak(text))
  }

  private func finish(_ result: LineEditorResult) {
    switch result {
    case .line: break
    case .interrupted: show("^C\n")
    case .endOfInput, .terminated: show("\n")
    }
  }

  private func setPrompt(_ text: String) {
    prompt = text
    free(promptText)
    promptText = strdup(text)
  }

  /// Libedit calls back into this object; it lives as long as the handle does.
  private func connect() {
    clibedit_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_prompt(handle) { TerminalEditor.behind($0)?.promptText }
    clibedit_set_reader(handle) { handle, character in
      guard let scalar = TerminalEditor.behind(handle)?.nextCharacter() else { return -1 }
      character?.pointee = wchar_t(scalar.value)
      return 1
    }
  }
}
