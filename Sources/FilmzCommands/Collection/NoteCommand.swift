import FilmzDomain
import FilmzViewModels

/// `note`: puts a note on films, or takes it away.
package struct NoteCommand: ShellCommand {
  package static let command = Command(
    NoteCommand.self, "note", "Put a note on films.",
    usage: """
      note [<target> ...] <text>|none
      note [<target>] -e
      """,
    details: """
      The last word is the note, so quote it; none takes it away. With -e the note of one film is \
      written in $EDITOR, and an empty one is taken away. A film that is not in the collection comes \
      in.
      """,
    examples: """
      note "great fun"
      note 2 "the ending!"
      note tt0068646 none
      note the godfather -e
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words, or: .choice(["none"])),
    .flag(
      "--edit", short: "-e", \.edit, "Write the note in $EDITOR; all words mean the film then."),
  ]

  package var words: [Word] = []
  var edit = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    if edit { return try await written(in: session) }
    let (films, value) = try await session.filmsAndText(words, value: "a text", verb: "note")
    return try await changed(films, value.textOrNone, in: session)
  }

  private func changed(_ films: [FilmItem], _ text: String?, in session: Session) async throws
    -> Output
  {
    Self.output(
      try await session.models.collection.note(
        films, text, in: session.context), text)
  }

  private static func output(_ outcome: ChangeOutcome, _ text: String?) -> Output {
    .changed(outcome) { item in
      (text == nil ? "Took the note of \(item.name) away" : "Noted on \(item.name)")
        + outcome.noteIfAdded(item)
    }
  }

  private func written(in session: Session) async throws -> Output {
    guard let edit = session.host.edit else {
      throw CommandError.noTerminal("an editor needs a terminal; use `note TARGET TEXT`")
    }
    let film = try await session.film(words, for: "note -e", verb: "note")
    let old = film.entry?.notes ?? ""
    session.progress?.stop()
    return try await edit(old).use { text in
      guard text.nonBlank != old.withoutLastLineBreaks.nonBlank else {
        return Output(
          .changes(.films([])), [.notice("The note of \(film.name) is unchanged")])
      }
      let outcome = try await session.models.collection.note(
        film, text.nonBlank, insteadOf: film.entry?.notes, in: session.context)
      return Self.output(outcome, text.nonBlank)
    }
  }
}
