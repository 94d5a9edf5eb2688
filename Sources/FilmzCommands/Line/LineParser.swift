/// What a line says: commands of words, one after another.
package enum LineParser {
  /// One command of a line.
  package struct Command: Sendable, Hashable {
    package var words: [Word]
    /// `>`, `>>` or `|` as a word of its own, with what stands behind it.
    package var redirection: Redirection?

    /// A command of words that were cut already.
    package init(words: [Word] = []) { self.words = words }
  }

  /// Cuts a line into commands and words.
  ///
  /// Words are separated by blanks, commands by a `;` at a word's end. A quote opens at the start of
  /// a word only, and closes where a blank, a `;` or the line's end follows it; inside `"…"`, `\"` and
  /// `\\` are escapes. A line whose first sign is `#` is a comment; one with `!` there is a single word.
  ///
  /// - Throws: ``CommandError/unbalancedQuote``.
  package static func commands(in line: String) throws(CommandError) -> [Command] {
    var scanner = LineScanner(line)
    scanner.skipBlanks()
    switch scanner.first {
    case UInt8(ascii: "#"): return []
    case UInt8(ascii: "!"): return [Command(words: [Word(scanner.rest)])]
    default: return try commands(from: &scanner)
    }
  }

  private static func commands(
    from scanner: inout LineScanner
  ) throws(CommandError) -> [Command] {
    var commands: [Command] = []
    var command = Command()
    while let first = scanner.first {
      if first == UInt8(ascii: ";") {
        scanner.skip()
        if !command.isEmpty { commands.append(command) }
        command = Command()
      } else {
        try command.take(try scanner.word(), &scanner)
      }
      scanner.skipBlanks()
    }
    if !command.isEmpty { commands.append(command) }
    return commands
  }
}

extension LineParser.Command {
  /// The same command with the options of every command, where they stand before the verb, behind it.
  package var withVerbFirst: LineParser.Command {
    guard let first = words.first, first.isOption else { return self }
    let (options, rest) = CommandTree.withoutLeadingOptions(words)
    guard let verb = rest.first else { return self }
    var command = self
    command.words = [verb] + options + rest.dropFirst()
    return command
  }

  fileprivate var isEmpty: Bool { words.isEmpty && redirection == nil }

  /// Takes the next word; behind a `|` all that belongs to the program.
  fileprivate mutating func take(
    _ word: Word, _ scanner: inout LineScanner
  ) throws(CommandError) {
    if redirection != nil {
      redirection?.words.append(word)
    } else if !word.isQuoted, let sign = Redirection.Sign(rawValue: word.text) {
      redirection = Redirection(
        sign: sign, program: sign == .pipe ? try scanner.program() : "")
    } else {
      words.append(word)
    }
  }
}
