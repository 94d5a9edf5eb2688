import FilmzDomain
import FilmzViewModels

extension Output {
  /// A page of a result set, with what is to be said of how it came.
  static func page(_ result: SourceResult<ResultPage>, notice: String? = nil) -> Output {
    var output = page(result.value, notice: notice)
    output.messages += result.warnings.map { .warning($0.text) }
    output.isFallback = result.isFallback
    return output
  }

  /// A page of a result set with a notice below it: unless there is another, its place in the whole.
  static func page(_ page: ResultPage, notice: String? = nil) -> Output {
    Output(
      .list(.films(page.edge == .none ? page.items : [])), [.notice(notice ?? footer(of: page))])
  }

  /// Where the page stands, as `1–10 of 25 · page 1/3 · next`.
  private static func footer(of page: ResultPage) -> String {
    switch page.edge {
    case .pastEnd: return "No more results."
    case .beforeStart: return "Already at the first page."
    case .none: break
    }
    guard let first = page.items.first?.index, let last = page.items.last?.index else {
      return "There are no results."
    }
    var parts = ["\(first == last ? "\(first)" : "\(first)–\(last)") of \(page.total)"]
    if page.pageCount > 1 { parts.append("page \(page.page)/\(page.pageCount)") }
    if page.page < page.pageCount { parts.append("next") }
    return parts.joined(separator: " · ")
  }
}
