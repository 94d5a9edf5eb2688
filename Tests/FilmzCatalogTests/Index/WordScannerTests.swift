import FilmzDomain
import Testing

@testable import FilmzCatalog

/// The splitting of names into words.
@Suite struct WordScannerTests {
  private func words(_ name: String) -> [String] {
    var scanner = WordScanner()
    scanner.scan(name)
    return (0..<scanner.count).map(scanner.text)
  }

  @Test(
    "Case, accents, and punctuation are folded",
    arguments: [
      ("The Matrix", ["the", "matrix"]), ("AMÉLIE", ["amelie"]), ("Ame\u{301}lie", ["amelie"]),
      ("Łódź", ["lodz"]), ("Søren Ærø", ["soren", "aero"]),
      ("Große Straße", ["grosse", "strasse"]),
      ("Œuvre", ["oeuvre"]), ("Þór", ["thor"]), ("İstanbul", ["istanbul"]), ("ＨＥＡＴ", ["heat"]),
      ("Ёлки", ["елки"]), ("Мой", ["мои"]), ("Αθήνα", ["αθηνα"]), ("مُحَمَّد", ["محمد"]),
      ("שָׁלוֹם", ["שלום"]), ("Pok\u{E9}mon", ["pokemon"]), ("8½", ["8½"]), ("Alien³", ["alien3"]),
      ("Se7en", ["se7en"]), ("\u{AD}so\u{AD}ft\u{200B}", ["soft"]), ("", []), ("!?…", ["!?…"]), ("? ?", ["??"]),
      ("🎬 Film 🎬", ["film"]), ("a\u{A0}b\u{3000}c", ["a", "b", "c"]), (" \t a \n", ["a"]),
    ])
  func lettersAreFolded(name: String, folded: [String]) {
    #expect(words(name) == folded)
  }

  @Test(
    "Spelling variants of a word are equal",
    arguments: [
      ("ΟΔΥΣΣΕΙΑ", "Οδύσσεια"), ("ЁЖИК", "ежик"), ("GROẞE", "große"), ("Cafe\u{301}", "café"),
      ("ÆON", "aeon"), ("Ｔｏｋｙｏ", "tokyo"), ("Schindler’s", "schindlers"),
    ])
  func spellingVariantsAreEqual(left: String, right: String) {
    #expect(words(left) == words(right))
  }

  @Test(
    "Chinese and Japanese characters are separate words, Korean ones are not",
    arguments: [
      ("七人の侍", ["七", "人", "の", "侍"]), ("千と千尋", ["千", "と", "千", "尋"]),
      ("기생충", ["기생충"]), ("Akira アキラ", ["akira", "ア", "キ", "ラ"]), ("第9区", ["第", "9", "区"]),
    ])
  func ideographsAreSeparateWords(name: String, folded: [String]) {
    #expect(words(name) == folded)
  }

  @Test(
    "An apostrophe is removed, but separates words after a single letter",
    arguments: [
      ("Ocean's Eleven", ["oceans", "eleven"]), ("Ocean’s", ["oceans"]), ("Ocean`s", ["oceans"]),
      ("L'avventura", ["l", "avventura"]), ("D’Artagnan", ["d", "artagnan"]),
      ("Rock 'n' Roll", ["rock", "n", "roll"]), ("'Tis", ["tis"]), ("'", ["'"]),
    ])
  func apostrophesJoinOrSeparate(name: String, folded: [String]) {
    #expect(words(name) == folded)
  }

  @Test(
    "Words that are joined by a punctuation mark are recognized",
    arguments: [
      ("Spider-Man", ["spider", "man"], [false, true]),
      ("WALL·E", ["wall", "e"], [false, true]),
      ("M*A*S*H", ["m", "a", "s", "h"], [false, true, true, true]),
      ("Mission: Impossible", ["mission", "impossible"], [false, false]),
      ("X-Men 2", ["x", "men", "2"], [false, true, false]),
      ("1.12", ["1", "12"], [false, false]), ("8-bit", ["8", "bit"], [false, true]),
      ("Fast & Furious", ["fast", "and", "furious"], [false, false, false]),
      ("Tom&Jerry", ["tom", "and", "jerry"], [false, false, false]),
      ("Romeo + Juliet", ["romeo", "and", "juliet"], [false, false, false]),
      ("A+B", ["a", "b"], [false, true]), ("七人", ["七", "人"], [false, false]),
    ])
  func joinedWordsAreRecognized(name: String, folded: [String], joins: [Bool]) {
    var scanner = WordScanner()
    scanner.scan(name)
    #expect((0..<scanner.count).map(scanner.text) == folded)
    #expect(scanner.isJoined == joins)
  }

