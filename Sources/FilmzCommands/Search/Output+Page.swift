import FilmzDomain
import FilmzViewModels

extension Output {
  /// A page of a result set, with what is to be said of how it came.
  static func page(_ answer: SourceResult<ResultPage>) -> Output {
    var output = page(answer.value)
    output.warnings = answer.warnings.map(\.text)
    output.isFallback = answer.isFallback
    return output
  }

  /// A page of a result set, with its place in the whole below it.
  static func page(_ page: ResultPage) -> Output {
    switch page.edge {
    case .pastEnd: list([FilmRow](), notices: ["No more results."])
    case .beforeStart: list([FilmRow](), notices: ["Already at the first page."])
    case .none:
      list(page.items.map(FilmRow.init(item:)), notices: [footer(of: page)])
    }
  }

  /// Where the page stands, as `1–10 of 25 · page 1/3 · next`.
  private static func footer(of page: ResultPage) -> String {
    guard let first = page.items.first?.index, let last = page.items.last?.index else {
      return "There are no results."
    }
    var parts = ["\(first == last ? "\(first)" : "\(first)–\(last)") of \(page.total)"]
    if page.pageCount > 1 { parts.append("page \(page.page)/\(page.pageCount)") }
    if page.page < page.pageCount { parts.append("next") }
    return parts.joined(separator: " · ")
  }
}
