import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The comparison of names with the words of a query.
@Suite struct NameMatcherTests {
  private func exactness(_ name: String, _ query: String) -> ScoredTitle.Exactness {
    Array(name.utf8).withUnsafeBytes { bytes in
      NameMatcher(TitleWords(query)).exactness(bytes) { name }
    }
  }

  @Test(
    "A name equals the words regardless of case, punctuation and articles",
    arguments: [
      ("Dune", "dune", .main), ("The Dune", "dune", .main), ("Dune", "the dune", .main),
      ("the", "The", .main), ("The The", "the", .main), ("Dune Two", "dune two", .main),
      ("A Dune Two", "dune  two!", .main), ("Dunes", "dune", .none), ("Dun", "dune", .none),
      ("Dune", "dune two", .none), ("The", "dune", .none), ("", "dune", .none),
      ("Spider Man", "spider-man", .main), ("Spiderman", "spider-man", .main),
      ("Spider-Man", "spiderman", .main), (" Dune  Two ", "dune two", .main),
      ("Amélie", "amelie", .main), ("7 Samurai", "7 samurai", .main), ("1984", "1948", .none),
      ("Knife+Heart", "knife + heart", .main), ("Knife + Heart", "knife+heart", .main),
      ("The Knife+Heart", "knife & heart", .main), ("Knife and Heart", "knife+heart", .main),
      ("Knife+Heart", "Knife and Heart", .main), ("Knife Heart", "knife + heart", .none),
      ("Knife+", "knife and", .none), ("A+B+C", "a and b + c", .main),
      ("Dune: Part One", "dune", .beforeSubtitle), ("Dune - One", "the dune", .beforeSubtitle),
    ] as [(String, String, ScoredTitle.Exactness)])
  func namesAreCompared(name: String, query: String, expected: ScoredTitle.Exactness) {
    #expect(exactness(name, query) == expected)
  }

  @Test("Plain names are compared like other names", arguments: 0..<30 as Range<UInt64>)
  func plainNamesAreCompared(seed: UInt64) {
    var random = SplitMix(seed)
    let parts = ["the", "The", "A", "a", "b", "Bc", "1", " ", " ", " ", "-", "'", "é", "+", "and"]
    func text() -> String {
      (0..<Int.random(in: 1...6, using: &random)).map { _ in random.element(of: parts) }.joined()
    }
    for _ in 0..<300 {
      let (name, query) = (text(), text())
      let isEqual = TitleWords(query).equals(name: name)
      #expect((exactness(name, query) == .main) == isEqual, "\(name), \(query)")
    }
  }
}
