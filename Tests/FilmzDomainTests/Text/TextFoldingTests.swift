import FilmzDomain
import Testing

struct TextFoldingTests {
  @Test(arguments: [
    ("The Matrix", "the matrix"), ("AMÉLIE", "amelie"), ("Ame\u{301}lie", "amelie"),
    ("Léon: The Professional", "leon the professional"), ("Rashômon", "rashomon"),
    ("Æon Flux", "aeon flux"), ("Cœur", "coeur"), ("Straße", "strasse"), ("STRASSE", "strasse"),
    ("København", "kobenhavn"), ("Łódź", "lodz"), ("Þór", "thor"), ("Đorđe", "dorde"),
    ("Kış", "kis"), ("Ångström", "angstrom"), ("Ｍａｔｒｉｘ", "matrix"),
    ("Shōgun", "shogun"), ("Straße Æ Ø", "strasse ae o"),
  ])
  func caseAccentsAndLigaturesAreFolded(text: String, key: String) {
    #expect(TextFolding.key(text) == key)
  }

  @Test(arguments: [
    ("Ocean's Eleven", ["oceans", "eleven"]), ("Ocean’s Eleven", ["oceans", "eleven"]),
    ("Singin' in the Rain", ["singin", "in", "the", "rain"]),
    ("WALL·E", ["wall", "e"]), ("Wall-E", ["wall", "e"]), ("Se7en", ["se7en"]), ("8½", ["8½"]),
    ("Spider-Man: No Way Home", ["spider", "man", "no", "way", "home"]),
    ("E.T. the Extra-Terrestrial", ["e", "t", "the", "extra", "terrestrial"]),
    ("  Heat  ", ["heat"]), ("M*A*S*H", ["m", "a", "s", "h"]), ("#Alive", ["alive"]),
    ("", []), ("…!?", []), ("'", []),
  ])
  func apostrophesJoinWordsAndOtherPunctuationSeparatesThem(text: String, words: [String]) {
    #expect(TextFolding.words(text) == words)
  }

  @Test(arguments: [
    ("Fast & Furious", "fast and furious"), ("Fast&Furious", "fast and furious"),
    ("Knife+Heart", "knife and heart"), ("Knife + Heart", "knife and heart"),
    ("Disney+", "disney"), ("Disney +", "disney"), ("& Juliet", "juliet"), ("Fast &", "fast and"),
    ("A+B+C", "a and b and c"), ("Ä&Ö", "a and o"), ("Heat", "heat"), ("&", ""),
  ])
  func signsBetweenWordsAreTheWordAnd(title: String, words: String) {
    #expect(TextFolding.wordsSpellingAnd(title).joined(separator: " ") == words)
  }

  @Test(arguments: [
    ("knife and heart", "knife heart"), ("Knife & Heart", "knife heart"), ("and", "and"),
    ("And Justice", "and justice"), ("", ""),
  ])
  func eachAndBehindAWordIsLeftOut(text: String, words: String) {
    #expect(TextFolding.wordsWithoutAnd(text).joined(separator: " ") == words)
  }

  @Test(arguments: [
    ("fast and f", "Fast & Furious"), ("fast f", "Fast & Furious"), ("knife and h", "Knife+Heart"),
    ("knife heart ", "Knife+Heart"), ("beauty and the b", "The Beauty & the Beast"),
  ])
  func titleWithASignBeginsWithEachSpelling(key: String, title: String) {
    #expect(TextFolding.isPrefix(key, of: title))
  }

  @Test(arguments: [
    ("$", "$"), ("? ?", "??"), ("…!?", "…!?"), ("$9.99", "9 99"), ("", ""), ("  ", ""),
  ])
  func titleWithoutLettersIsItsSymbols(title: String, key: String) {
    #expect(TextFolding.titleKey(title) == key)
  }

  @Test func titleWithoutASignNeedsNoAnd() {
    #expect(!TextFolding.isPrefix("fast and f", of: "Fast Five"))
  }

  @Test func modifierLetterApostropheJoinsWords() {
    #expect(TextFolding.key("Ocean\u{2BC}s Eleven") == "oceans eleven")
  }

  @Test(arguments: [
    ("千と千尋の神隠し", "千と千尋の神隠し"), ("七人の侍", "七人の侍"), ("기생충", "기생충"),
    ("ВОЙНА И МИР", "война и мир"), ("Сталкер", "сталкер"), ("ΟΔΥΣΣΕΙΑ", "οδυσσεια"),
  ])
  func lettersOfOtherScriptsArePreserved(text: String, sameAs other: String) {
    #expect(TextFolding.key(text) == TextFolding.key(other))
    #expect(!TextFolding.key(text).isEmpty)
  }

  @Test(arguments: [
    ("千と千尋の神隠し", "千と千尋"), ("기생충", "기생"), ("Сталкер", "Солярис"), ("Heat", "Heal"),
  ])
  func differentTitlesHaveDifferentKeys(left: String, right: String) {
    #expect(TextFolding.key(left) != TextFolding.key(right))
  }

  @Test(arguments: ["Amélie", "Straße", "Kış", "千と千尋の神隠し", "8½", "ВОЙНА", "İstanbul", "ガメラ"])
  func foldingIsIdempotent(text: String) {
    let key = TextFolding.key(text)
    #expect(TextFolding.key(key) == key)
  }

  @Test(arguments: [
    ("The Godfather", ["godfather"]), ("A Quiet Place", ["quiet", "place"]),
    ("An Education", ["education"]), ("Das Boot", ["boot"]), ("L'Atalante", ["latalante"]),
    ("Les Misérables", ["miserables"]), ("The", ["the"]), ("Theodora", ["theodora"]), ("", []),
    ("The The", ["the"]), ("Godfather The", ["godfather", "the"]),
  ])
  func leadingArticleIsRemovedUnlessItIsTheOnlyWord(text: String, words: [String]) {
    #expect(Array(TextFolding.wordsWithoutArticle(text)) == words)
  }
}
