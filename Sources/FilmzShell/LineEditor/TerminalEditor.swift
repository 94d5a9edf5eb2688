import CLibEdit
import FilmzFiles
import FilmzTerminal
import Foundation
import Glibc

/// The line editor of libedit on the terminal; used only on the editing thread.
final class TerminalEditor {
  let handle: OpaquePointer
  let output: UnsafeMutablePointer<FILE>
  /// `/dev/null`, for the messages of libedit, or `nil` if it cannot be opened.
  private let nullStream: UnsafeMutablePointer<FILE>?
  let history: EditHistory
  let input: TerminalInput
  /// The terminal modes before editing, which are restored when the editor is deallocated.
  private let initialModes = TerminalModes()
  var decoder = IncrementalUTF8Decoder()
  private var pendingKeys: [Unicode.Scalar] = []
  /// The result of the current read if it ends without a line.
  private var earlyResult: LineEditorResult?
  private(set) var prompt = ""
  /// Completes the current line; `nil` if the line is not a command.
  private(set) var completer: LineCompleter?
  /// Chooses films for the current line; `nil` if the line is not a command.
  private(set) var filmPicker: FilmPicker?
  /// Performs the requests of a panel while a key waits for it.
  weak var thread: EditorThread?
  /// The style of the prompt and of completion lists.
  let style: Style
  /// The character set of completion lists and of the history search.
  let target = RenderTarget(isUTF8: RenderTarget.isUTF8(environment: ProcessInfo.processInfo.environment))
  /// The terminal width for which libedit drew the whole line, or `nil` if it was drawn key by key.
  var drawnWidth: Int?
  /// The number of code points in the line when it was last drawn.
  var drawnLength = 0
  /// `true` while keys are input for the history search.
  var isSearching = false
  /// `true` while a question waits for a key.
  var isConfirming = false
  /// The key that reports a resize while the history search or a question is displayed.
  static let resizeKey: Unicode.Scalar = "\u{0}"
  /// `true` if `~/.editrc` selects the key bindings of vi.
  var hasViKeys = false
  /// The letter with an accent with which the compose key replaces the letter before the cursor.
  var composedLetter: Unicode.Scalar?
  /// The text that the paste key inserts.
  var pastedText: [Unicode.Scalar] = []
  /// The recall of earlier lines that is in progress until the line is edited.
  var lineRecall: HistoryRecall?
  /// The number of code points of text since the last control key.
  private var consecutiveTextLength = 0
  /// The prompt as libedit prints it, with color.
  private var promptText: UnsafeMutablePointer<CChar>?

  /// Initializes libedit, or returns `nil` if the stream is closed or libedit fails.
  init?(input: TerminalInput, history: EditHistory, style: Style) {
    Self.setCharacterLocale()
    guard let output = Self.openPromptStream() else { return nil }
    // libedit would print two lines about an unknown terminal type.
    let nullStream = fopen("/dev/null", "we")
    guard let handle = el_init("filmz", clibedit_stdin(), output, nullStream ?? clibedit_stderr()) else {
      fclose(output)
      if let nullStream { fclose(nullStream) }
      return nil
    }
    (self.handle, self.output, self.nullStream) = (handle, output, nullStream)
    (self.input, self.history, self.style) = (input, history, style)
    clibedit_handle_signals(handle, 0)
    clibedit_set_history(handle, history.handle)
    setCallbacks()
    if let initialModes { SavedTerminalModes.save(initialModes) }
    bindKeys()
    BracketedPaste.set(false)
  }

  deinit {
    initialModes?.apply()
    clibedit_set_enabled(handle, 0)  // otherwise `el_end` would discard input that was typed ahead
    el_end(handle)
    fclose(output)
    if let nullStream { fclose(nullStream) }
    free(promptText)
  }

