extension String {
  /// The text broken between words into lines of at most `width` cells each, at least one line.
  ///
  /// Text that fits stays as it is; else runs of blanks become one blank, and a word wider than a
  /// line is cut at graphemes. A width below 1 counts as 1; a grapheme wider than the width
  /// becomes `…`. Where words are not to be cut, such a word has a line of its own, and the terminal breaks
  /// it: it can be copied whole.
  package func wrapped(toWidth width: Int, cuttingWords: Bool = true) -> [String] {
    let width = max(1, width)
    guard displayWidth > width else { return [self] }
    var lines: [String] = []
    var room = 0
    let words = split(separator: " ").map(String.init)
    for piece in cuttingWords ? words.flatMap({ $0.pieces(ofWidth: width) }) : words {
      let cells = piece.displayWidth
      if !lines.isEmpty, cells < room {
        lines[lines.count - 1] += " " + piece
        room -= cells + 1
      } else {
        lines.append(piece)
        room = width - cells
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  /// One word cut at graphemes into pieces of at most `width` cells each.
  private func pieces(ofWidth width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    let isPlainASCII = isPlainASCII
    var pieces: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      let head = rest[..<rest.end(ofCells: width, isPlainASCII: isPlainASCII)]
      pieces.append(head.isEmpty ? "…" : String(head))
      rest = head.isEmpty ? rest.dropFirst() : rest[head.endIndex...]
    }
    return pieces
  }
}
