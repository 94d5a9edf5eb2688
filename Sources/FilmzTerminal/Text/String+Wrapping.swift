extension String {
  /// Returns the string, broken between words into one or more lines of at most `width` cells.
  ///
  /// A string that fits is returned unchanged. Otherwise leading and trailing spaces are removed, other
  /// runs of spaces become one space, and a word wider than a line is cut between grapheme clusters. A
  /// width below 1 counts as 1; a grapheme cluster wider than the width becomes `…`.
  ///
  /// A command in backquotes is broken only if it is wider than a line.
  ///
  /// If `cuttingWords` is `false`, a word wider than a line is not cut but written on a line of its own.
  /// The terminal breaks that line, so that the user can copy the word as a whole.
  package func wrapped(toWidth width: Int, cuttingWords: Bool = true) -> [String] {
    let width = max(1, width)
    guard displayWidth > width else { return [self] }
    var lines: [String] = []
    var remainingWidth = 0
    let words = unbreakableParts(ofWidth: width)
    for piece in cuttingWords ? words.flatMap({ $0.pieces(ofWidth: width) }) : words {
      let pieceWidth = piece.displayWidth
      if !lines.isEmpty, pieceWidth < remainingWidth {
        lines[lines.count - 1] += " " + piece
        remainingWidth -= pieceWidth + 1
      } else {
        lines.append(piece)
        remainingWidth = width - pieceWidth
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  /// Returns the words, with the words of each command in backquotes joined if the command fits in `width`
  /// cells.
  private func unbreakableParts(ofWidth width: Int) -> [String] {
    var parts: [String] = []
    var remainingWords = split(separator: " ").map(String.init)[...]
    while let word = remainingWords.first {
      let end =
        word.hasUnpairedBackquote
        ? remainingWords.dropFirst().firstIndex(where: \.hasUnpairedBackquote) : nil
      let words = remainingWords.prefix(through: end ?? remainingWords.startIndex)
      let joinedWords = words.joined(separator: " ")
      parts += joinedWords.displayWidth <= width ? [joinedWords] : Array(words)
      remainingWords.removeFirst(words.count)
    }
    return parts
  }

  private var hasUnpairedBackquote: Bool { utf8.count { $0 == UInt8(ascii: "`") } % 2 == 1 }

  /// Returns the word, cut between grapheme clusters into pieces of at most `width` cells.
  private func pieces(ofWidth width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    let isPlainASCII = isPlainASCII
    var pieces: [String] = []
    var remainder = self[...]
    while !remainder.isEmpty {
      let end = remainder.endOfPrefix(maximumWidth: width, isPlainASCII: isPlainASCII)
      let head = remainder[..<end]
      pieces.append(head.isEmpty ? "…" : String(head))
      remainder = head.isEmpty ? remainder.dropFirst() : remainder[end...]
    }
    return pieces
  }
}
