package import ArgumentParser
import FilmzViewModels

/// A command that moves in the result set, and has no sense in another.
package protocol PageMove: ShellCommand {}

/// `next`: the next page of the result set.
package struct NextCommand: PageMove {
  package static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Show the next page of the results.",
    discussion: """
      Numbers run on: page 2 begins with 11. At the end the page stays where it is.

      Examples:
        next
        more
        next --format json
      """, aliases: ["more"])

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(
      try await session.search.nextPage(
        in: session.context, prefetching: session.mode == .shell))
  }
}

/// `prev`: the page before.
package struct PreviousCommand: PageMove {
  package static let configuration = CommandConfiguration(
    commandName: "prev", abstract: "Show the page before.",
    discussion: """
      At the first page it stays where it is.

      Examples:
        prev
        prev --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.search.previousPage(in: session.context))
  }
}

/// `first`: the first page.
package struct FirstCommand: PageMove {
  package static let configuration = CommandConfiguration(
    commandName: "first", abstract: "Show the first page of the results.",
    discussion: """
      Examples:
        first
        first --format csv
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.search.page(1, in: session.context))
  }
}

/// `page N`: a page by its number.
package struct PageCommand: PageMove {
  package static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show a page of the results by its number.",
    discussion: """
      Examples:
        page 3
        page 1 --format csv
      """)

  @Argument(help: ArgumentHelp("The page, from 1.", valueName: "n"))
  var number: Count

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.search.page(number.value, in: session.context))
  }
}

/// `results`: the page that was shown last, again.
package struct ResultsCommand: PageMove {
  package static let configuration = CommandConfiguration(
    commandName: "results", abstract: "Show the current page of the results again.",
    discussion: """
      The shell keeps its results over a restart.

      Examples:
        results
        results --format markdown
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .page(try await session.search.results(in: session.context))
  }
}
