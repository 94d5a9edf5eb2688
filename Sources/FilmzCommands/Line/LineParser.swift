/// What a line says: commands of words, one after another.
package enum LineParser {
  /// One command of a line.
  package struct Command: Sendable, Hashable {
    package var words: [Word]
    /// `>`, `>>` or `|` as a word of its own, with the words behind it.
    package var redirection: [Word] = []

    /// A command of words that were cut already.
    package init(words: [Word] = []) { self.words = words }
  }

  /// Cuts a line into commands and words.
  ///
  /// Words are separated by blanks, commands by a `;` at a word's end. A quote opens at the start of
  /// a word only, and closes where a blank, a `;` or the line's end follows it; inside `"…"`, `\"` and
  /// `\\` are escapes. A line whose first sign is `#` is a comment.
  ///
  /// - Throws: ``CommandError/unbalancedQuote``.
  package static func commands(in line: String) throws(CommandError) -> [Command] {
    var rest = line[...]
    skipBlanks(&rest)
    guard rest.first != "#" else { return [] }
    var commands: [Command] = []
    var command = Command()
    while let first = rest.first {
      if first == ";" {
        rest.removeFirst()
        if !command.isEmpty { commands.append(command) }
        command = Command()
      } else {
        command.take(try word(&rest))
      }
      skipBlanks(&rest)
    }
    if !command.isEmpty { commands.append(command) }
    return commands
  }

  private static func skipBlanks(_ rest: inout Substring) {
    while rest.first?.isWhitespace == true { rest.removeFirst() }
  }

  private static func word(_ rest: inout Substring) throws(CommandError) -> Word {
    if let quote = rest.first, quote == "\"" || quote == "'" {
      rest.removeFirst()
      return Word(try quoted(by: quote, &rest), isQuoted: true)
    }
    var text = ""
    while let character = rest.first, !character.isWhitespace, !isSeparator(rest) {
      text.append(character)
      rest.removeFirst()
    }
    return Word(text)
  }

  private static func quoted(by quote: Character, _ rest: inout Substring) throws(CommandError)
    -> String
  {
    var text = ""
    while let character = rest.popFirst() {
      if character == quote, rest.first.map({ $0.isWhitespace || $0 == ";" }) ?? true {
        return text
      }
      if character == "\\", quote == "\"", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(character)
      }
    }
    throw .unbalancedQuote(String(quote))
  }

  /// Whether a `;` stands here with a blank or nothing behind it.
  private static func isSeparator(_ rest: Substring) -> Bool {
    rest.first == ";" && (rest.dropFirst().first?.isWhitespace ?? true)
  }
}

extension LineParser.Command {
  fileprivate var isEmpty: Bool { words.isEmpty && redirection.isEmpty }

  fileprivate mutating func take(_ word: Word) {
    let isSign = !word.isQuoted && [">", ">>", "|"].contains(word.text)
    if isSign || !redirection.isEmpty {
      redirection.append(word)
    } else {
      words.append(word)
    }
  }
}
