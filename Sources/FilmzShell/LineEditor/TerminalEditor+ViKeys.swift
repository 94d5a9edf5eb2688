import CLibEdit
import Glibc

/// The keys of vi, for those who have `bind -v` in `~/.editrc`; that command forgets all keys bound
/// before it.
extension TerminalEditor {
  /// Milliseconds in which the rest of an arrow key's sequence follows its ESC.
  private static let patience: CInt = 50

  /// What is bound while text is put in.
  private static let insertKeys = [
    ("^R", searchCommand), ("^W", "ed-delete-prev-word"), ("^D", "filmz-delete-or-end"),
    ("^?", "filmz-delete-prev"), ("^H", "filmz-delete-prev"), ("^L", "ed-clear-screen"),
    ("^P", "ed-prev-history"), ("^N", "ed-next-history"),
    ("^A", "ed-move-to-beg"), ("^E", "filmz-end"), ("^I", completeCommand),
  ]

  /// Sequences of keys behind their ESC, and what they do while text is put in and while it is not:
  /// each stands for a character that no keyboard sends.
  private static let sequences: [(sequences: [String], command: String)] = [
    (["[A", "OA"], "ed-prev-history"), (["[B", "OB"], "ed-next-history"),
    (["[C", "OC"], "filmz-next"), (["[D", "OD"], "filmz-prev"),
    (["[H", "OH", "[1~", "[7~"], "ed-move-to-beg"), (["[F", "OF", "[4~", "[8~"], "filmz-end"),
    (["[3~"], "filmz-delete-next"),
    (["[1;5C", "[1;3C", "[5C"], "em-next-word"), (["[1;5D", "[1;3D", "[5D"], "ed-prev-word"),
    (["[5~"], "ed-search-prev-history"), (["[6~"], "ed-search-next-history"),
  ]

  private static let firstKey: UInt8 = 0x93

  /// Binds our keys; the user's come over them.
  func bindViKeys() {
    for (key, command) in Self.insertKeys { clibedit_bind(handle, key, command) }
    for (place, entry) in Self.sequences.enumerated() {
      let key = String(Unicode.Scalar(Self.firstKey + UInt8(place)))
      clibedit_bind(handle, key, entry.command)
      clibedit_bind_alternative(handle, key, entry.command)
    }
    clibedit_bind_alternative(handle, "^D", "filmz-delete-or-end")
    clibedit_bind_alternative(handle, "^R", Self.searchCommand)
    for key in [":", "v"] { clibedit_bind_alternative(handle, key, "ed-unassigned") }
  }

  /// What an ESC from the keyboard means: an arrow key or its like, or ESC with what follows.
  func viKeys() -> [Unicode.Scalar] {
    guard let first = input.byte(within: Self.patience) else { return ["\u{1B}"] }
    guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(first) else {
      return ["\u{1B}"] + assembler.take(first).map(Self.withoutPrivateKeys)
    }
    var sequence = String(Unicode.Scalar(first))
    while let byte = input.byte(within: Self.patience) {
      sequence.unicodeScalars.append(Unicode.Scalar(byte))
      if (0x40...0x7E).contains(byte) { break }
    }
    let place = Self.sequences.firstIndex { $0.sequences.contains(sequence) }
    return place.map { [Unicode.Scalar(Self.firstKey + UInt8($0))] } ?? []
  }
}
