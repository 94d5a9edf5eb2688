import FilmzDomain

/// Determines the text that completions insert into a line, with quotation marks if necessary.
struct CompletionInsertion {
  let request: CompletionRequest
  /// The text before the cursor.
  let text: String
  /// The character after the cursor.
  let nextCharacter: Character?

  /// Returns the start of the text to replace: the start of the partial title if one of the values is
  /// a title, otherwise the start of the word.
  func start(_ values: [Completer.Value]) -> String.Index {
    values.contains(where: \.isTitle) ? request.partialTitle.start : request.start
  }

  /// Returns the text to insert: the only value, or the common prefix of all values.
  ///
  /// Returns `nil` if there are no values, or if the common prefix does not continue the typed text. For several values,
  /// also returns `nil` if their list was truncated, because the missing ones may not have the common prefix, or if they
  /// are values of a filter and at least one of them is in quotes.
  func replacement(_ values: [Completer.Value], isTruncated: Bool) -> String? {
    let start = start(values)
    let precedingWords = text[start..<max(start, request.start)]
    if values.count == 1, let value = values.first {
      return (value.isTitle ? "" : precedingWords) + completeText(value)
    }
    let isQuotedInFilter = request.isFilter && values.contains { $0.text.hasPrefix("\"") }
    let mayMissValues = isTruncated && values.contains(where: \.isFromTruncatableList)
    guard !values.isEmpty, !isQuotedInFilter, !mayMissValues else { return nil }
    let quotesTitles = values.contains { $0.isTitle && needsQuotes($0) }
    let texts = values.map { value in
      value.isTitle
        ? unclosedText(value, isQuoted: quotesTitles) : precedingWords + unclosedText(value, isQuoted: false)
    }
    let commonPrefix = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    return isContinuation(commonPrefix, of: String(text[start...])) ? commonPrefix : nil
  }

  /// Returns whether a text is longer than the typed text and begins with it, compared by
  /// ``comparisonKey(_:)``.
  private func isContinuation(_ text: String, of typedText: String) -> Bool {
    let text = Self.comparisonKey(text)
    let typedText = Self.comparisonKey(typedText)
    return text.count > typedText.count && text.hasPrefix(typedText)
  }

  /// Returns the folded text without its opening quotation mark.
  ///
  /// Options, and texts that contain neither letters nor digits, are not folded.
  private static func comparisonKey(_ text: String) -> String {
    let text = String(text.drop { $0 == "\"" || $0 == "'" })
    let key = TitlePrefix(text).key
    return key.isEmpty || text.hasPrefix("-") ? text : key
  }

  // MARK: - Quotes

  /// Returns the text to insert for the only value.
  ///
  /// A quoted value ends with the closing quotation mark, unless this is the next character. At the end of the line, a
  /// space follows the value. Neither is added to a folder, which the user can continue.
  private func completeText(_ value: Completer.Value) -> String {
    guard value.isFinal else { return unclosedText(value, isQuoted: needsQuotes(value)) }
    var text =
      needsQuotes(value) ? unclosedText(value, isQuoted: true) + String(quotationMark(for: value)) : unquotedText(value)
    guard let nextCharacter, !nextCharacter.isWhitespace else { return text + (nextCharacter == nil ? " " : "") }
    if text.last == nextCharacter, needsQuotes(value) { text.removeLast() }
    return text
  }

  /// Returns a value as text that the user can continue: a quoted value has only the opening
  /// quotation mark.
  private func unclosedText(_ value: Completer.Value, isQuoted: Bool) -> String {
    if request.isForProgram { return unclosedTextForProgram(value) }
    guard isQuoted || needsQuotes(value) else { return unquotedText(value) }
    guard quotationMark(for: value) == "\"" else { return "'" + unquotedText(value) }
    return String(Word(unquotedText(value), isQuoted: true).quotedIfNeeded.dropLast())
  }

  /// Returns a value as a word of `sh` in which no character has a special meaning, without the
  /// closing quotation mark.
  private func unclosedTextForProgram(_ value: Completer.Value) -> String {
    guard needsQuotes(value) else { return unquotedText(value) }
    return "'" + unquotedText(value).replacing("'", with: "'\\''")
  }

  private func unquotedText(_ value: Completer.Value) -> String { request.fixedPrefix + value.text }

  /// Returns the quotation mark for a value.
  ///
  /// This is `'` in the command line of a program, or if `'` was typed and the value does not
  /// contain it. Otherwise, it is `"`.
  private func quotationMark(for value: Completer.Value) -> Character {
    if request.isForProgram { return "'" }
    return request.quote == "'" && !value.text.contains("'") ? "'" : "\""
  }

  /// Returns whether a value has to be quoted, because a quotation mark was typed or because the value
  /// may be parsed differently without quotes.
  private func needsQuotes(_ value: Completer.Value) -> Bool {
    if request.isForProgram { return !value.text.unicodeScalars.allSatisfy(\.isLiteralInShell) }
    if value.isNeverQuoted || !request.fixedPrefix.isEmpty { return false }
    if request.quote != nil { return true }
    if value.isTitle, request.expects(.searchText) {
      return value.text.contains { ";\"".contains($0) } || beginsWithSyntax(value)
    }
    if value.isTitle, value.text.allSatisfy({ $0.isNumber || $0 == "," || $0 == "." }) { return true }
    return value.text.contains { $0.isWhitespace || $0 == "\"" || $0 == ";" } || beginsWithSyntax(value)
  }

  /// Returns whether a value is empty, or begins with a character that has a special meaning at the
  /// start of a word.
  private func beginsWithSyntax(_ value: Completer.Value) -> Bool {
    value.text.first.map { "'-#!>|".contains($0) } ?? true
  }
}

extension Unicode.Scalar {
  /// `true` for an ASCII character that has no special meaning in any shell.
  fileprivate var isLiteralInShell: Bool {
    (properties.isAlphabetic && isASCII) || ("0"..."9").contains(self) || "_./,:@%+-".unicodeScalars.contains(self)
  }
}

extension String {
  /// Returns the longest common prefix of two strings.
  func commonPrefix(with other: String) -> String { String(zip(self, other).prefix { $0 == $1 }.map(\.0)) }
}
