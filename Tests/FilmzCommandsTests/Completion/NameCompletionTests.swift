import FilmzCommands
import Testing

struct NameCompletionTests {
  @Test(
    arguments: [
      ("", nil, 4), ("n", "Noir", 1), ("NOIR", "Noir", 1), ("to", "To lend", 2),
      ("To lend", nil, 2),
      ("To lend ", "To lend out", 1), ("x", nil, 0), ("é", "Épée", 1),
    ] as [(String, String?, Int)])
  func lineIsCompletedWithAName(line: String, replacement: String?, count: Int) {
    let names = ["To lend out", "Noir", "To lend", "Épée"]
    let completion = Completion(of: line[...], with: names)
    #expect(completion.replacement == replacement)
    #expect(completion.candidates.count == count)
    #expect(
      completion.removedScalarCount == (replacement == nil ? 0 : line.unicodeScalars.count))
  }
}
