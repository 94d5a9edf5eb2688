import CLibEdit

extension TerminalEditor {
  /// Keys that people expect and libedit lacks; `~/.editrc` may change them.
  private static let usualKeys = [
    ("^R", "em-inc-search-prev"), ("^W", "ed-delete-prev-word"), ("^D", "filmz-delete-or-end"),
    ("^?", "filmz-delete-prev"), ("^H", "filmz-delete-prev"),
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
  ]

  /// Binds the usual keys, then the user's own, then those that we cannot do without.
  func bindKeys() {
    clibedit_use_emacs_keys(handle)
    addCharacterCommands()
    for (key, command) in Self.usualKeys { clibedit_bind(handle, key, command) }
    bindCompletion()
    el_source(handle, nil)
    hasViKeys = clibedit_has_vi_keys(handle) != 0
    if hasViKeys { bindViKeys() }
    bindLeaveKey()
    bindComposeKey()
    // Ctrl-\ would end the program here and leave the terminal in editing mode.
    clibedit_set_editing_mode(handle, "-quit")
    for mode in ["-echo", "-icanon"] { clibedit_set_line_mode(handle, mode) }
  }

  /// On Ctrl-C the cursor has to be behind the text, lest `^C` stand in the middle of it.
  private func bindLeaveKey() {
    clibedit_bind(handle, String(Self.leaveKey), "filmz-end")
    clibedit_bind_alternative(handle, String(Self.leaveKey), "filmz-end")
  }
}
