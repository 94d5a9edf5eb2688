import FilmzTerminal

/// A subject that is not a command, and that `help` explains.
enum HelpTopic: String, CaseIterable {
  case live
  case keys

  /// Returns the text, wrapped to a width in cells.
  func text(width: Int) -> String {
    let layout = HelpLayout(width: width)
    return HelpLayout.text(
      sections.map { section in
        (section.heading.isEmpty ? [] : [section.heading]) + section.paragraphs.flatMap { layout.paragraph($0) }
          + layout.rows(section.keys)
      })
  }

  private typealias Section = (heading: String, paragraphs: [String], keys: [(label: String, text: String)])

  private var sections: [Section] {
    switch self {
    case .live: Self.liveSections
    case .keys: Self.keySections
    }
  }

  private static let liveSections: [Section] = [
    ("live: results while you type", [], []),
    (
      "Where",
      [
        "In the shell, `search` alone finds films in the same sources as `search TEXT`, and `find` alone in your"
          + " collection. With --live, `search`, `find`, `ls` and `list show` begin with words and filters. Ctrl-T at the prompt puts"
          + " films into the line. If a title means more than nine films, they are shown in the same way.",
        "The terminal needs at least 40 columns and 8 rows, and a TERM other than dumb; `doctor` checks this."
          + " Scripts, single calls, --format and redirected commands have no live results. `config set live.keys off`"
          + " makes Ctrl-T transpose characters again, and lists only nine of many films.",
        "Results come from the catalog and your own data at each key. Half a second after the last key, a service is"
          + " asked if `search` would ask it; its films are shown if the selected one is among them, and offered otherwise."
          + " Filters apply as in `search`; one that is still being typed is dim and has no effect.",
      ], []
    ),
    (
      "Keys", [],
      [
        (
          "Enter",
          "Shows the film, as `show` does; the rows become the results. With Ctrl-T: puts the film into the line."
        ),
        ("Tab Shift-Tab", "Mark the film, and select the next or previous one; Enter then takes all marked films."),
        ("Esc Ctrl-C Ctrl-G", "Leave. Results, selection and line are as before; changes made with Alt are kept."),
        ("Up Down PgUp PgDn", "Select another film; so do Ctrl-P and Ctrl-N."),
        ("Alt-A Alt-S Alt-K Alt-W", "Add; mark as seen; skip; want to watch."),
        ("Alt-1 … Alt-9 Alt-0", "Rate 1 … 10; after `config set rating.scale 5`, Alt-1 … Alt-5."),
        ("Alt-L", "Adds to a list; asks for its name."),
        ("Alt-U", "Undoes the last change that was made in this panel."),
        ("Alt-O", "Shows the films of the service, if the status offers them."),
        ("Ctrl-O KEY", "The same as Alt-KEY."),
        ("Alt-?", "Shows the keys."),
      ]
    ),
  ]

  private static let keySections: [Section] = [
    ("keys: the keys of the line editor", [], []),
    (
      "", [],
      [
        ("Tab", "Completes the word; lists what it can be."),
        ("Up Down Ctrl-P Ctrl-N", "Recall lines that begin with the typed text."),
        ("Ctrl-R", "Searches the history."),
        ("Ctrl-T", "Shows films for the word at the cursor, and puts the chosen ones in its place; see `help live`."),
        ("Left Right Ctrl-B Ctrl-F", "Move by a character; with Ctrl or Alt, the arrows move by a word."),
        ("Home End Ctrl-A Ctrl-E", "Move to the beginning or the end."),
        ("Backspace Delete Ctrl-D", "Delete a character; Ctrl-D on an empty line ends the shell."),
        ("Ctrl-W Ctrl-U Ctrl-K", "Delete a word, the line, or the rest of the line."),
        ("Ctrl-L", "Clears the screen."),
        ("Ctrl-C", "Cancels the line or the command."),
        ("Ctrl-Z", "Suspends filmz; `fg` continues it."),
      ]
    ),
    (
      "",
      [
        "The keys are those of libedit, except that Ctrl-T does not transpose characters, unless live.keys is off. Bindings"
          + " in ~/.editrc apply, also those of vi (`bind -v`): `bind ^T ed-transpose-chars` transposes again, and"
          + " `bind ^O filmz-live` shows films with another key."
      ], []
    ),
  ]
}
