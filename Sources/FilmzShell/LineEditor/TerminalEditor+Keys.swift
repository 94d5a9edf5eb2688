import CLibEdit
import Glibc

extension TerminalEditor {
  private static let searchCommand = "filmz-search"
  private static let completeCommand = "filmz-complete"
  private static let olderLineCommand = "filmz-older-line"
  private static let newerLineCommand = "filmz-newer-line"
  private static let liveCommand = "filmz-live"
  private static let bracketedPasteCommand = "filmz-bracketed-paste"

  /// The commands of filmz and their descriptions; `~/.editrc` may bind other keys to them.
  ///
  /// A command gets libedit's handle, and returns a code for libedit: what to redraw, or whether to
  /// beep.
  private static let commands: [(String, help: String, @Sendable @convention(c) (OpaquePointer?, CInt) -> UInt8)] = [
    ("filmz-prev", "Move one character to the left", { el, _ in run(moveLeft, el) }),
    ("filmz-next", "Move one character to the right", { el, _ in run(moveRight, el) }),
    ("filmz-end", "Move to the end of the text", { el, _ in run(moveToEnd, el) }),
    ("filmz-delete-prev", "Delete the character before", { el, _ in run(deleteLeft, el) }),
    ("filmz-delete-next", "Delete this character", { el, _ in run(deleteRight, el) }),
    ("filmz-delete-or-end", "Delete, or end the shell", { el, _ in run(deleteOrEnd, el) }),
    (searchCommand, "Search the history", { el, _ in run(search, el) }),
    (completeCommand, "Complete the word before the cursor", { el, _ in run(complete, el) }),
    (olderLineCommand, "Recall an earlier line", { el, _ in run(recallOlderLine, el) }),
    (newerLineCommand, "Recall a later line", { el, _ in run(recallNewerLine, el) }),
    (bracketedPasteCommand, "Insert pasted lines", { el, _ in run(insertLines, el) }),
    ("filmz-compose", "Put an accent on a letter", { el, _ in run(composeLetter, el) }),
    ("filmz-paste", "Insert pasted text", { el, _ in run(insertPastedText, el) }),
    (
      liveCommand, "Choose films for the word at the cursor",
      { el, key in editor(of: el).map { $0.chooseFilms(key: key) } ?? UInt8(CC_ERROR) }
    ),
  ]

  private static func run(_ command: (TerminalEditor) -> () -> UInt8, _ handle: OpaquePointer?) -> UInt8 {
    editor(of: handle).map { command($0)() } ?? UInt8(CC_ERROR)
  }

  /// The key bindings that differ from libedit's, with emacs keys and in vi's insert mode.
  private static let controlKeyBindings = [
    ("^R", searchCommand), ("^W", "ed-delete-prev-word"), ("^D", "filmz-delete-or-end"),
    ("^I", completeCommand), ("^?", "filmz-delete-prev"), ("^H", "filmz-delete-prev"),
    ("^P", olderLineCommand), ("^N", newerLineCommand), ("^T", liveCommand),
  ]

  /// The key bindings with emacs keys only.
  private static let emacsBindings = [
    ("^B", "filmz-prev"), ("^F", "filmz-next"),
    ("\\e\\e[C", "em-next-word"), ("\\e\\e[D", "ed-prev-word"),
    ("\\e[2~", "ed-ignore"), ("\\e[201~", "ed-ignore"),
    ("\\ex", "ed-unassigned"), ("\\eX", "ed-unassigned"),  // see `disabledCommands`
  ]

  /// The key bindings in vi's insert mode only.
  private static let viBindings = [("^L", "ed-clear-screen"), ("^A", "ed-move-to-beg"), ("^E", "filmz-end")]

  /// The escape sequences of special keys, without ESC, and their commands.
  private static let sequenceBindings: [(sequences: [String], command: String)] = [
    (["[A", "OA"], olderLineCommand), (["[B", "OB"], newerLineCommand),
    (["[C", "OC"], "filmz-next"), (["[D", "OD"], "filmz-prev"),
    (["[H", "OH", "[1~", "[7~"], "ed-move-to-beg"), (["[F", "OF", "[4~", "[8~"], "filmz-end"),
    (["[3~"], "filmz-delete-next"),
    (["[1;5C", "[1;3C", "[5C"], "em-next-word"), (["[1;5D", "[1;3D", "[5D"], "ed-prev-word"),
    (["[5~"], "ed-search-prev-history"), (["[6~"], "ed-search-next-history"),
    (["[200~"], bracketedPasteCommand),
  ]

  /// The bindings of function keys, and of special keys with Shift, Ctrl, or Alt; most of these keys do nothing.
  ///
  /// Without a binding, libedit would insert a part of the escape sequence as text (xterm control
  /// sequences: `ESC [ 1 ; modifiers X` and `ESC [ n ~`).
  private static let modifiedKeyBindings: [(key: String, command: String)] = {
    let ignored = "ed-ignore"
    let modifiers = (2...8).map { ";\($0)" }
    let letterKeys = modifiers.flatMap { modifier in
      "ABCDFHPQRS".map { ("\\e[1\(modifier)\($0)", command(forFinalLetter: $0, isShifted: modifier == ";2")) }
    }
    let numberedKeys = (1...34).flatMap { number in ([""] + modifiers).map { ("\\e[\(number)\($0)~", ignored) } }
    let otherKeys = ["\\eOP", "\\eOQ", "\\eOR", "\\eOS", "\\e[Z"] + "ABCDE".map { "\\e[[\($0)" }
    return letterKeys + numberedKeys + otherKeys.map { ($0, ignored) }
  }()

