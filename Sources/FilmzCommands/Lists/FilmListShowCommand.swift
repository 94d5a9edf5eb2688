import FilmzDomain
import FilmzViewModels

/// The `list show` command, which lists the films of a list.
package struct FilmListShowCommand: ShellCommand {
  package static let command = Command(
    FilmListShowCommand.self, "list show", "List the films of a list in its order.",
    details: """
      The numbers of the films are their places in the list.
      """,
    examples: """
      list show Noir
      list show "To lend" --limit 20
      """)

  package static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .option("--limit", \.limit, as: "n", "Rows per page."),
    .option("--page", \.page, as: "n", "The page to show."),
  ]

  var name = Word("")
  var limit: PositiveInt?
  var page: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let isPaged = limit != nil || page != nil || session.pagesLists
    let (list, resultPage) = try await session.viewModels.lists.show(
      name.text, page: page?.value ?? 1,
      pageSize: isPaged ? await session.pageSize(limit?.value) : nil, in: session.context)
    let isEmpty = list.filmCount == 0 && resultPage.isEmpty
    let hint =
      "The list \(list.quotedName) has no films yet. `list add \(list.nameInCommand) TITLE` adds one."
    var output = Output.page(resultPage, notice: isEmpty ? hint : nil)
    output.replacesResults = true
    if !isEmpty {
      output.messages.append(
        .header("\(list.name) · \(list.filmCount.counted("film")), \(list.seenCount) seen"))
    }
    if let description = list.description { output.messages.append(.header(description)) }
    return output
  }
}
