extension String {
  /// Returns the string, broken between words into one or more lines of at most `width` cells.
  ///
  /// A string that fits is returned unchanged. Otherwise leading and trailing spaces are removed, other
  /// runs of spaces become one space, and a word wider than a line is cut between grapheme clusters. A
  /// width below 1 counts as 1; a grapheme cluster wider than the width becomes `…`.
  ///
  /// If `cuttingWords` is `false`, a word wider than a line is not cut but written on a line of its own.
  /// The terminal breaks that line, so that the user can copy the word as a whole.
  package func wrapped(toWidth width: Int, cuttingWords: Bool = true) -> [String] {
    let width = max(1, width)
    guard displayWidth > width else { return [self] }
    var lines: [String] = []
    var remainingWidth = 0
    let words = split(separator: " ").map(String.init)
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
