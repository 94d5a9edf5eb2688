import FilmzDomain

/// How what fits is put into the line.
struct CompletionInsertion {
  let question: CompletionRequest
  /// What stands before the cursor.
  let text: String
  /// The character behind the cursor.
  let next: Character?

  /// Where the text begins that gives way: that of the phrase where one of the values is a title.
  func start(_ values: [Completer.Value]) -> String.Index {
    values.contains(where: \.isTitle) ? question.phrase.start : question.start
  }

  /// The one value, or the beginning that all have in common; nothing where that is no more than was
  /// typed.
  func replacement(_ values: [Completer.Value], isCut: Bool) -> String? {
    let start = start(values)
    let between = text[start..<max(start, question.start)]
    if values.count == 1, let value = values.first {
      return (value.isTitle ? "" : between) + whole(value)
    }
    let isQuotedInFilter = question.isFilter && values.contains { $0.text.hasPrefix("\"") }
    guard !values.isEmpty, !isQuotedInFilter, !(isCut && values.contains(where: \.mayBeCut)) else {
      return nil
    }
    let quotes = values.contains { $0.isTitle && needsQuotes($0) }
    let texts = values.map { value in
      value.isTitle ? open(value, isQuoted: quotes) : between + open(value, isQuoted: false)
    }
    let common = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    return isMore(common, than: String(text[start...])) ? common : nil
  }

  /// Whether a text goes on where what was typed ends.
  private func isMore(_ common: String, than typed: String) -> Bool {
    let common = Self.bare(common)
    let typed = Self.bare(typed)
    return common.count > typed.count && common.hasPrefix(typed)
  }

  /// The text as titles are compared, blanks at the end included; other words as they are.
  private static func bare(_ text: String) -> String {
    let text = String(text.drop { $0 == "\"" || $0 == "'" })
    let key = TitlePrefix(text).key
    return key.isEmpty || text.hasPrefix("-") ? text : key
  }

  // MARK: - Quotes

  /// A value with what ends its word.
  private func whole(_ value: Completer.Value) -> String {
    guard value.isFinal else { return open(value, isQuoted: needsQuotes(value)) }
    let sign = quoteSign(value)
    var text = needsQuotes(value) ? open(value, isQuoted: true) + String(sign) : bareText(value)
    guard let next, !next.isWhitespace else { return text + (next == nil ? " " : "") }
    if text.last == next, needsQuotes(value) { text.removeLast() }
    return text
  }

  private func open(_ value: Completer.Value, isQuoted: Bool) -> String {
    if question.isForProgram { return openForProgram(value) }
    guard isQuoted || needsQuotes(value) else { return bareText(value) }
    let sign = quoteSign(value)
    let full = question.fixedPrefix + value.text
    guard sign == "\"" else { return "'" + full }
    return String(Word(full, isQuoted: true).typed.dropLast())
  }

  /// A word of `sh`, in which nothing has a meaning of its own.
  private func openForProgram(_ value: Completer.Value) -> String {
    guard needsQuotes(value) else { return bareText(value) }
    return "'" + bareText(value).replacing("'", with: "'\\''")
  }

  private func bareText(_ value: Completer.Value) -> String { question.fixedPrefix + value.text }

  /// The quote that was opened, unless the text would close it.
  private func quoteSign(_ value: Completer.Value) -> Character {
    if question.isForProgram { return "'" }
    return question.quote == "'" && !value.text.contains("'") ? "'" : "\""
  }

  /// Whether a value cannot stand as a word, or as what it means, without quotes.
  private func needsQuotes(_ value: Completer.Value) -> Bool {
    if question.isForProgram { return !value.text.unicodeScalars.allSatisfy(\.isPlainInShell) }
    if value.isBare || !question.fixedPrefix.isEmpty { return false }
    if question.quote != nil { return true }
    if value.isTitle, question.wants(.title) {
      return value.text.contains { ";\"".contains($0) } || startsOddly(value)
    }
    if value.isTitle, value.text.allSatisfy({ $0.isNumber || $0 == "," || $0 == "." }) {
      return true
    }
    return value.text.contains { $0.isWhitespace || $0 == "\"" || $0 == ";" } || startsOddly(value)
  }

  private func startsOddly(_ value: Completer.Value) -> Bool {
    value.text.first.map { "'-#!>|".contains($0) } ?? true
  }
}

extension Unicode.Scalar {
  /// Whether every shell takes the sign as it is.
  fileprivate var isPlainInShell: Bool {
    (properties.isAlphabetic && isASCII) || ("0"..."9").contains(self)
      || "_./,:@%+-".unicodeScalars.contains(self)
  }
}

extension String {
  /// The characters that both texts begin with.
  func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
