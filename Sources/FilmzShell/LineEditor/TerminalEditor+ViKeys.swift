import CLibEdit
import Glibc

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
