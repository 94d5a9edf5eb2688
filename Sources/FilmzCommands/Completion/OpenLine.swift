/// The part of a line before the cursor, as far as it belongs to the command that is being typed.
///
/// The rules are those of ``LineParser``; only the last word may still be open.
package struct OpenLine: Sendable, Equatable {
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
    var scanner = Scanner(rest: text[...])
    pieces = scanner.lastCommand()
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

extension OpenLine {
  private struct Scanner {
    var rest: Substring

    mutating func lastCommand() -> [Piece] {
      var pieces: [Piece] = []
      skipBlanks()
      while let first = rest.first {
        if first == ";" {
          rest.removeFirst()
          pieces = []
        } else {
          pieces.append(piece())
          // The word goes on being typed where nothing stands behind it.
          if rest.isEmpty { return pieces }
        }
        skipBlanks()
      }
      return pieces + [Piece(word: Word(""), start: rest.startIndex, openQuote: nil)]
    }

    private mutating func skipBlanks() {
      while rest.first?.isWhitespace == true { rest.removeFirst() }
    }

    private mutating func piece() -> Piece {
      let start = rest.startIndex
      guard let quote = rest.first, quote == "\"" || quote == "'" else {
        return Piece(word: Word(plain()), start: start, openQuote: nil)
      }
      rest.removeFirst()
      let (text, isClosed) = quoted(by: quote)
      return Piece(
        word: Word(text, isQuoted: true), start: start, openQuote: isClosed ? nil : quote)
    }

    private mutating func plain() -> String {
      var text = ""
      while let character = rest.first, !character.isWhitespace, !isSeparator {
        text.append(character)
        rest.removeFirst()
      }
      return text
    }

    private mutating func quoted(by quote: Character) -> (text: String, isClosed: Bool) {
      var text = ""
      while let character = rest.popFirst() {
        if character == quote, rest.first.map({ $0.isWhitespace || $0 == ";" }) ?? true {
          return (text, true)
        }
        if character == "\\", quote == "\"", let next = rest.first, next == "\"" || next == "\\" {
          text.append(next)
          rest.removeFirst()
        } else {
          text.append(character)
        }
      }
      return (text, false)
    }

    private var isSeparator: Bool {
      rest.first == ";" && (rest.dropFirst().first?.isWhitespace ?? true)
    }
  }
}
