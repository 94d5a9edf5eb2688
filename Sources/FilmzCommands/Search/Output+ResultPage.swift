import FilmzDomain
import FilmzViewModels

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
