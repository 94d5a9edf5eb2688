import CLibEdit
import Glibc

extension TerminalEditor {
  /// The default key bindings that differ from libedit's; `~/.editrc` may change them.
  private static let defaultBindings = [
    ("^R", searchCommand), ("^W", "ed-delete-prev-word"), ("^D", "filmz-delete-or-end"),
    ("^I", completeCommand), ("^?", "filmz-delete-prev"), ("^H", "filmz-delete-prev"),
    ("^B", "filmz-prev"), ("\\e[D", "filmz-prev"), ("\\eOD", "filmz-prev"),
    ("^F", "filmz-next"), ("\\e[C", "filmz-next"), ("\\eOC", "filmz-next"),
    ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ("\\e[1;3C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
    ("\\e[5C", "em-next-word"), ("\\e[5D", "ed-prev-word"),
    ("\\e\\e[C", "em-next-word"), ("\\e\\e[D", "ed-prev-word"),
    ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"),
    ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
    ("\\e[F", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"),
    ("\\e[4~", "ed-move-to-end"), ("\\e[8~", "ed-move-to-end"),
    ("\\e[3~", "filmz-delete-next"), ("\\e[2~", "ed-ignore"),
    ("\\e[5~", "ed-search-prev-history"), ("\\e[6~", "ed-search-next-history"),
    ("\\e[A", olderLineCommand), ("\\eOA", olderLineCommand), ("^P", olderLineCommand),
    ("\\e[B", newerLineCommand), ("\\eOB", newerLineCommand), ("^N", newerLineCommand),
    ("\\e[200~", bracketedPasteCommand), ("\\e[201~", "ed-ignore"),
    ("\\ex", "ed-unassigned"), ("\\eX", "ed-unassigned"),  // see `EditrcFile.disabledCommands`
  ]

  /// Bindings of function keys, and of special keys with Shift, Ctrl, or Alt.
  ///
  /// Most of these keys do nothing.
  ///
  /// Without a binding, libedit would insert a part of the escape sequence as text (xterm control
  /// sequences: `ESC [ 1 ; modifiers X` and `ESC [ n ~`).
  private static let modifiedKeyBindings: [(key: String, command: String)] = {
    let ignored = "ed-ignore"
    let modifiers = (2...8).map { ";\($0)" }
    let letterKeys = modifiers.flatMap { modifier in
      "ABCDFHPQRS".map {
        ("\\e[1\(modifier)\($0)", command(forFinalLetter: $0, isShifted: modifier == ";2"))
      }
    }
    let numberedKeys = (1...34).flatMap { number in
      ([""] + modifiers).map { ("\\e[\(number)\($0)~", ignored) }
    }
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
    addCharacterCommands()
    addSearchCommand()
    addCompletionCommand()
    addRecallCommands()
    addBracketedPasteCommand()
    bindDefaultKeys()
    let editrcFile = EditrcFile()
    editrcFile.apply(to: handle)
    // `bind -v` and `bind -e` remove all earlier bindings, so the default keys are bound again.
    hasViKeys = clibedit_has_vi_keys(handle) != 0
    hasViKeys ? bindViKeys() : bindDefaultKeys()
    editrcFile.apply(to: handle, selectingKeyMap: false)
    bindMoveToEndKey()
    bindComposeKey()
    bindPasteKey()
    bindBracketedPasteKey()
    // Ctrl-\ must not terminate the program, either while a line is edited or between two lines.
    // Between two lines, echo is off (see `SavedTerminalModes`).
    clibedit_set_mode_while_editing(handle, "-quit")
    for mode in ["-echo", "-icanon", "quit="] { clibedit_set_mode_between_lines(handle, mode) }
  }

  private func bindDefaultKeys() {
    for (key, command) in Self.modifiedKeyBindings + Self.defaultBindings {
      clibedit_bind(handle, key, command)
    }
  }

  /// Binds the key that moves the cursor to the end, so that `^C` is displayed after the text.
  private func bindMoveToEndKey() {
    clibedit_bind(handle, String(Self.moveToEndKey), "filmz-end")
    clibedit_bind_alternative(handle, String(Self.moveToEndKey), "filmz-end")
  }
}

/// Additional vi key bindings, for users with `bind -v` in `~/.editrc`.
///
/// `bind -v` removes all earlier bindings.
extension TerminalEditor {
  /// The time within which the next byte of an escape sequence must arrive, in milliseconds.
  private static let sequenceTimeout: CInt = 50

  /// The bindings in insert mode.
  private static let insertModeBindings = [
    ("^R", searchCommand), ("^W", "ed-delete-prev-word"), ("^D", "filmz-delete-or-end"),
    ("^?", "filmz-delete-prev"), ("^H", "filmz-delete-prev"), ("^L", "ed-clear-screen"),
    ("^P", olderLineCommand), ("^N", newerLineCommand),
    ("^A", "ed-move-to-beg"), ("^E", "filmz-end"), ("^I", completeCommand),
  ]

  /// The escape sequences of keys, without ESC, and their commands in both modes.
  ///
  /// In vi's key maps, ESC is a command of its own, so the sequences themselves cannot be bound.
  /// Each command is bound instead to a private key, a C1 control character that never comes from
  /// the terminal.
  private static let sequenceBindings: [(sequences: [String], command: String)] = [
    (["[A", "OA"], olderLineCommand), (["[B", "OB"], newerLineCommand),
    (["[C", "OC"], "filmz-next"), (["[D", "OD"], "filmz-prev"),
    (["[H", "OH", "[1~", "[7~"], "ed-move-to-beg"), (["[F", "OF", "[4~", "[8~"], "filmz-end"),
    (["[3~"], "filmz-delete-next"),
    (["[1;5C", "[1;3C", "[5C"], "em-next-word"), (["[1;5D", "[1;3D", "[5D"], "ed-prev-word"),
    (["[5~"], "ed-search-prev-history"), (["[6~"], "ed-search-next-history"),
    (["[200~"], bracketedPasteCommand),
  ]

  /// The private key of the first command in `sequenceBindings`; the others follow in order.
  private static let firstPrivateKey: UInt8 = 0x93

  /// Binds the keys; the bindings of the user are applied later.
  func bindViKeys() {
    for (key, command) in Self.insertModeBindings { clibedit_bind(handle, key, command) }
    for (index, binding) in Self.sequenceBindings.enumerated() {
      let key = String(Unicode.Scalar(Self.firstPrivateKey + UInt8(index)))
      clibedit_bind(handle, key, binding.command)
      clibedit_bind_alternative(handle, key, binding.command)
    }
    clibedit_bind_alternative(handle, "^D", "filmz-delete-or-end")
    clibedit_bind_alternative(handle, "^R", Self.searchCommand)
    // See `EditrcFile.disabledCommands`.
    for key in [":", "v"] { clibedit_bind_alternative(handle, key, "ed-unassigned") }
  }

  /// Reads the part of an escape sequence after ESC.
  ///
  /// - Returns: The private key for a known sequence; `[]` for an unknown or incomplete one. If ESC does
  ///   not begin a sequence: ESC and the character after it, if any.
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