  /// Reads a line, which begins with the text `typed`; afterwards, the cursor is at the start of a new row.
  func readLine(
    prompt: String, typed: String, completer: LineCompleter?, filmPicker: FilmPicker? = nil
  ) -> LineEditorResult {
    (self.prompt, self.completer, self.filmPicker) = (prompt, completer, filmPicker)
    pendingKeys += typed.unicodeScalars
    free(promptText)
    promptText = strdup(completer == nil ? prompt : coloredPrompt(prompt))
    (earlyResult, lineRecall) = (nil, nil)
    (drawnWidth, drawnLength) = (nil, 0)
    // The size may have changed while another program used the terminal.
    if isTerminal { el_resize(handle) }
    BracketedPaste.set(true)
    var count: CInt = 0
    let text = el_gets(handle, &count)
    let result = result(text)
    BracketedPaste.set(false)
    if isTerminal { finish(result) }
    return result
  }

  /// Writes text to the prompt's stream, without buffering.
  func write(_ text: String) {
    fputs(text, output)
    fflush(output)
  }

  /// Returns the next character for libedit, or `nil` to end the line with `earlyResult`.
  func nextCharacter() -> Unicode.Scalar? {
    moveCursorIntoLine()
    recordDrawing()
    while pendingKeys.isEmpty {
      if earlyResult != nil { return nil }
      switch input.next() {
      case .byte(let byte): readKeys(startingWith: byte)
      case .endOfInput: earlyResult = .endOfInput
      case .woken(let reason): respond(to: reason)
      }
    }
    return pendingKeys.removeFirst()
  }

  /// Corrects the cursor after vi commands on an empty line.
  ///
  /// `$` moves the cursor to a position before the line's buffer, where the next key would be
  /// written.
  private func moveCursorIntoLine() {
    guard let line = el_wline(handle)?.pointee, let cursor = line.cursor else { return }
    let validCursor = min(max(cursor, line.buffer), line.lastchar)
    if validCursor != cursor { el_cursor(handle, CInt(validCursor - cursor)) }
  }

  /// Inserts a key that `nextCharacter()` returns before all other keys.
  func unread(_ key: Unicode.Scalar?) { if let key { pendingKeys.insert(key, at: 0) } }

  /// Returns the next key for the history search or a question, or `nil` if reading the line ends.
  ///
  /// For an escape sequence, returns ESC and discards the remaining bytes. For the sequence that begins a
  /// paste, returns the key that reads the paste.
  func nextKey() -> Unicode.Scalar? {
    let key = nextCharacter()
    guard key == "\u{1B}" else { return key }
    pendingKeys = []
    // With vi keys, `readKeys` has read the whole sequence.
    let sequence = hasViKeys ? [] : input.skipSequence()
    return sequence == Array("[200~".utf8) ? Self.bracketedPasteKey : key
  }

  /// Sets `pendingKeys` to the keys of a byte, and of the further bytes of a sequence or paste that it begins.
  private func readKeys(startingWith byte: UInt8) {
    history.loadEarlierLines()
    if hasViKeys, byte == 0x1B {
      pendingKeys = readViKeys()
    } else {
      let scalars = decoder.decode(byte).map(Self.replacingC1Control)
      consecutiveTextLength = scalars.allSatisfy(\.isText) ? consecutiveTextLength + scalars.count : 0
      pendingKeys =
        isPaste(scalars, after: consecutiveTextLength) ? readPaste(startingWith: scalars) : composed(scalars)
    }
  }

  /// Ends reading the line, or redraws it.
  func respond(to reason: WakeReason) {
    switch reason {
    case .interruption:
      earlyResult = .interrupted
      decoder = IncrementalUTF8Decoder()
      pendingKeys = [Self.moveToEndKey]  // `^C` is written after the text
    case .termination: earlyResult = .terminated
    case .resizing where isConfirming || isSearching:
      el_resize(handle)
      unread(Self.resizeKey)
    case .resizing: redrawAfterResize()
    case .resumption: redrawAfterResumption()
    case .cancellation: break
    }
  }

  /// Ends reading the line before the next key.
  func terminate() { earlyResult = .terminated }

  /// Returns the result of a read for the value that `el_gets` returned.
  ///
  /// Text before the end of the input is a line even if it has no line break.
  private func result(_ text: UnsafePointer<CChar>?) -> LineEditorResult {
    guard let text, earlyResult == nil || earlyResult == .endOfInput else { return earlyResult ?? .endOfInput }
    let line = String(cString: text)
    return .line(line.last?.isNewline == true ? String(line.dropLast()) : line)
  }

