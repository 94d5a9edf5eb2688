import Testing

@testable import FilmzCommands

/// The times at which progress is written where no line can be erased.
struct ProgressLogTests {
  /// Each case has the fractions of an operation, one per second from the first one on, and the seconds with a line.
  @Test(
    arguments: [
      (Array(repeating: nil, count: 35), [15, 30]),
      ([0.1, 0.5, 1], [3]), ([0.15, 0.25, 0.35, 0.45, 0.46, 0.47, 0.51], [3, 4, 7]),
      ((1...35).map { Double($0) / 1000 }, [15, 30]),
      ((1...12).map { Double($0) / 12 }, [3, 4, 5, 6, 8, 9, 10, 11, 12]),
    ] as [([Double?], [Int])])
  func lineIsDueEveryFifteenSecondsOrTenth(fractions: [Double?], seconds: [Int]) {
    var log = ProgressLog()
    let due = fractions.enumerated().filter { log.isDue("saving", $0.element, at: Double($0.offset + 1)) }
    #expect(due.map { $0.offset + 1 } == seconds)
  }

  @Test func tenthsOfAnotherOperationAreCountedAnew() {
    var log = ProgressLog()
    let steps = [("reading", 0.95, 4.0), ("saving", 0.05, 5), ("saving", 0.12, 6), ("saving", 0.13, 7)]
    #expect(steps.map { log.isDue($0.0, $0.1, at: $0.2) } == [false, false, true, false])
  }
}
