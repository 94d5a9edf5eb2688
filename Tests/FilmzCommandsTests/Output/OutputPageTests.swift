import FilmzDomain
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

/// The output for a page of a result set.
struct OutputPageTests {
  @Test(arguments: [true, false])
  func fallbackAndWarningsOfTheResultAreKept(isFallback: Bool) {
    let result = SourceResult(
      value: Self.page(1, of: 1, total: 2),
      warnings: [.problem("OMDb is gone", consequence: "from the catalog")],
      isFallback: isFallback)
    let output = Output.page(result)
    #expect(output.isFallback == isFallback && output.isRetryable == isFallback)
    #expect(output.messages == [.notice("1–2 of 2"), .warning("OMDb is gone; from the catalog")])
    #expect(Self.isDone(output))
  }

  @Test func resultWithoutWarningsIsNotAFallback() {
    let output = Output.page(SourceResult(value: Self.page(1, of: 1, total: 2)))
    #expect(!output.isFallback && output.messages == [.notice("1–2 of 2")])
  }

  @Test(arguments: [
    (Output.Ending.done, false), (.foundProblems, false), (.interrupted, false),
    (.partlyFailed(CommandError.nothingToRetry), false),
    (.partlyFailed(NetworkFailure()), true),
  ])
  func outputIsRetryableIfTheNetworkFailed(ending: Output.Ending, isRetryable: Bool) {
    #expect(Output(.nothing, ending: ending).isRetryable == isRetryable)
  }

  @Test func noticeReplacesTheFooter() {
    let result = SourceResult(
      value: Self.page(1, of: 1, total: 0),
      warnings: [.problem("OMDb is gone", consequence: "from the catalog")])
    let output = Output.page(result, notice: "No results for \"x\"")
    #expect(
      output.messages
        == [.notice("No results for \"x\""), .warning("OMDb is gone; from the catalog")])
  }

  @Test(arguments: [
    (1, 3, 25, "1–10 of 25 · page 1/3 · next"), (2, 3, 25, "11–20 of 25 · page 2/3 · next"),
    (3, 3, 25, "21–25 of 25 · page 3/3"), (1, 1, 10, "1–10 of 10"), (1, 1, 1, "1 of 1"),
    (2, 2, 11, "11 of 11 · page 2/2"), (1, 1, 0, "There are no results."),
  ])
  func footerShowsThePositionOfThePage(page: Int, count: Int, total: Int, notice: String) {
    let output = Output.page(Self.page(page, of: count, total: total))
    #expect(output.messages == [.notice(notice)])
    #expect(Self.rows(output) == min(10, total - (page - 1) * 10))
  }

  @Test(arguments: [
    (1, 3, 25, "1–10 of about 25 · page 1 · next"), (2, 2, 20, "11–20 of about 20 · page 2 · next"),
    (1, 1, 1, "1 of about 1 · page 1 · next"),
  ])
  func footerDoesNotPromiseAnEstimatedNumber(page: Int, count: Int, total: Int, notice: String) {
    var page = Self.page(page, of: count, total: total)
    page.isTotalEstimated = true
    #expect(Output.page(page).messages == [.notice(notice)])
    page.outOfRange = .noSuchPage(900)
    let pages = count == 1 ? "1 page" : "\(count) pages"
    #expect(
      Output.page(page).messages
        == [.notice("There is no page 900: the results have about \(pages).")])
  }

  @Test(arguments: [
    (ResultPage.OutOfRange.pastEnd, "No more results."),
    (.noSuchPage(9), "There is no page 9: the results have 3 pages."),
    (.beforeStart, "Already at the first page."),
  ])
  func pageThatIsOutOfRangeHasNoRows(outOfRange: ResultPage.OutOfRange, notice: String) {
    let page = ResultPage(items: [], total: 25, page: 3, pageCount: 3, outOfRange: outOfRange)
    let output = Output.page(page)
    #expect(output.messages == [.notice(notice)])
    #expect(Self.rows(output) == 0)
  }

  private static func page(_ page: Int, of count: Int, total: Int) -> ResultPage {
    let first = (page - 1) * 10 + 1
    let numbers = total == 0 ? [] : Array(first...min(total, first + 9))
    let items = numbers.map {
      FilmItem(id: FilmID(unchecked: "tt900000\($0)"), film: nil, entry: nil, number: $0)
    }
    return ResultPage(items: items, total: total, page: page, pageCount: count)
  }

  private static func rows(_ output: Output) -> Int? {
    if case .list(let rows) = output.content { rows.count } else { nil }
  }

  private static func isDone(_ output: Output) -> Bool {
    if case .done = output.ending { true } else { false }
  }

  private struct NetworkFailure: UserFacingError {
    let message = "no network"
    let exitCategory = ExitCategory.unavailable
  }
}
