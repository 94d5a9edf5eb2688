import FilmzDomain
import Testing

struct SourceResultTests {
  private struct SampleError: Error {}

  @Test(arguments: [true, false])
  func mapPreservesWarningsAndFallback(isFallback: Bool) {
    let result = SourceResult(
      value: 7, warnings: [.problem("a"), .problem("b")], isFallback: isFallback)
    let mappedResult = result.map { "number \($0)" }
    #expect(mappedResult.value == "number 7")
    #expect(mappedResult.warnings == [.problem("a"), .problem("b")])
    #expect(mappedResult.isFallback == isFallback)
  }

  @Test func mapRethrowsErrors() {
    #expect(throws: SampleError.self) {
      try SourceResult(value: 7).map { _ -> String in throw SampleError() }
    }
  }

  @Test(arguments: [
    ([], [], []), (["a"], [], ["a"]), ([], ["b"], ["b"]), (["a"], ["b"], ["a", "b"]),
    (["a", "b"], ["b", "c"], ["a", "b", "c"]), (["a"], ["a"], ["a"]),
  ])
  func warningsOfEarlierResultComeFirstWithoutDuplicates(
    earlier: [String], later: [String], combined: [String]
  ) {
    let result = SourceResult(value: "film", warnings: later.map { .problem($0) })
      .after(SourceResult(value: 1, warnings: earlier.map { .problem($0) }))
    #expect(result.value == "film")
    #expect(result.warnings == combined.map { .problem($0) })
  }

  @Test(arguments: [
    (false, false, false), (true, false, true), (false, true, true), (true, true, true),
  ])
  func resultIsAFallbackIfAnEarlierResultIs(earlier: Bool, later: Bool, combined: Bool) {
    let result = SourceResult(value: 2, isFallback: later)
      .after(SourceResult(value: 1, isFallback: earlier))
    #expect(result.isFallback == combined)
  }
}
