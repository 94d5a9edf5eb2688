package import FilmzDomain

/// Parses command lines.
package enum LineParser {
  /// Splits a line into commands, and commands into words.
  ///
  /// Words are separated by whitespace, commands by a `;` at the start or the end of a word. A
  /// quotation mark, `'` or `"`, opens a quoted word only at the start of a word, and closes it
  /// only before whitespace, a `;` or the end of the line. Inside `"…"`, `\"` and `\\` are escape
  /// sequences. The command line of a program after `|` is not split into words, and neither is the query
  /// of `sql` (``QueryWords``).
  ///
  /// A line whose first character after any leading whitespace is `#` is a comment, and contains no
  /// command. If this character is `!`, the rest of the line, including the `!`, is a single word.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``.
  package static func commands(in line: String) throws(CommandError) -> [ParsedCommand] {
    var scanner = LineScanner(line)
    scanner.skipWhitespace()
    switch scanner.nextByte {
    case UInt8(ascii: "#"): return []
    case UInt8(ascii: "!"): return [ParsedCommand(words: [Word(scanner.remainingText)])]
    default: return try commands(from: &scanner)
    }
  }

  private static func commands(
    from scanner: inout LineScanner
  ) throws(CommandError) -> [ParsedCommand] {
    var commands: [ParsedCommand] = []
    var command = ParsedCommand()
    while let byte = scanner.nextByte {
      if byte == UInt8(ascii: ";") {
        scanner.skipByte()
        if !command.isEmpty { commands.append(command) }
        command = ParsedCommand()
      } else if QueryWords.areExpected(after: command) {
        command.words += try QueryWords.scan(&scanner)
      } else {
        try command.append(try scanner.scanWord(), &scanner)
      }
      scanner.skipWhitespace()
    }
    if !command.isEmpty { commands.append(command) }
    return commands
  }
}

/// One command of a line: its words and its redirection.
package struct ParsedCommand: Sendable, Hashable {
  package var words: [Word]
  /// The redirection of the output with `>`, `>>` or `|`.
  package var redirection: Redirection?

  /// Creates a command without a redirection from words that have been split already.
  package init(words: [Word] = []) { self.words = words }
}

extension ParsedCommand {
  /// The same command, with the global options that precede the verb moved to after the verb.
  package var withVerbFirst: ParsedCommand {
    guard let first = words.first, first.isOption else { return self }
    let (options, remainingWords) = CommandTree.splitLeadingOptions(words)
    guard let verb = remainingWords.first else { return self }
    var command = self
    command.words = [verb] + options + remainingWords.dropFirst()
    return command
  }

  fileprivate var isEmpty: Bool { words.isEmpty && redirection == nil }

  /// Appends a word to the command or to its redirection, or begins the redirection.
  ///
  /// If the word is `|`, the command line of the program is scanned as well.
  fileprivate mutating func append(
    _ word: Word, _ scanner: inout LineScanner
  ) throws(CommandError) {
    if redirection != nil {
      redirection?.words.append(word)
    } else if !word.isQuoted, let kind = Redirection.Kind(rawValue: word.text) {
      redirection = Redirection(
        kind: kind, program: kind == .pipe ? try scanner.scanProgram() : "")
    } else {
      words.append(word)
    }
  }
}
