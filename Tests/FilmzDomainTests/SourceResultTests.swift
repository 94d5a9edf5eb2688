import FilmzDomain
import Testing

struct SourceResultTests {
  private struct Trouble: Error {}

  @Test(arguments: [true, false])
  func whatIsMadeOfAnAnswerCameTheSameWay(isFallback: Bool) {
    let answer = SourceResult(
      value: 7, warnings: [.trouble("a"), .trouble("b")], isFallback: isFallback)
    let text = answer.map { "number \($0)" }
    #expect(text.value == "number 7")
    #expect(text.warnings == [.trouble("a"), .trouble("b")])
    #expect(text.isFallback == isFallback)
  }

  @Test func whatCannotBeMadeOfAnAnswerIsThrown() {
    #expect(throws: Trouble.self) {
      try SourceResult(value: 7).map { _ -> String in throw Trouble() }
    }
  }

  @Test(arguments: [
    ([], [], []), (["a"], [], ["a"]), ([], ["b"], ["b"]), (["a"], ["b"], ["a", "b"]),
    (["a", "b"], ["b", "c"], ["a", "b", "c"]), (["a"], ["a"], ["a"]),
  ])
  func warningsOfEarlierAnswersComeFirstAndOnce(earlier: [String], own: [String], all: [String]) {
    let answer = SourceResult(value: "film", warnings: own.map { .trouble($0) })
      .after(SourceResult(value: 1, warnings: earlier.map { .trouble($0) }))
    #expect(answer.value == "film")
    #expect(answer.warnings == all.map { .trouble($0) })
  }

  @Test(arguments: [
    (false, false, false), (true, false, true), (false, true, true), (true, true, true),
  ])
  func anAnswerIsNoBetterThanWhatItNeeded(earlier: Bool, own: Bool, both: Bool) {
    let answer = SourceResult(value: 2, isFallback: own)
      .after(SourceResult(value: 1, isFallback: earlier))
    #expect(answer.isFallback == both)
  }
}
