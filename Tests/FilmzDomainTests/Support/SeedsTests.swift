import FilmzTestSupport
import Testing

struct SeedsTests {
  @Test(
    arguments: [
      (nil, 1...40, 1...14), (nil, 0...3, 0...1), (nil, 1...3, 1...1), ("+0", 1...40, 1...40),
      ("+1000", 1...40, 1001...1040), ("7..9", 1...40, 7...9), ("7..7", 1...40, 7...7),
    ] as [(String?, ClosedRange<UInt64>, ClosedRange<UInt64>)])
  func choiceOfTheEnvironment(
    choice: String?, all: ClosedRange<UInt64>, chosen: ClosedRange<UInt64>
  ) {
    #expect(Seeds.of(all, choice: choice) == chosen)
  }
}
