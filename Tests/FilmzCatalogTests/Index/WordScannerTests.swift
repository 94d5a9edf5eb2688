import FilmzDomain
import Testing

@testable import FilmzCatalog

/// The words of names.
@Suite struct WordScannerTests {
  private func words(_ name: String) -> [String] {
    var scanner = WordScanner()
    scanner.scan(name)
    return (0..<scanner.count).map(scanner.text)
  }

  @Test(
    "Case, accents and marks do not count",
    arguments: [
      ("The Matrix", ["the", "matrix"]), ("AMÉLIE", ["amelie"]), ("Ame\u{301}lie", ["amelie"]),
      ("Łódź", ["lodz"]), ("Søren Ærø", ["soren", "aero"]),
      ("Große Straße", ["grosse", "strasse"]),
      ("Œuvre", ["oeuvre"]), ("Þór", ["thor"]), ("İstanbul", ["istanbul"]), ("ＨＥＡＴ", ["heat"]),
      ("Ёлки", ["елки"]), ("Мой", ["мои"]), ("Αθήνα", ["αθηνα"]), ("مُحَمَّد", ["محمد"]),
      ("שָׁלוֹם", ["שלום"]), ("Pok\u{E9}mon", ["pokemon"]), ("8½", ["8½"]), ("Alien³", ["alien3"]),
      ("Se7en", ["se7en"]), ("\u{AD}so\u{AD}ft\u{200B}", ["soft"]), ("", []), ("!?…", []),
      ("🎬 Film 🎬", ["film"]), ("a\u{A0}b\u{3000}c", ["a", "b", "c"]), (" \t a \n", ["a"]),
    ])
  func lettersAreFolded(name: String, folded: [String]) {
    #expect(words(name) == folded)
  }

  @Test(
    "Both ways to write a word are one",
    arguments: [
      ("ΟΔΥΣΣΕΙΑ", "Οδύσσεια"), ("ЁЖИК", "ежик"), ("GROẞE", "große"), ("Cafe\u{301}", "café"),
      ("ÆON", "aeon"), ("Ｔｏｋｙｏ", "tokyo"), ("Schindler’s", "schindlers"),
    ])
  func writingsAreOne(left: String, right: String) {
    #expect(words(left) == words(right))
  }

  @Test(
    "Letters of Chinese and Japanese are words, those of Korean are not",
    arguments: [
      ("七人の侍", ["七", "人", "の", "侍"]), ("千と千尋", ["千", "と", "千", "尋"]),
      ("기생충", ["기생충"]), ("Akira アキラ", ["akira", "ア", "キ", "ラ"]), ("第9区", ["第", "9", "区"]),
    ])
  func ideographsAreWords(name: String, folded: [String]) {
    #expect(words(name) == folded)
  }

  @Test(
    "An apostrophe is left out, but separates behind a single letter",
    arguments: [
      ("Ocean's Eleven", ["oceans", "eleven"]), ("Ocean’s", ["oceans"]), ("Ocean`s", ["oceans"]),
      ("L'avventura", ["l", "avventura"]), ("D’Artagnan", ["d", "artagnan"]),
      ("Rock 'n' Roll", ["rock", "n", "roll"]), ("'Tis", ["tis"]), ("'", []),
    ])
  func apostrophesJoin(name: String, folded: [String]) {
    #expect(words(name) == folded)
  }

  @Test(
    "Words that a mark joins are known",
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
  func joinsAreKnown(name: String, folded: [String], joins: [Bool]) {
    var scanner = WordScanner()
    scanner.scan(name)
    #expect((0..<scanner.count).map(scanner.text) == folded)
    #expect(scanner.isJoined == joins)
  }

  @Test(
    "What is no UTF-8 separates words",
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
    "A word is cut between letters", arguments: ["a", "я", "한", "aя", "aa한", "𐍈"])
  func longWordsAreCut(letters: String) {
    var scanner = WordScanner()
    scanner.scan(String(repeating: letters, count: 100))
    #expect(scanner.count == 1)
    #expect((54...60).contains(scanner.letters.count))
    let text = String(validating: scanner.letters, as: UTF8.self)
    #expect(text.map { String(repeating: letters, count: 100).hasPrefix($0) } == true)
  }

  @Test("A name has 64 words at most, and the scanner is used again")
  func namesAreCut() {
    var scanner = WordScanner()
    scanner.scan((1...100).map(String.init).joined(separator: " "))
    #expect(scanner.count == 64)
    #expect(scanner.text(63) == "64")
    scanner.scan("Up")
    #expect(scanner.count == 1 && scanner.text(0) == "up" && scanner.isJoined == [false])
  }

  @Test("Words of plain names are those that other texts are compared by")
  func wordsAgreeWithTextFolding() {
    let plain = StarterCatalog().films.map(\.title).filter { title in
      !title.unicodeScalars.contains { "'’&+³".unicodeScalars.contains($0) }
    }
    #expect(plain.count > 1000)
    #expect(plain.filter { words($0) != TextFolding.words($0) } == [])
  }
}

/// What single scalars mean.
@Suite struct ScalarFoldingTests {
  @Test(
    "A scalar stands for letters, or says where words end",
    arguments: [
      ("é", .letters, "e"), ("ß", .letters, "ss"), ("Ж", .letters, "ж"), ("七", .ideograph, "七"),
      ("の", .ideograph, "の"), ("ー", .ideograph, "ー"), ("ｱ", .ideograph, "ア"),
      ("’", .apostrophe, ""), ("\u{3000}", .blank, ""), ("\u{A0}", .blank, ""), ("—", .mark, ""),
      ("·", .mark, ""), ("🎬", .mark, ""), ("\u{301}", .nothing, ""), ("\u{200B}", .nothing, ""),
      ("\u{5B8}", .nothing, ""), ("\u{64B}", .nothing, ""),
    ] as [(Unicode.Scalar, ScalarFolding.Kind, String)])
  func scalarsHaveMeanings(scalar: Unicode.Scalar, kind: ScalarFolding.Kind, letters: String) {
    var folding = ScalarFolding()
    for _ in 0..<2 {
      let piece = folding.piece(scalar)
      #expect(piece.kind == kind)
      #expect(String(decoding: piece.letters, as: UTF8.self) == letters)
    }
  }
}

extension WordScanner {
  /// A word as text.
  fileprivate func text(_ word: Int) -> String {
    String(decoding: letters[range(word)], as: UTF8.self)
  }
}
