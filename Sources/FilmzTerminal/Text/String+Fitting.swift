extension String {
  /// Returns the string, cut between grapheme clusters to at most `width` cells including the ending.
  ///
  /// A string that fits is returned without the ending; if `width` is 0 or less, the result is empty.
  /// Spaces before the ending are removed. Each character of the ending must be one cell wide.
  package func truncated(toWidth width: Int, ending: String = "…") -> String {
    guard width > 0 else { return "" }
    guard displayWidth > width else { return self }
    let ending = ending.prefix(width)
    let end = self[...].endOfPrefix(maximumWidth: width - ending.count, isPlainASCII: isPlainASCII)
    return String(self[..<end]).withoutTrailingSpaces + ending
  }

  /// Returns the string, cut in its middle to at most `width` cells: `The Lord of…King`.
  ///
  /// About half of the width shows the end of the string. Parts of words next to the `…` are left out, because
  /// they mislead (`Episode V…` for Episode VI), unless nothing would remain. A string that fits is returned
  /// unchanged. If `width` is less than 3, the string is cut at its end.
  func truncatedInTheMiddle(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    let tailWidth = Self.tailWidth(ofWidth: width)
    guard tailWidth > 0 else { return truncated(toWidth: width) }
    var reversedTail: [Character] = []
    var usedWidth = 0
    for character in reversed() {
      usedWidth += character.displayWidth
      guard usedWidth <= tailWidth else { break }
      reversedTail.append(character)
    }
    let rawTail = Array(reversedTail.reversed())
    let isTailPartOfWord = dropLast(rawTail.count).last != " " && rawTail.first != " "
    let wholeWords = isTailPartOfWord ? rawTail.drop { $0 != " " } : rawTail[...]
    let tail = String((wholeWords.isEmpty ? rawTail[...] : wholeWords).drop { $0 == " " })
    return headOfWholeWords(maximumWidth: width - 1 - tail.displayWidth) + "…" + tail
  }

  /// Returns the beginning of the string, which ends with a whole word unless it consists of a part of one word.
  private func headOfWholeWords(maximumWidth: Int) -> String {
    let head = truncated(toWidth: maximumWidth, ending: "")
    guard dropFirst(head.count).first != " ", let space = head.lastIndex(of: " ") else { return head }
    return String(head[..<space]).withoutTrailingSpaces
  }

  /// Returns the maximum width of the part after the `…` of a string that is cut in its middle to `width` cells.
  static func tailWidth(ofWidth width: Int) -> Int { Swift.max(0, width - 1) / 2 }

  /// Returns the string, padded with spaces to `width` cells; a wider string is returned unchanged.
  package func padded(toWidth width: Int, alignment: Alignment = .leading) -> String {
    let padding = String(repeating: " ", count: max(0, width - displayWidth))
    return alignment == .leading ? self + padding : padding + self
  }

  /// The string without the spaces (U+0020) at its end.
  var withoutTrailingSpaces: String {
    guard utf8.last == 0x20 else { return self }
    let end = utf8.lastIndex { $0 != 0x20 }.map(utf8.index(after:)) ?? startIndex
    return String(self[..<end])
  }
}

extension Substring {
  /// Returns the end of the longest prefix of whole grapheme clusters with at most `maximumWidth` cells.
  ///
  /// If `isPlainASCII` is `true`, the substring must consist of printable ASCII characters. The running
  /// time does not depend on the length of the text after the prefix.
  func endOfPrefix(maximumWidth: Int, isPlainASCII: Bool) -> Index {
    if isPlainASCII { return utf8.index(startIndex, offsetBy: maximumWidth, limitedBy: endIndex) ?? endIndex }
    var width = 0
    var end = startIndex
    for character in self {
      width += character.displayWidth
      guard width <= maximumWidth else { break }
      end = index(after: end)
    }
    return end
  }
}

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

  /// Returns a prompt, broken between words into lines; the space at its end, before the typed answer, is preserved.
  package func wrappedPrompt(toWidth width: Int) -> [String] {
    var lines = wrapped(toWidth: width)
    if lines.count > 1, hasSuffix(" ") { lines[lines.count - 1] += " " }
    return lines
  }

  /// Returns the words; a command in backquotes is one word if it fits in `width` cells.
  private func unbreakableParts(ofWidth width: Int) -> [String] {
    var parts: [String] = []
    var remainingWords = split(separator: " ").map(String.init)[...]
    while let word = remainingWords.first {
      let end = word.hasUnpairedBackquote ? remainingWords.dropFirst().firstIndex(where: \.hasUnpairedBackquote) : nil
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
