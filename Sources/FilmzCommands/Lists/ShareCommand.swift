package import FilmzDomain
import FilmzViewModels

/// The `share` command, which prints films as text for a message.
package struct ShareCommand: ShellCommand {
  package static let command = Command(
    ShareCommand.self, "share", "Print films as text for a message.",
    details: """
      One line for each film, with its year and your stars; more than 50 films are only counted. \
      `list share` prints a list.
      """,
    examples: """
      share
      share 1-5
      share "The Big Sleep" heat
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let films = try await session.films(words, in: .local)
    return .sharedText(SharedText.text(of: films, listName: nil))
  }
}

/// The `list share` command, which prints a list as text for a message.
package struct FilmListShareCommand: ShellCommand {
  package static let command = Command(
    FilmListShareCommand.self, "list share", "Print a list as text for a message.",
    details: """
      One line for each film, with its year and your stars; more than 50 films are only counted.
      """,
    examples: """
      list share Noir
      list share "To lend" --format json
      """)

  package static let arguments: [Argument<Self>] = [.listName(\.name)]

  var name = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (list, films) = try await session.viewModels.lists.films(ofListNamed: name.text)
    return .sharedText(SharedText.text(of: films, listName: list.name))
  }
}

extension Output {
  fileprivate static func sharedText(_ text: String) -> Output {
    Output(.text(text, [.init(name: "text", value: .text(text))]))
  }
}
