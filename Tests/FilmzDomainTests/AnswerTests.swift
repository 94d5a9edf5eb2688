import FilmzDomain
import Testing

struct AnswerTests {
  private struct Trouble: Error {}

  @Test(arguments: [true, false])
  func whatIsMadeOfAnAnswerCameTheSameWay(isSecondBest: Bool) {
    let answer = Answer(value: 7, warnings: ["a", "b"], isSecondBest: isSecondBest)
    let text = answer.map { "number \($0)" }
    #expect(text.value == "number 7")
    #expect(text.warnings == ["a", "b"])
    #expect(text.isSecondBest == isSecondBest)
  }

  @Test func whatCannotBeMadeOfAnAnswerIsThrown() {
    #expect(throws: Trouble.self) {
      try Answer(value: 7).map { _ -> String in throw Trouble() }
    }
  }

  @Test(arguments: [
    ([], [], []), (["a"], [], ["a"]), ([], ["b"], ["b"]), (["a"], ["b"], ["a", "b"]),
    (["a", "b"], ["b", "c"], ["a", "b", "c"]), (["a"], ["a"], ["a"]),
  ])
  func warningsOfEarlierAnswersComeFirstAndOnce(earlier: [String], own: [String], all: [String]) {
    let answer = Answer(value: "film", warnings: own)
      .after(Answer(value: 1, warnings: earlier))
    #expect(answer.value == "film")
    #expect(answer.warnings == all)
  }

  @Test(arguments: [
    (false, false, false), (true, false, true), (false, true, true), (true, true, true),
  ])
  func anAnswerIsNoBetterThanWhatItNeeded(earlier: Bool, own: Bool, both: Bool) {
    let answer = Answer(value: 2, isSecondBest: own)
      .after(Answer(value: 1, isSecondBest: earlier))
    #expect(answer.isSecondBest == both)
  }
}
