extension String {
  /// The text cut at a grapheme so that it takes at most `width` cells, the `ending` included.
  ///
  /// Text that fits comes back unchanged; a width of 0 or less gives an empty text. No blank
  /// stands before the ending, each of whose characters takes one cell.
  package func truncated(toWidth width: Int, ending: String = "…") -> String {
    guard width > 0 else { return "" }
    guard displayWidth > width else { return self }
    let ending = ending.prefix(width)
    return String(splitAt(width: width - ending.count).head).withoutBlanksAtEnd + ending
  }

  /// The text filled up with blanks to `width` cells; text that is wider comes back unchanged.
  package func padded(toWidth width: Int, alignment: Alignment = .leading) -> String {
    let blanks = String(repeating: " ", count: max(0, width - displayWidth))
    return alignment == .leading ? self + blanks : blanks + self
  }

  /// The longest beginning, in whole graphemes, of at most `width` cells, and the rest.
  func splitAt(width: Int) -> (head: Substring, tail: Substring) {
    let end = self[...].end(ofCells: width, isPlainASCII: isPlainASCII)
    return (self[..<end], self[end...])
  }

  /// The text without the blanks (U+0020) at its end.
  var withoutBlanksAtEnd: String {
    guard utf8.last == 0x20 else { return self }
    let end = utf8.lastIndex { $0 != 0x20 }.map(utf8.index(after:)) ?? startIndex
    return String(self[..<end])
  }
}

extension Substring {
  /// The end of the longest beginning, in whole graphemes, of at most so many cells.
  ///
  /// The time does not depend on what stands behind it.
  func end(ofCells width: Int, isPlainASCII: Bool) -> Index {
    if isPlainASCII {
      return utf8.index(startIndex, offsetBy: width, limitedBy: endIndex) ?? endIndex
    }
    var cells = 0
    var end = startIndex
    for character in self {
      cells += character.displayWidth
      guard cells <= width else { break }
      end = index(after: end)
    }
    return end
  }
}
