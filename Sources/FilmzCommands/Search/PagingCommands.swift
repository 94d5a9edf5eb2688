import FilmzDomain
import FilmzViewModels

/// A command that shows a page of the current result set.
///
/// If a network request of the command fails, `retry` repeats the command only until there is a new
/// result set.
protocol PagingCommand: ShellCommand {}

/// The `next` command, which shows the next page of the result set.
struct NextCommand: PagingCommand {
  static let command = Command(
    NextCommand.self, "next", "Show the next page of the results.", aliases: ["more"],
    details: """
      Numbers continue across pages. On the last page, the position does not change.
      """,
    examples: """
      next
      more
      next --format json
      """)

  func run(in session: Session) async throws -> Output {
    .page(
      try await session.viewModels.search.nextPage(
        in: session.context, prefetching: session.mode == .shell))
  }
}

/// The `prev` command, which shows the previous page of the result set.
struct PreviousCommand: PagingCommand {
  static let command = Command(
    PreviousCommand.self, "prev", "Show the previous page of the results.",
    details: """
      On the first page, the position does not change.
      """,
    examples: """
      prev
      prev --format json
      """)

  func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.previousPage(in: session.context))
  }
}

/// The `first` command, which shows the first page of the result set.
struct FirstCommand: PagingCommand {
  static let command = Command(
    FirstCommand.self, "first", "Show the first page of the results.",
    examples: """
      first
      first --format csv
      """)

  func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.page(1, in: session.context))
  }
}

/// The `page` command, which shows a page of the result set by its number.
struct PageCommand: PagingCommand {
  static let command = Command(
    PageCommand.self, "page", "Show a page of the results by its number.",
    examples: """
      page 3
      page 1 --format csv
      """)

  static let arguments: [Argument<Self>] = [
    .positional(\.number, as: "n", "The number of the page, from 1.")
  ]

  var number: PositiveInt = PositiveInt(1)

  func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.page(number.value, in: session.context))
  }
}

/// The `results` command, which shows the current page of the result set again.
struct ResultsCommand: PagingCommand {
  static let command = Command(
    ResultsCommand.self, "results", "Show the current page of the results again.",
    details: """
      The shell restores its results after a restart.
      """,
    examples: """
      results
      results --format markdown
      """)

  func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.results(in: session.context))
  }
}

/// The `back` command, which returns to the result set before the current one.
struct BackCommand: PagingCommand {
  static let command = Command(
    BackCommand.self, "back", "Return to the results before these.",
    details: """
      Up to ten earlier result sets are kept until the shell ends; each `back` goes back by one of them. \
      The results that it leaves are dropped.
      """,
    examples: """
      back
      back --format json
      """)

  func run(in session: Session) async throws -> Output {
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

extension Output {
  /// Returns the output for a page of a result set, with the warnings of the sources.
  static func page(
    _ result: SourceResult<ResultPage>, notice: String? = nil, hasPlots: Bool = false
  ) -> Output {
    var output = page(result.value, notice: notice, hasPlots: hasPlots)
    output.messages += result.warnings.map(Message.init)
    output.isFallback = result.isFallback
    return output
  }

  /// Returns the output for a page of a result set; if the page does not exist, the output has no
  /// rows.
  ///
  /// If `notice` is `nil`, a footer describes the position of the page.
  static func page(_ page: ResultPage, notice: String? = nil, hasPlots: Bool = false) -> Output {
    Output(
      .list(.films(page.outOfRange == .none ? page.items : [], hasPlots: hasPlots)),
      (page.person.map { messages(of: $0, onPage: page.page) } ?? []) + [
        .notice(notice ?? footer(of: page))
      ])
  }

  /// Returns the header of a page that begins with the films of a person, and on the first page a warning if
  /// a local catalog answered in place of a service.
  private static func messages(of person: NamedPerson, onPage page: Int) -> [Message] {
    let catalog = page == 1 ? person.answeringCatalog : nil
    let warning = catalog.map {
      Message.warning("\(person.name) is the name of a person; these results are from \($0)")
    }
    return [warning, .header("Films of \(person.name) (\(person.filmCount))")].compactMap(\.self)
  }

  /// Returns the position of the page, such as `1–10 of 25 · page 1/3 · next`, or a message if the page
  /// does not exist or is empty.
  ///
  /// As long as the total is estimated, the position is `1–10 of about 25 · page 1 · next`.
  private static func footer(of page: ResultPage) -> String {
    switch page.outOfRange {
    case .pastEnd: return "No more results."
    case .noSuchPage(let number):
      let count = page.pageCount.counted("page")
      return
        "There is no page \(number): the results have \(page.isTotalEstimated ? "about " : "")\(count)."
    case .beforeStart: return "Already at the first page."
    case .none: break
    }
    guard page.hidden > 0 || !page.items.isEmpty else { return "There are no results." }
    var parts = [position(of: page)].compactMap(\.self)
    if page.isTotalEstimated {
      parts.append("page \(page.page)")
    } else if page.pageCount > 1 {
      parts.append("page \(page.page)/\(page.pageCount)")
    }
    if page.hasNextPage { parts.append("next") }
    if page.hidden > 0 { parts.append("\(page.hidden) hidden by the kids filter") }
    return parts.joined(separator: " · ")
  }

  /// Returns the numbers of the films of a page, such as `1–10 of 25`; `nil` if the page has no films.
  private static func position(of page: ResultPage) -> String? {
    guard let first = page.items.first?.number, let last = page.items.last?.number else {
      return nil
    }
    let numbers = first == last ? "\(first)" : "\(first)–\(last)"
    return "\(numbers) of \(page.isTotalEstimated ? "about " : "")\(page.total)"
  }
}
