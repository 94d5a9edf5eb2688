package import ArgumentParser
import FilmzViewModels

/// `note`: puts a note on films, or takes it away.
package struct NoteCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Put a note on films.",
    usage: "note [<target> ...] <text>",
    discussion: """
      The last word is the note, so quote it; none takes it away. A film that is not in the \
      collection comes in.

      Examples:
        note "great fun"
        note 2 "the ending!"
        note tt0068646 none
      """)

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  private func filmsAndText(in session: Session) async throws -> (films: [FilmItem], value: Word) {
    do {
      return try await session.filmsAndValue(words, value: "a text", verb: "note")
    } catch ViewModelError.unknownTitle where words.count > 2 && words.last?.isQuoted == false {
      throw CommandError.wrongUsage("put a note of several words in quotes", verb: "note")
    }
  }

  package func run(in session: Session) async throws -> Output {
    let (films, value) = try await filmsAndText(in: session)
    let isRemoval = value.text == "none" && !value.isQuoted
    let text = isRemoval ? nil : value.text.nonBlank
    let outcome = try await session.collection.note(
      films, text, command: session.commandLine, offline: session.options.offline)
    return .changed(outcome) { item in
      (text == nil ? "Took the note of \(item.name) away" : "Noted on \(item.name)")
        + outcome.noteIfAdded(item)
    }
  }
}
