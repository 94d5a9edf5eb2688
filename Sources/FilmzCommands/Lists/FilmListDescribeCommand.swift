import FilmzDomain
import FilmzViewModels

/// The `list describe` command, which sets or removes the description of a list.
package struct FilmListDescribeCommand: ShellCommand {
  package static let command = Command(
    FilmListDescribeCommand.self, "list describe", "Describe a list.",
    usage: "list describe <name> <text>|none",
    details: """
      The text is everything after the name; `none` removes the description.
      """,
    examples: """
      list describe Noir "Shadows, rain and bad decisions"
      list describe "To lend" none
      """)

  package static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .positionals(
      \.words, as: "text", kind: .choice(["none"]), "What the list is about, or none."),
  ]

  var name = Word("")
  var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !words.isEmpty else {
      throw CommandError.missingArgument("a description, or none", verb: "list describe")
    }
    let text =
      words.count == 1
      ? words[0].textUnlessNone : words.map(\.text).joined(separator: " ").nonBlank
    let (list, old) = try await session.viewModels.lists.describe(
      name.text, text, in: session.context)
    let action = text == nil ? "removed" : old == nil ? "saved" : "replaced"
    let oldText = old.map { " (\"\($0.onOneLine(maximumLength: 40))\")" } ?? ""
    return Output(
      .changes(.lists([list])),
      [.notice("Description of the list \(list.quotedName) \(action)\(oldText)")])
  }
}
