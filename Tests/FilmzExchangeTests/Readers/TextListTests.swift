import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct TextListTests {
  @Test(
    arguments: [
      (["noir"], "noir"), (["noir", "crime"], "noir, crime"), (["a, b", "c"], "a\\, b, c"),
      (["a\\"], "a\\\\"), (["\\,"], "\\\\\\,"), (["a", "\u{301}b"], "a, \u{301}b"), ([], ""),
    ])
  func commasOfTextsHaveABackslash(texts: [String], field: String) {
    #expect(texts.joinedInField == field)
    #expect(field.textsInField == texts)
  }

  @Test(
    arguments: [
      (" a ,, b,", ["a", "b"]), ("a,b", ["a", "b"]), (",", []), ("a\\b, c\\", ["a\\b", "c\\"]),
    ])
  func otherFieldsAreRead(field: String, texts: [String]) {
    #expect(field.textsInField == texts)
  }

  @Test func textsComeBack() {
    var random = SplitMix(1)
    for _ in 0..<200 {
      let texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.trimmedText() }
      #expect(texts.joinedInField.textsInField == texts)
    }
  }
}
