import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The letters of titles that match the text of a search.
@Suite struct TitleHighlighterTests {
  /// Returns a title with brackets around the letters that match.
  private static func marked(
    _ text: String, _ title: String, _ match: SearchMatch?, isExact: Bool = false, anywhere: Bool = false
  ) -> String {
    let highlighter = TitleHighlighter(SearchQuery(text: text, isExact: isExact), anywhere: anywhere)
    var result = ""
    var end = title.startIndex
    for range in highlighter.ranges(in: title, match) {
      result += title[end..<range.lowerBound] + "[" + title[range] + "]"
      end = range.upperBound
    }
    return result + title[end...]
  }

  @Test(
    "Words, beginnings, compounds, numbers and letters with accents match",
    arguments: [
      ("zorb", "The [Zorb]al-Vexi House II"), ("zorbal vexi", "The [Zorbal]-[Vexi] House II"),
      ("zorbalvexi hou", "The [Zorbal]-[Vexi] [Hou]se II"), ("zorbal-vexi", "[Zorbalvexi]"),
      ("house two", "The Zorbal [House] [II]"), ("house 2", "[House] [Two]"),
      ("the matrix", "[The] [Matrix]"), ("matrix", "The [Matrix]"), ("a matrix", "The [Matrix]"),
      ("matrix 1999", "The [Matrix]"), ("MATRIX", "The [Matrix]"), ("qimb", "The Matrix"),
      ("amelie", "[Amélie]"), ("amélie", "[Amelie]"), ("ame", "[Ame\u{301}]lie"),
      ("strasse", "Die [Straße]"), ("stras", "Die [Straß]e"), ("oe", "[Œ]dipus"),
      ("oed", "[Œd]ipus"), ("angzorb", "[Ångzorb]ström"),
      ("千と", "[千と千]尋の神隠し"), ("神隠", "千と千尋の[神隠]し"), ("아가", "[아가]씨"),
      ("שלום", "[שָׁלוֹם]"), ("qua and wrix", "[Qua] [&] [Wrix]"), ("avventura", "L'[avventura]"),
      ("zorb hou", "The [Zorb]al [Hou]se"), ("love love", "[Love] and [Love]ly"), ("🎬 dune", "🎬 [Dune]"),
    ])
  func lettersMatch(text: String, marked: String) {
    let title = marked.filter { !"[]".contains($0) }
    for match in [SearchMatch.title, nil, .alias(title)] {
      #expect(Self.marked(text, title, match) == marked)
    }
  }

  @Test(
    "Corrected words and initials match only if the search corrected the text",
    arguments: [
      ("godfahter", "The [Godfather]"), ("starwars", "[Star] [Wars]"), ("star wars", "[Starwars]"),
      ("lotr", "The [L]ord [o]f [t]he [R]ings: The Two Towers"), ("godfahter 2", "The [Godfather] Part [II]"),
      ("sprited away", "[Spirited] [Away]"), ("xqwzk", "The Matrix"),
    ])
  func correctedWordsMatch(text: String, marked: String) {
    let title = marked.filter { !"[]".contains($0) }
    #expect(Self.marked(text, title, .spelling(nil)) == marked)
  }

  @Test("Films of people and of filters have no matching letters")
  func peopleHaveNoLetters() {
    for match in [SearchMatch.person("Zorbal", isDirector: true), .filter] {
      #expect(Self.marked("zorbal", "Zorbal", match) == "Zorbal")
    }
  }

  @Test(
    "A short text matches only the beginning, and an exact one only whole words",
    arguments: [
      ("th", false, "[Th]e Thing"), ("ma", false, "The [Ma]trix"), ("ma", false, "Grandma"), ("m", false, "[M]ad Max"),
      ("ab", false, "A Beautiful Mind"), ("matr", true, "The Matrix"), ("matrix", true, "The [Matrix]"),
    ])
  func shortTextIsTheBeginning(text: String, isExact: Bool, marked: String) {
    let title = marked.filter { !"[]".contains($0) }
    #expect(Self.marked(text, title, .title, isExact: isExact) == marked)
  }

  @Test("In lists of the collection, words also match within words")
  func wordsMatchWithinWords() {
    #expect(Self.marked("atri x", "The Matrix", nil, anywhere: true) == "The M[atrix]")
    #expect(Self.marked("elie", "Am\u{E9}lie", nil, anywhere: true) == "Am[\u{E9}lie]")
  }

  @Test("Ranges are in order, without overlaps, and of whole characters", arguments: Seeds.of(0...99))
  func rangesAreInOrder(seed: UInt64) {
    var random = SplitMix(seed)
    let letters = ["a", "b", "e\u{301}", " ", "-", "'", "&", "ß", "千", "👨‍👩‍👧", "2", "ii ", "\u{301}", "ש", "\u{200B}"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in random.element(of: letters) }.joined()
    }
    let (title, typed) = (text(12), text(4))
    for match in [SearchMatch.title, .spelling(nil), .alias(nil)] {
      for anywhere in [false, true] {
        let ranges = TitleHighlighter(SearchQuery(text: typed), anywhere: anywhere).ranges(in: title, match)
        let boundaries = Set(title.indices).union([title.endIndex])
        #expect(ranges.allSatisfy { !$0.isEmpty && boundaries.isSuperset(of: [$0.lowerBound, $0.upperBound]) })
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }
}
