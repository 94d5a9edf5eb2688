import CLibEdit

extension TerminalEditor {
  /// Keys that people expect and libedit lacks; `~/.editrc` may change them.
  private static let usualKeys = [
    ("^R", "em-inc-search-prev"), ("^W", "ed-delete-prev-word"),
    ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ("\\e[1;3C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
    ("\\e[5C", "em-next-word"), ("\\e[5D", "ed-prev-word"),
    ("\\e\\e[C", "em-next-word"), ("\\e\\e[D", "ed-prev-word"),
    ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"),
    ("\\e[1~", "ed-move-to-beg"), ("\\e[7~", "ed-move-to-beg"),
    ("\\e[F", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"),
    ("\\e[4~", "ed-move-to-end"), ("\\e[8~", "ed-move-to-end"),
    ("\\e[3~", "ed-delete-next-char"), ("\\e[2~", "ed-ignore"),
    ("\\e[5~", "ed-search-prev-history"), ("\\e[6~", "ed-search-next-history"),
    ("\\e[200~", "ed-ignore"), ("\\e[201~", "ed-ignore"),  // marks around pasted text
  ]

  private static let leaveCommand = "filmz-leave-line"

  /// Binds the usual keys, then the user's own, then those that we cannot do without.
  func bindKeys() {
    clibedit_use_emacs_keys(handle)
    for (key, command) in Self.usualKeys { clibedit_bind(handle, key, command) }
    bindCompletion()
    el_source(handle, nil)
    bindLeaveKey()
    // Ctrl-\ would end the program here and leave the terminal in editing mode.
    clibedit_set_editing_mode(handle, "-quit")
  }

  /// On Ctrl-C the cursor has to be behind the text, lest `^C` stand in the middle of it.
  private func bindLeaveKey() {
    clibedit_add_command(handle, Self.leaveCommand, "Move behind the text before it is dropped") {
      handle, _ in
      guard let line = el_wline(handle)?.pointee else { return UInt8(CC_NORM) }
      el_cursor(handle, CInt(line.lastchar - line.cursor))
      return UInt8(CC_CURSOR)
    }
    clibedit_bind(handle, String(Self.leaveKey), Self.leaveCommand)
    clibedit_bind_alternative(handle, String(Self.leaveKey), Self.leaveCommand)
  }
}
