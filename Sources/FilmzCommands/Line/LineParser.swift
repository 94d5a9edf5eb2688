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
  /// In a line that was typed in a shell (`isTyped`), a `;` after ``OutputRedirection/verbsWithText`` is part of the text.
  ///
  /// A line whose first character after any leading whitespace is `#` is a comment, and contains no
  /// command. If this character is `!`, the rest of the line, including the `!`, is a single word.
  ///
  /// - Throws: ``CommandError/unclosedQuote(_:)``; ``CommandError/unsupportedSyntax(_:)`` for a `;` after a quoted part of
  ///   a text.
  package static func commands(in line: String, isTyped: Bool = false) throws(CommandError) -> [ParsedCommand] {
    var scanner = LineScanner(line)
    scanner.skipWhitespace()
    switch scanner.nextByte {
    case UInt8(ascii: "#"): return []
    case UInt8(ascii: "!"): return [ParsedCommand(words: [Word(scanner.remainingText)])]
    default: return try commands(from: &scanner, isTyped: isTyped)
    }
  }

  private static func commands(
    from scanner: inout LineScanner, isTyped: Bool
  ) throws(CommandError) -> [ParsedCommand] {
    var commands: [ParsedCommand] = []
    var command = ParsedCommand()
    while let byte = scanner.nextByte {
      if isTyped, command.words.count < 3 {
        scanner.separatesCommands = OutputRedirection.verbWithText(command.words, abbreviated: true) == nil
      }
      if byte == UInt8(ascii: ";"), scanner.separatesCommands {
        scanner.skipByte()
        if !command.isEmpty { commands.append(command) }
        command = ParsedCommand()
      } else if QueryWords.areExpected(after: command) {
        command.words += try QueryWords.scan(&scanner)
      } else {
        let word = try scanner.scanWord()
        if word.isQuoted, !scanner.separatesCommands { try scanner.skipSemicolonAfterText() }
        try command.append(word, &scanner)
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
  package var redirection: OutputRedirection?

  /// Creates a command without a redirection.
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

  var isEmpty: Bool { words.isEmpty && redirection == nil }

  /// Appends a word to the command or to its redirection, or begins the redirection.
  ///
  /// If the word is `|`, the command line of the program is scanned as well.
  mutating func append(_ word: Word, _ scanner: inout LineScanner) throws(CommandError) {
    if redirection != nil {
      redirection?.words.append(word)
    } else if !word.isQuoted, let kind = OutputRedirection.Kind(rawValue: word.text) {
      redirection = OutputRedirection(kind: kind, program: kind == .pipe ? try scanner.scanProgram() : "")
    } else {
      words.append(word)
    }
  }

  /// The words as they are typed in a command line; in a text, such as a note, words with `;` need no quotes.
  var text: String {
    let keepsSemicolons =
      words.contains { $0.text.contains(";") } && OutputRedirection.verbWithText(words, abbreviated: true) != nil
    return words.map { keepsSemicolons && $0.isPartOfText ? $0.text : $0.quotedIfNeeded }.joined(separator: " ")
  }
}

extension Word: ArgumentValue {
  package static let kind = ValueKind.text

  package init(argument word: Word) { self = word }

  /// `true` for an unquoted word that begins with a dash, such as `-x`, `--name` or `--`.
  ///
  /// `-` alone is not an option, nor is a word whose second character is a digit, such as `-1`.
  var isOption: Bool {
    guard !isQuoted, text.first == "-", let second = text.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber)
  }

  /// The word as it is written in a command line, in quotes if it was quoted or needs them.
  package var quotedIfNeeded: String {
    guard isQuoted || needsQuotes else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return "\"" + String(escaped) + "\""
  }

  /// `true` if the word is unquoted, contains `;`, and would need no quotes without it.
  fileprivate var isPartOfText: Bool {
    let rest = text.replacing(";", with: "")
    return !isQuoted && rest != text && (rest.isEmpty || !Word(rest).needsQuotes)
  }

  /// `true` if the text without quotes is parsed as one word, even if an unclosed quotation mark follows in the line.
  private var isOneWord: Bool {
    ["\"", "'"].allSatisfy { mark in
      let words = try? LineParser.commands(in: "x \(text) y\(mark)").first?.words.map(\.text)
      return words == ["x", text, "y" + mark]
    }
  }

  /// `true` if the text may be parsed differently without quotes.
  private var needsQuotes: Bool {
    guard let first = text.unicodeScalars.first, first != "'", first != "\"" else { return true }
    if text.hasSuffix("\""), isOneWord { return false }
    return OutputRedirection.Kind(rawValue: text) != nil
      || text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == ";" } || !isOneWord
  }
}