  @Test(
    "Words after a plus sign between words are recognized, if the sign is not a word itself",
    arguments: [
      ("Romeo+Juliet", [1]), ("Romeo +Juliet", [1]), ("Romeo+ Juliet", [1]),
      ("Romeo + Juliet", []),
      ("A+B+C", [1, 2]), ("2+2", [1]), ("Amélie+Élodie", [1]), ("Disney+", []), ("C++ Now", []),
      ("+1", []), ("+", []),
    ] as [(String, [Int])])
  func plusSignsAreRecognized(name: String, words: [Int]) {
    var scanner = WordScanner()
    for _ in 0..<2 {
      scanner.scan(name)
      #expect(scanner.wordsAfterPlus == words)
    }
  }

  @Test(
    "Invalid UTF-8 separates words",
    arguments: [
      [0x61, 0xFF, 0x62], [0x61, 0xC3, 0x62], [0x61, 0xED, 0xA0, 0x80, 0x62],
      [0x61, 0xF8, 0x80, 0x62], [0xC3, 0x61, 0x20, 0x62, 0xE4],
    ] as [[UInt8]])
  func invalidBytesSeparate(name: [UInt8]) {
    var scanner = WordScanner()
    scanner.scan(name.span)
    #expect((0..<scanner.count).map(scanner.text) == ["a", "b"])
  }

  @Test(
    "A long word is truncated between letters", arguments: ["a", "я", "한", "aя", "aa한", "𐍈"])
  func longWordsAreTruncated(letters: String) {
    var scanner = WordScanner()
    scanner.scan(String(repeating: letters, count: 100))
    #expect(scanner.count == 1)
    #expect((54...60).contains(scanner.wordBytes.count))
    let text = String(validating: scanner.wordBytes, as: UTF8.self)
    #expect(text.map { String(repeating: letters, count: 100).hasPrefix($0) } == true)
  }

  @Test("A name has at most 64 words, and the scanner can be reused")
  func numberOfWordsIsLimited() {
    var scanner = WordScanner()
    scanner.scan((1...100).map(String.init).joined(separator: " "))
    #expect(scanner.count == 64)
    #expect(scanner.text(63) == "64")
    scanner.scan("Up")
    #expect(scanner.count == 1 && scanner.text(0) == "up" && scanner.isJoined == [false])
  }

  @Test("Words of names are those of TextFolding, except for some punctuation")
  func wordsAgreeWithTextFolding() {
    let titles = StarterCatalog().films.map(\.title).filter { title in
      !title.unicodeScalars.contains { "'’&+³".unicodeScalars.contains($0) }
    }
    #expect(titles.count > 1000)
    #expect(titles.filter { words($0) != TextFolding.words($0) } == [])
  }
}

/// The folding of single scalars.
@Suite struct ScalarFoldingTests {
  @Test(
    "A scalar is folded to letters, or separates words",
    arguments: [
      ("é", .partOfWord, "e"), ("ß", .partOfWord, "ss"), ("Ж", .partOfWord, "ж"),
      ("七", .ideograph, "七"),
      ("の", .ideograph, "の"), ("ー", .ideograph, "ー"), ("ｱ", .ideograph, "ア"),
      ("’", .apostrophe, ""), ("\u{3000}", .whitespace, ""), ("\u{A0}", .whitespace, ""),
      ("—", .separator, ""), ("·", .separator, ""), ("🎬", .separator, ""),
      ("\u{301}", .ignored, ""), ("\u{200B}", .ignored, ""), ("\u{5B8}", .ignored, ""),
      ("\u{64B}", .ignored, ""),
    ] as [(Unicode.Scalar, ScalarFolding.Kind, String)])
  func scalarsAreFolded(scalar: Unicode.Scalar, kind: ScalarFolding.Kind, letters: String) {
    var folding = ScalarFolding()
    for _ in 0..<2 {
      let folded = folding.folded(scalar)
      #expect(folded.kind == kind)
      #expect(String(decoding: folded.utf8, as: UTF8.self) == letters)
    }
  }
}

extension WordScanner {
  /// Returns the text of a word.
  fileprivate func text(_ word: Int) -> String {
    String(decoding: wordBytes[range(word)], as: UTF8.self)
  }
}
