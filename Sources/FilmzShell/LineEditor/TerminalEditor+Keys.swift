import CLibEdit

extension TerminalEditor {
  /// Keys that people expect and libedit lacks; `~/.editrc` may change them.
  private static let usualKeys = [
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
    ("\\e[200~", "ed-ignore"), ("\\e[201~", "ed-ignore"),  // marks around pasted text
    ("\\ex", "ed-unassigned"), ("\\eX", "ed-unassigned"),  // see `UsersKeys.refusedCommands`
  ]

  /// Keys with Shift, Ctrl or Alt, and function keys, most of which mean nothing here: libedit would
  /// take a part of them for text (xterm, control sequences: `ESC [ 1 ; modifiers X`, `ESC [ n ~`).
  private static let otherKeys: [(key: String, command: String)] = {
    let ignored = "ed-ignore"
    let modifiers = (2...8).map { ";\($0)" }
    let arrows = modifiers.flatMap { modifier in
      "ABCDFHPQRS".map { ("\\e[1\(modifier)\($0)", motion($0, shifted: modifier == ";2")) }
    }
    let numbered = (1...34).flatMap { number in
      ([""] + modifiers).map { ("\\e[\(number)\($0)~", ignored) }
    }
    let others = ["\\eOP", "\\eOQ", "\\eOR", "\\eOS", "\\e[Z"] + "ABCDE".map { "\\e[[\($0)" }
    return arrows + numbered + others.map { ($0, ignored) }
  }()

  /// Ctrl and Alt go by words, Shift by characters.
  private static func motion(_ arrow: Character, shifted: Bool) -> String {
    switch arrow {
    case "C": shifted ? "filmz-next" : "em-next-word"
    case "D": shifted ? "filmz-prev" : "ed-prev-word"
    default: "ed-ignore"
    }
  }

  /// Binds the usual keys, then the user's own, then those that we cannot do without.
  func bindKeys() {
    clibedit_use_emacs_keys(handle)
    addCharacterCommands()
    addSearchCommand()
    addCompletionCommand()
    bindUsualKeys()
    let usersKeys = UsersKeys()
    usersKeys.apply(to: handle)
    // `bind -v` and `bind -e` forget all that was bound before them.
    hasViKeys = clibedit_has_vi_keys(handle) != 0
    hasViKeys ? bindViKeys() : bindUsualKeys()
    usersKeys.apply(to: handle, choosingKeys: false)
    bindLeaveKey()
    bindComposeKey()
    bindPasteKey()
    // Nobody means to end the program with Ctrl-\, neither in a line nor between two.
    clibedit_set_editing_mode(handle, "-quit")
    for mode in ["-echo", "-icanon", "quit="] { clibedit_set_line_mode(handle, mode) }
  }

  private func bindUsualKeys() {
    for (key, command) in Self.otherKeys + Self.usualKeys { clibedit_bind(handle, key, command) }
  }

  /// On Ctrl-C the cursor has to be behind the text, lest `^C` stand in the middle of it.
  private func bindLeaveKey() {
    clibedit_bind(handle, String(Self.leaveKey), "filmz-end")
    clibedit_bind_alternative(handle, String(Self.leaveKey), "filmz-end")
  }
}
