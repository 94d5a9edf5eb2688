package import FilmzDomain
import FilmzViewModels

/// The `skip` command, which marks films as not interesting.
package struct SkipCommand: ShellCommand {
  package static let command = Command(
    SkipCommand.self, "skip", "Mark films as not interesting.",
    details: """
      Skipped films are not in the collection, and `discover` does not show them again; `ls --skipped` lists \
      them. A film of the collection stays there, unless --force is given.
      """,
    examples: """
      skip 3
      skip 5-8
      skip "The Room" --force
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--force", \.force, "Remove films that are in the collection from it."),
  ]

  package var words: [Word] = []
  var force = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    var change = MarkChange(.skipped)
    change.isForced = force
    let films = try await session.films(words, in: .network, for: .changing)
    return try await session.mark(films, change)
  }
}

/// The `unskip` command, which removes the mark that `skip` sets.
package struct UnskipCommand: ShellCommand {
  package static let command = Command(
    UnskipCommand.self, "unskip", "Remove the mark of skipped films.",
    details: """
      `ls --skipped` lists the skipped films.
      """,
    examples: """
      unskip 3
      unskip "The Room"
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, .skippedFilm)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let films = try await session.films(words, in: .skipped, for: .changing)
    let outcome = try await session.viewModels.collection.unskip(films, in: session.context)
    return .changed(outcome) { "\($0.captionWithTypedTitle) is no longer skipped" }
  }
}
