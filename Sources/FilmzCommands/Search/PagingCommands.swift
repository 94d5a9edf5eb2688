import FilmzDomain
import FilmzViewModels

extension Command {
  /// The `next` command, which shows the next page of the result set.
  static let next = Command(
    "next", "Show the next page of the results.", aliases: ["more"],
    details: "Numbers continue across pages. On the last page, the position does not change.",
    examples: ["next", "more", "next --format json"], isPaging: true
  ) { session in
    .page(try await session.viewModels.search.nextPage(in: session.context, prefetching: session.mode == .shell))
  }

  /// The `prev` command, which shows the previous page of the result set.
  static let previous = Command(
    "prev", "Show the previous page of the results.", details: "On the first page, the position does not change.",
    examples: ["prev", "prev --format json"], isPaging: true
  ) { session in .page(try await session.viewModels.search.previousPage(in: session.context)) }

  /// The `first` command, which shows the first page of the result set.
  static let first = Command(
    "first", "Show the first page of the results.", examples: ["first", "first --format csv"], isPaging: true
  ) { session in .page(try await session.viewModels.search.page(1, in: session.context)) }
}

/// The `page` command, which shows a page of the result set by its number.
struct PageCommand: ShellCommand {
  static let command = Command(
    of: PageCommand.self, "page", "Show a page of the results by its number.",
    examples: ["page 3", "page 1 --format csv"], isPaging: true)

  static let arguments: [Argument<Self>] = [.positional(\.number, as: "n", "The number of the page, from 1.")]

  var number = 1

  func run(in session: Session) async throws -> Output {
    .page(try await session.viewModels.search.page(number, in: session.context))
  }
}

extension Command {
  /// The `results` command, which shows the current page of the result set again.
  static let results = Command(
    "results", "Show the current page of the results again.",
    details: "The shell restores its results after a restart.", examples: ["results", "results --format markdown"],
    isPaging: true
  ) { session in .page(try await session.viewModels.search.results(in: session.context)) }

  /// The `back` command, which returns to the result set before the current one.
  static let back = Command(
    "back", "Return to the results before these.",
    details: """
      Up to ten earlier result sets are kept until the shell ends; each `back` returns to the one before. \
      The results that were shown until then are dropped.
      """, examples: ["back", "back --format json"], isPaging: true
  ) { session in
    var output = Output.page(try await session.viewModels.search.back(in: session.context), replacesResults: true)
    if let text = await session.viewModels.browsingState.resultSet?.searchText {
      output.messages.insert(.header("Back to the results for \"\(text)\""), at: 0)
    } else {
      output.messages.insert(.header("Back to the previous list"), at: 0)
    }
    return output
  }
}

/// The options that divide a list into pages.
struct PageOptions: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option("--limit", \.limit, as: "n", "Rows per page."),
    .option("--page", \.page, as: "n", "The page to show."),
  ]

  var limit: Int?
  var page: Int?

  /// The number of the page to show, from 1.
  var number: Int { page ?? 1 }
}

extension Session {
  /// Returns the number of rows on a page; `nil` if the list is not divided into pages.
  func pageSize(_ options: PageOptions) async -> Int? {
    let isPaged = options.limit != nil || options.page != nil || pagesLists
    return isPaged ? await pageSize(options.limit) : nil
  }
}

extension Output {
  /// Returns the output for a page of a result set, with the warnings of the sources.
  ///
  /// The parameters are those of ``page(_:notice:replacesResults:)``.
  static func page(_ result: SourceResult<ResultPage>, notice: String? = nil, replacesResults: Bool = false) -> Output {
    var output = page(result.value, notice: notice, replacesResults: replacesResults)
    output.messages += result.warnings.map(Message.init)
    output.isFallback = result.isFallback
    return output
  }

  /// Returns the output for a page of a result set; if the page does not exist, the output has no
  /// rows.
  ///
  /// If `notice` is `nil`, a footer describes the position of the page. `replacesResults` is `true`
  /// if the command created the result set.
  static func page(_ page: ResultPage, notice: String? = nil, replacesResults: Bool = false) -> Output {
    var output = Output(
      .list(.films(on: page)),
      (page.person.map { messages(of: $0, onPage: page.page) } ?? []) + [.notice(notice ?? footer(of: page))])
    output.replacesResults = replacesResults
    return output
  }

  /// Returns the header of a page that begins with the films of a person and, on the first page, a warning if a local
  /// catalog was searched instead of a service.
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
      return "There is no page \(number): the results have \(page.isTotalEstimated ? "about " : "")\(count)."
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
    parts += hiddenTexts(page.hidden, withoutCertification: page.hiddenWithoutCertification)
    return parts.joined(separator: " · ")
  }

  /// Returns the numbers of the films of a page, such as `1–10 of 25`; `nil` if the page has no films.
  private static func position(of page: ResultPage) -> String? {
    guard let first = page.items.first?.number, let last = page.items.last?.number else { return nil }
    let numbers = first == last ? "\(first)" : "\(first)–\(last)"
    return "\(numbers) of \(page.isTotalEstimated ? "about " : "")\(page.total)"
  }
}
