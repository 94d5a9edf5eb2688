import FilmzDomain
import Testing

@testable import FilmzCommands

struct PartialLineTests {
  /// Returns pseudorandom lines of letters, white space, and characters with a special meaning.
  private static func lines(_ count: Int) -> [String] {
    var state: UInt64 = 7
    let characters = ["a", "B", " ", " ", "\"", "'", ";", "\\", "#", "é", "-", ">", "|", "\t"]
    return (0..<count).map { _ in
      (0..<12).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return characters[Int(state >> 33) % characters.count]
      }.joined()
    }
  }

  /// Tab and Enter must split a line into the same words.
  @Test func wordsAreThoseOfTheParser() {
    var compared = 0
    for line in Self.lines(5000) where !line.allSatisfy(\.isWhitespace) {
      guard let commands = try? LineParser.commands(in: "x " + line + " ;"),
        let last = commands.last, !line.contains(";")
      else { continue }
      compared += 1
      guard last.redirection == nil else { continue }
      let words = PartialLine("x " + line + " ").finishedTokens.map(\.word)
      #expect(words == last.words, "\(line)")
    }
    #expect(compared > 500)
  }

  @Test(arguments: [
    ("", 1, ""), ("  ", 1, ""), ("ls", 1, "ls"), ("ls ", 2, ""), ("ls;", 1, ""), ("ls; s", 1, "s"),
    ("show \"the god", 2, "the god"), ("show \"the god\" ", 3, ""), ("a 'b c", 2, "b c"),
    ("ls | sort \"; \" ; rat", 1, "rat"), ("ls | sort ; rat", 1, "rat"),
    ("ls | sort \"a; b", 4, "a; b"),
    ("note \"say \\\"hi", 2, "say \"hi"),
  ])
  func lastTokenIsTheWordBeingTyped(line: String, count: Int, last: String) {
    let tokens = PartialLine(line).tokens
    #expect(tokens.count == count)
    #expect(tokens.last?.word.text == last)
  }
}
