/// The part of a line before the cursor, as far as it belongs to the command that is being typed.
///
/// The rules are those of ``LineParser``; only the last word may still be open.
package struct PartialLine: Sendable, Equatable {
  /// A word and where it begins in the line.
  package struct Piece: Sendable, Equatable {
    package let word: Word
    package let start: String.Index
    /// The sign of a quote that is not closed yet.
    package let openQuote: Character?
  }

  /// The words before the cursor; the last one is the one that is being typed, and may be empty.
  package let pieces: [Piece]

  /// Reads what stands before the cursor.
  package init(_ text: String) {
    var scanner = LineScanner(text)
    var pieces: [Piece] = []
    var isOpen = false
    var isInProgram = false
    scanner.skipBlanks()
    while let first = scanner.first {
      let start = scanner.position
      if first == UInt8(ascii: ";") {
        scanner.skip()
        if !isInProgram { pieces = [] }
      } else {
        let (word, quote) = scanner.openWord()
        pieces.append(Piece(word: word, start: text.utf8Index(start), openQuote: quote))
        // The word goes on being typed where nothing stands behind it.
        isOpen = scanner.first == nil
        if pieces.last?.isPipe == true, !isInProgram { isInProgram = !scanner.skipProgram() }
      }
      scanner.skipBlanks()
    }
    let next = Piece(word: Word(""), start: text.utf8Index(scanner.position), openQuote: nil)
    self.pieces = isOpen ? pieces : pieces + [next]
  }

  /// A command of words that were cut already, the last of them unfinished.
  package init(words: [String]) {
    pieces = words.map { Piece(word: Word($0), start: "".startIndex, openQuote: nil) }
  }

  /// The words that are finished.
  package var finished: ArraySlice<Piece> { pieces.dropLast() }

  /// The word that is being typed.
  package var current: Piece? { pieces.last }
}

extension PartialLine.Piece {
  fileprivate var isPipe: Bool { !word.isQuoted && word.text == "|" }
}

extension LineScanner {
  /// Goes behind a program's words, where a command follows them.
  ///
  /// - Returns: Whether one does; else the program is still being typed.
  fileprivate mutating func skipProgram() -> Bool {
    var ahead = self
    guard (try? ahead.program()) != nil, ahead.first != nil else { return false }
    self = ahead
    return true
  }
}

extension String {
  fileprivate func utf8Index(_ offset: Int) -> Index {
    utf8.index(startIndex, offsetBy: offset)
  }
}