  /// Returns the command of a key with a modifier, for the final letter of its escape sequence.
  ///
  /// Left (D) and Right (C) move by a character with Shift, and by a word with other modifiers. The
  /// other keys do nothing.
  private static func command(forFinalLetter letter: Character, isShifted: Bool) -> String {
    switch letter {
    case "C": isShifted ? "filmz-next" : "em-next-word"
    case "D": isShifted ? "filmz-prev" : "ed-prev-word"
    default: "ed-ignore"
    }
  }

  /// Binds the default keys, then the keys of the user, and finally the keys that filmz requires.
  func bindKeys() {
    clibedit_use_emacs_keys(handle)
    for (name, help, body) in Self.commands { clibedit_add_command(handle, name, help, body) }
    bindDefaultKeys()
    let configuration = Self.configurationLines()
    for line in configuration { run(configurationLine: line) }
    // `bind -v` and `bind -e` remove all earlier bindings, so the default keys are bound again.
    hasViKeys = clibedit_has_vi_keys(handle) != 0
    if hasViKeys { bindViKeys() } else { bindDefaultKeys() }
    for line in configuration { run(configurationLine: line, selectingKeyMap: false) }
    // Ctrl-C moves the cursor to the end, so that `^C` is displayed after the text.
    bindInBothModes(Self.moveToEndKey, "filmz-end")
    bindInBothModes(Self.pasteKey, "filmz-paste")
    clibedit_bind(handle, String(Self.composeKey), "filmz-compose")
    if !hasViKeys { clibedit_bind(handle, String(Self.transposeKey), "ed-transpose-chars") }
    // During a history search, filmz reads the escape sequence of a paste, and passes this key to libedit.
    bindInBothModes(Self.bracketedPasteKey, Self.bracketedPasteCommand)
    // Ctrl-\ must not terminate the program, either while a line is edited or between two lines.
    // Between two lines, echo is off (see `SavedTerminalModes`).
    clibedit_set_mode_while_editing(handle, "-quit")
    for mode in ["-echo", "-icanon", "quit="] { clibedit_set_mode_between_lines(handle, mode) }
  }

  /// Binds the default keys of emacs; `~/.editrc` may change them.
  private func bindDefaultKeys() {
    let sequences = Self.sequenceBindings.flatMap { binding in binding.sequences.map { ("\\e\($0)", binding.command) } }
    for (key, command) in Self.modifiedKeyBindings + Self.controlKeyBindings + sequences + Self.emacsBindings {
      clibedit_bind(handle, key, command)
    }
  }

  /// Binds a key with emacs keys and in both modes of vi.
  private func bindInBothModes(_ key: Unicode.Scalar, _ command: String) {
    clibedit_bind(handle, String(key), command)
    clibedit_bind_alternative(handle, String(key), command)
  }
}

/// Additional vi key bindings, for users with `bind -v` in `~/.editrc`.
///
/// `bind -v` removes all earlier bindings.
extension TerminalEditor {
  /// The time within which the next byte of an escape sequence must arrive, in milliseconds.
  private static let sequenceTimeout: CInt = 50

  /// The private key of the first command in `sequenceBindings`; the others follow in order.
  ///
  /// In vi's key maps, ESC is a command of its own, so sequences cannot be bound. Each command is
  /// bound instead to a private key, a C1 control character that never comes from the terminal.
  private static let firstPrivateKey: UInt8 = 0x93

  /// Binds the keys; the bindings of the user are applied later.
  func bindViKeys() {
    for (key, command) in Self.controlKeyBindings + Self.viBindings { clibedit_bind(handle, key, command) }
    for (index, binding) in Self.sequenceBindings.enumerated() {
      bindInBothModes(Unicode.Scalar(Self.firstPrivateKey + UInt8(index)), binding.command)
    }
    clibedit_bind_alternative(handle, "^D", "filmz-delete-or-end")
    clibedit_bind_alternative(handle, "^R", Self.searchCommand)
    clibedit_bind_alternative(handle, "^T", Self.liveCommand)
    // See `disabledCommands`.
    for key in [":", "v"] { clibedit_bind_alternative(handle, key, "ed-unassigned") }
  }

  /// Reads the part of an escape sequence after ESC.
  ///
  /// - Returns: The private key for a known sequence, or `[]` for an unknown or incomplete one. If ESC does not begin
  ///   a sequence, ESC and the character after it, if any.
  func readViKeys() -> [Unicode.Scalar] {
    guard let first = input.nextByte(within: Self.sequenceTimeout) else { return ["\u{1B}"] }
    guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(first) else {
      return ["\u{1B}"] + decoder.decode(first).map(Self.replacingC1Control)
    }
    var sequence = String(Unicode.Scalar(first))
    while let byte = input.nextByte(within: Self.sequenceTimeout) {
      sequence.unicodeScalars.append(Unicode.Scalar(byte))
      if (0x40...0x7E).contains(byte) { break }
    }
    let index = Self.sequenceBindings.firstIndex { $0.sequences.contains(sequence) }
    return index.map { [Unicode.Scalar(Self.firstPrivateKey + UInt8($0))] } ?? []
  }
}
