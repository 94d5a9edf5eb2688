import FilmzViewModels

/// A command that moves in the result set, and has no sense in another.
package protocol PageMove: ShellCommand {}

/// `next`: the next page of the result set.
package struct NextCommand: PageMove {
  package static let command = Command(
    NextCommand.self, "next", "Show the next page of the results.", aliases: ["more"],
    details: """
      Numbers run on: page 2 begins with 11. At the end the page stays where it is.
      """,
    examples: """
      next
      more
      next --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(
      try await session.models.search.nextPage(
        in: session.context, prefetching: session.mode == .shell))
  }
}

/// `prev`: the page before.
package struct PreviousCommand: PageMove {
  package static let command = Command(
    PreviousCommand.self, "prev", "Show the page before.",
    details: """
      At the first page it stays where it is.
      """,
    examples: """
      prev
      prev --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.models.search.previousPage(in: session.context))
  }
}

/// `first`: the first page.
package struct FirstCommand: PageMove {
  package static let command = Command(
    FirstCommand.self, "first", "Show the first page of the results.",
    examples: """
      first
      first --format csv
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.models.search.page(1, in: session.context))
  }
}

/// `page N`: a page by its number.
package struct PageCommand: PageMove {
  package static let command = Command(
    PageCommand.self, "page", "Show a page of the results by its number.",
    examples: """
      page 3
      page 1 --format csv
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.number, as: "n", "The page, from 1.")
  ]

  var number: PositiveInt = PositiveInt(1)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.models.search.page(number.value, in: session.context))
  }
}

/// `results`: the page that was shown last, again.
package struct ResultsCommand: PageMove {
  package static let command = Command(
    ResultsCommand.self, "results", "Show the current page of the results again.",
    details: """
      The shell keeps its results over a restart.
      """,
    examples: """
      results
      results --format markdown
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.models.search.results(in: session.context))
  }
}