  /// Begins a new row if Enter has not done so.
  private func finish(_ result: LineEditorResult) {
    switch result {
    case .line: break
    case .interrupted: write("^C\n")
    case .endOfInput, .terminated: write("\n")
    }
  }

  /// Sets the functions that libedit calls; this object must exist as long as the handle.
  private func setCallbacks() {
    clibedit_set_client_data(handle, Unmanaged.passUnretained(self).toOpaque())
    clibedit_set_prompt(handle) { TerminalEditor.editor(of: $0)?.promptText }
    clibedit_set_reader(handle) { handle, character in
      guard let scalar = TerminalEditor.editor(of: handle)?.nextCharacter() else { return -1 }
      character?.pointee = wchar_t(scalar.value)
      return 1
    }
  }
}

extension TerminalEditor {
  /// The key that moves the cursor to the end of the text; it never comes from the terminal.
  static let moveToEndKey = Unicode.Scalar(UInt8(CLIBEDIT_END_KEY))

  /// Returns the editor that created a handle.
  static func editor(of handle: OpaquePointer?) -> TerminalEditor? {
    guard let data = clibedit_client_data(handle) else { return nil }
    return Unmanaged<TerminalEditor>.fromOpaque(data).takeUnretainedValue()
  }

  /// Opens a buffered stream for the prompt and the edited line; standard error itself is not
  /// buffered.
  ///
  /// The stream is standard error if that is a terminal, which keeps standard output free for data;
  /// otherwise it is standard output. Returns `nil` if the stream cannot be opened.
  private static func openPromptStream() -> UnsafeMutablePointer<FILE>? {
    let descriptor = isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    guard let output = fdopen(copy, "w") else {
      close(copy)
      return nil
    }
    return output
  }

  /// Sets the locale category `LC_CTYPE`, by which libedit decodes and measures text, to the user's
  /// locale, or to `C.UTF-8` if the user's character set is not UTF-8.
  ///
  /// The other categories, such as those for dates and numbers, do not change.
  static func setCharacterLocale() {
    setlocale(LC_CTYPE, "")
    let isUTF8 = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Replaces a C1 control character with U+FFFD, because filmz uses some C1 controls as private
  /// keys.
  static func replacingC1Control(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x80...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
  }
}

/// The libedit configuration in `~/.editrc`, or in the file that `EDITRC` names.
extension TerminalEditor {
  /// Commands to which no key may be bound; lines that contain them are skipped.
  ///
  /// `ed-command` reads past the end of its buffer if a quote is not closed, and `vi-histedit`
  /// starts `$EDITOR` without setting the terminal's modes for it.
  private static let disabledCommands: Set = ["ed-command", "vi-histedit"]

  /// Returns the lines of the file; a file that cannot be read is treated as empty.
  static func configurationLines() -> [String] {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let path = variable("EDITRC") ?? variable("HOME").map { $0 + "/.editrc" }
    let text = path.flatMap { try? PrivateFile.read(URL(filePath: $0)) } ?? Data()
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
  }

  /// Runs a line; if `selectingKeyMap` is `false`, skips one that selects emacs or vi keys.
  ///
  /// Does not use `el_source`, which crashes if a quote is not closed and stops at the first error.
  func run(configurationLine line: String, selectingKeyMap: Bool = true) {
    guard let tokenizer = tok_init(nil) else { return }
    defer { tok_end(tokenizer) }
    var count: CInt = 0
    var pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    guard tok_str(tokenizer, line, &count, &pointers) == 0, count > 0 else { return }
    let words = (0..<Int(count)).compactMap { pointers?[$0].map { String(cString: $0) } }
    guard words[0].first != "#", Self.disabledCommands.isDisjoint(with: words),
      selectingKeyMap || !words.contains(where: ["-v", "-e"].contains)
    else { return }
    el_parse(handle, count, pointers)
  }
}
