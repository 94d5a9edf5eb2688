package import FilmzDomain
import FilmzViewModels

/// The `note` command, which sets or removes the note of films.
package struct NoteCommand: ShellCommand {
  package static let command = Command(
    NoteCommand.self, "note", "Write a note on films.",
    usage: """
      note [<target> ...] <text>|none
      note [<target>] -e
      """,
    details: """
      The note is the last word if it is in quotes, or everything after a number, an id or `.`, or \
      everything, for the selected film; `none` removes it. With -e, edit the note of one film in \
      $EDITOR; saving an empty file removes it. A film that is not in the collection is added.
      """,
    examples: """
      note "great fun"
      note heat "a long, precise film"
      note tt0068646 none
      note the godfather -e
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words, or: .choice(["none"])),
    .flag(
      "--edit", short: "-e", \.edit, "Edit the note in $EDITOR; the arguments name only the film."),
  ]

  package var words: [Word] = []
  var edit = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    if edit { return try await editNote(in: session) }
    let (films, text) = try await TrailingValueParser(session: session, verb: "note")
      .filmsAndText(words, requirement: "a note", isName: false)
    return Self.output(
      try await session.viewModels.collection.note(films, text, in: session.context), text)
  }

  private static func output(_ outcome: ChangeOutcome, _ text: String?) -> Output {
    .changed(outcome) { item in
      let oldNote = outcome.before[item.id]?.notes
      let action = text == nil ? "removed" : oldNote == nil ? "saved" : "replaced"
      return "Note of \(item.captionInSentence) \(action)"
        + (oldNote.map { " (\"\($0.onOneLine(maximumLength: 13))\")" } ?? "")
        + outcome.additionNotice(item)
    }
  }

  private func editNote(in session: Session) async throws -> Output {
    guard let edit = session.host.edit else {
      throw CommandError.needsTerminal("an editor needs a terminal; use `note TARGET TEXT`")
    }
    let film = try await session.film(words, for: .changing, task: "note -e", verb: "note")
    let oldNote = film.entry?.notes ?? ""
    session.progress?.stop()
    return try await edit(oldNote).use { text in
      guard text.nonBlank != oldNote.withoutTrailingNewlines.nonBlank else {
        return Output(
          .changes(.films([])), [.notice("Note of \(film.captionWithTypedTitle) unchanged")])
      }
      let outcome = try await session.viewModels.collection.note(
        film, text.nonBlank, insteadOf: film.entry?.notes, in: session.context)
      return Self.output(outcome, text.nonBlank)
    }
  }
}
