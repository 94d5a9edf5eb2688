/// A line of text that is edited with keys, such as the query of a panel.
package struct LineInput: Sendable, Equatable {
  /// The text before and after the cursor, which is between two grapheme clusters.
  private var before: String
  private var after = ""

  /// Creates a line with the cursor at the end of the text.
  package init(_ text: String = "") { before = Self.withoutControls(text) }

  package var text: String { before + after }

  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Handles a key, and returns whether the text or the cursor has changed.
  ///
  /// Line breaks and tabs of a pasted text become spaces, and other control characters are removed.
  package mutating func handle(_ key: KeyPress) -> Bool {
    let previous = self
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .left, .control("b"): moveLeft(1)
    case .right, .control("f"): moveRight(1)
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .alt("b"): moveLeft(before.lengthOfLastWord)
    case .alt("f"): moveRight(after.lengthOfFirstWord)
    case .backspace: before = String(before.dropLast())
    case .delete, .endOfInput: after = String(after.dropFirst())
    case .control("k"): after = ""
    case .control("u"): before = ""
    case .alt("d"): after = String(after.dropFirst(after.lengthOfFirstWord))
    case .control("w"): before = String(before.dropLast(before.lengthOfLastWord))
    default: return false
    }
    return self != previous
  }

  private mutating func moveLeft(_ count: Int) {
    after = before.suffix(count) + after
    before = String(before.dropLast(count))
  }

  private mutating func moveRight(_ count: Int) {
    before += after.prefix(count)
    after = String(after.dropFirst(count))
  }

  private mutating func insert(_ text: String) {
    before += Self.withoutControls(text)
    // An inserted character can form one cluster with the character after the cursor, such as an emoji.
    while let last = before.last, let first = after.first, (String(last) + String(first)).count == 1 { moveRight(1) }
  }

  /// Returns a text that has no control characters; line breaks and tabs become spaces.
  private static func withoutControls(_ text: String) -> String {
    let scalars = text.unicodeScalars.filter {
      $0.properties.generalCategory != .control || (0x9...0xD).contains($0.value)
    }
    return String(String.UnicodeScalarView(scalars)).sanitizedForTerminal
  }

  // MARK: - Display

  /// Returns the part of the text that is visible in `width` cells, and the column of the cursor in it.
  ///
  /// One cell remains free for a cursor at the end. Each character has its offset in ``text``, and the text to write
  /// for it.
  func visiblePart(width: Int, on target: RenderTarget) -> (characters: [(offset: Int, text: String)], column: Int) {
    let cells = max(0, width - 1)
    func shown(_ character: Character) -> String { target.transliterated(String(character).sanitizedForTerminal) }
    let rest = fitting(after, in: cells, shown)
    // A line that does not fit shows more of the text before the cursor than of that after it.
    let head = fitting(before.reversed(), in: max(cells - rest.width, cells * 2 / 3), shown)
    let tail = fitting(after, in: cells - head.width, shown)
    let start = before.count - head.texts.count
    let texts = Array(head.texts.reversed()) + tail.texts
    return (texts.enumerated().map { (start + $0.offset, $0.element) }, head.width)
  }

  /// Returns the texts to write for the first characters that fit in a number of cells, and their total width.
  private func fitting(
    _ characters: some Sequence<Character>, in cells: Int, _ shown: (Character) -> String
  ) -> (texts: [String], width: Int) {
    var (texts, width): ([String], Int) = ([], 0)
    for character in characters {
      let text = shown(character)
      guard width + text.displayWidth <= cells else { break }
      texts.append(text)
      width += text.displayWidth
    }
    return (texts, width)
  }
}

extension String {
  /// The number of characters of the last word and the whitespace after it.
  fileprivate var lengthOfLastWord: Int {
    let tail = reversed().prefix { $0.isWhitespace }.count
    return tail + reversed().dropFirst(tail).prefix { !$0.isWhitespace }.count
  }

  /// The number of characters of the first word and the whitespace before it.
  fileprivate var lengthOfFirstWord: Int {
    let head = prefix { $0.isWhitespace }.count
    return head + dropFirst(head).prefix { !$0.isWhitespace }.count
  }
}
