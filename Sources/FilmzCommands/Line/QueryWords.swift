import FilmzDomain

/// Splits the line after the verb `sql` into options and the query, whose quotation marks belong to SQL.
///
/// If the first word after the options is in quotes, and only options or a redirection follow it, this word is the
/// query. Otherwise, the query is the text up to the next `;` outside of quotation marks that ends a command, and `>`
/// and `|` are operators of SQL. It is returned as one quoted word, so that it is not parsed further.
enum QueryWords {
  private static let verb = "sql"

  /// Returns whether the words of a partial line are a query that is not in quotes.
  static func areUnquoted(in words: [Word]) -> Bool {
    guard words.first?.text.lowercased() == verb else { return false }
    return !words.contains { $0.isQuoted && $0.text.contains(where: \.isWhitespace) }
  }

  /// Returns the name of a view or a column that a text ends with, which may be empty.
  static func lastName(in text: String) -> (text: String, start: String.Index) {
    let length = text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count
    let start = text.index(text.endIndex, offsetBy: -length)
    return (String(text[start...]), start)
  }

  /// Returns whether the next word of a command is an option of `sql` or the beginning of its query.
  static func areExpected(after command: ParsedCommand) -> Bool {
    guard command.redirection == nil else { return false }
    let words = command.withVerbFirst.words
    guard let first = words.first, !first.isQuoted, first.text.lowercased() == verb else { return false }
    return !words.contains { $0.isQuoted || $0.text == "--schema" }
  }

  /// Scans an option with its value, or the query with the options that follow it.
  static func scan(_ scanner: inout LineScanner) throws(CommandError) -> [Word] {
    if let option = try scanOption(&scanner) { return option }
    if let query = scanQuotedQuery(&scanner) { return [query] }
    var query = ""
    var options: [Word] = []
    while scanner.nextByte != nil, !scanner.isAtSeparator {
      if let option = try scanOption(&scanner) { options += option } else { query += try scanner.scanQueryText() }
    }
    let text = String(query.reversed().drop(while: \.isWhitespace).reversed())
    return (text.isEmpty ? [] : [Word(text, isQuoted: true)]) + options
  }

  /// Scans an option that begins with two dashes and a letter, and its value; `nil` if there is none.
  private static func scanOption(_ scanner: inout LineScanner) throws(CommandError) -> [Word]? {
    guard scanner.isAtLongOption else { return nil }
    let word = try scanner.scanWord()
    var words = [word]
    scanner.skipWhitespace()
    let option = QueryCommand.command.option(named: word.text)
    if option?.kind == .option, scanner.nextByte != nil, !scanner.isAtSeparator {
      words.append(try scanner.scanWord())
      scanner.skipWhitespace()
    }
    return words
  }

  /// Scans a query in quotes; returns `nil`, and scans nothing, unless only options, a redirection, or another command
  /// follow it.
  private static func scanQuotedQuery(_ scanner: inout LineScanner) -> Word? {
    var scannerAfterWord = scanner
    guard let word = try? scannerAfterWord.scanWord(), word.isQuoted else { return nil }
    var rest = scannerAfterWord
    rest.skipWhitespace()
    let isAtEnd = rest.nextByte == nil || rest.isAtSeparator
    guard isAtEnd || rest.isAtLongOption || rest.isAtRedirection else { return nil }
    scanner = scannerAfterWord
    return word
  }
}

extension LineScanner {
  /// `true` before two dashes and a letter.
  fileprivate var isAtLongOption: Bool {
    guard nextByte == UInt8(ascii: "-") else { return false }
    let start = Array(remainingText.utf8.prefix(3))
    return start.count == 3 && start[0] == UInt8(ascii: "-") && start[1] == UInt8(ascii: "-")
      && UnicodeScalar(start[2]).properties.isAlphabetic
  }

  /// `true` before `>`, `>>` or `|` as a word.
  fileprivate var isAtRedirection: Bool {
    var scanner = self
    guard let word = try? scanner.scanWord(), !word.isQuoted else { return false }
    return OutputRedirection.Kind(rawValue: word.text) != nil
  }
}
