import FilmzViewModels

/// A command that shows a page of the current result set.
///
/// If a network request of the command fails, `retry` repeats the command only until there is a new
/// result set.
package protocol PagingCommand: ShellCommand {}

/// The `next` command, which shows the next page of the result set.
package struct NextCommand: PagingCommand {
  package static let command = Command(
    NextCommand.self, "next", "Show the next page of the results.", aliases: ["more"],
    details: """
      Numbers continue across pages. On the last page, the position does not change.
      """,
    examples: """
      next
      more
      next --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(
      try await session.viewModels.search.nextPage(
        in: session.context, prefetching: session.mode == .shell))
  }
}

/// The `prev` command, which shows the previous page of the result set.
package struct PreviousCommand: PagingCommand {
  package static let command = Command(
    PreviousCommand.self, "prev", "Show the previous page of the results.",
    details: """
      On the first page, the position does not change.
      """,
    examples: """
      prev
      prev --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.previousPage(in: session.context))
  }
}

/// The `first` command, which shows the first page of the result set.
package struct FirstCommand: PagingCommand {
  package static let command = Command(
    FirstCommand.self, "first", "Show the first page of the results.",
    examples: """
      first
      first --format csv
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.page(1, in: session.context))
  }
}

/// The `page` command, which shows a page of the result set by its number.
package struct PageCommand: PagingCommand {
  package static let command = Command(
    PageCommand.self, "page", "Show a page of the results by its number.",
    examples: """
      page 3
      page 1 --format csv
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.number, as: "n", "The number of the page, from 1.")
  ]

  var number: PositiveInt = PositiveInt(1)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.page(number.value, in: session.context))
  }
}

/// The `results` command, which shows the current page of the result set again.
package struct ResultsCommand: PagingCommand {
  package static let command = Command(
    ResultsCommand.self, "results", "Show the current page of the results again.",
    details: """
      The shell restores its results after a restart.
      """,
    examples: """
      results
      results --format markdown
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.results(in: session.context))
  }
}

/// The `back` command, which returns to the result set before the current one.
package struct BackCommand: PagingCommand {
  package static let command = Command(
    BackCommand.self, "back", "Return to the results before these.",
    details: """
      Up to ten earlier result sets are kept until the shell ends; each `back` goes back by one of them. \
      The results that it leaves are dropped.
      """,
    examples: """
      back
      back --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    var output = Output.page(try await session.viewModels.search.back(in: session.context))
    if let text = await session.viewModels.browsingState.resultSet?.searchText {
      output.messages.insert(.header("Back to the results for \"\(text)\""), at: 0)
    } else {
      output.messages.insert(.header("Back to the list before"), at: 0)
    }
    output.replacesResults = true
    return output
  }
}
