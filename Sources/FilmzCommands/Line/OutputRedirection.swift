package import FilmzDomain

/// A redirection of a command's output to a file or a program.
package struct OutputRedirection: Sendable, Hashable {
  /// The redirection operator.
  package enum Kind: String, Sendable {
    case replace = ">"
    case append = ">>"
    case pipe = "|"
  }

  package let kind: Kind
  /// The words after `>` or `>>`; a valid redirection has exactly one, the file name.
  package var words: [Word] = []
  /// The command line after `|`, unchanged.
  package var program = ""

  /// The redirection as it is written in a command line.
  var text: String {
    let target = kind == .pipe ? [program] : words.map(\.quotedIfNeeded)
    return ([kind.rawValue] + target).joined(separator: " ")
  }

  /// The commands whose last words are a text, such as a note: a `;` is part of the text, and a redirection operator is
  /// refused, because it is probably part of the text, too.
  package static let verbsWithText: Set = ["note", "comment", "from", "list describe", "viewings edit"]

  /// Returns the name of the command among ``verbsWithText`` with which some words begin; `nil` if there is none.
  ///
  /// If `abbreviated` is `true`, the verb can be a unique prefix, as in the shell. The number of a comment to remove is
  /// not a text.
  package static func verbWithText(_ words: [Word], abbreviated: Bool) -> String? {
    let words = ParsedCommand(words: words).withVerbFirst.words
    guard let first = words.first,
      let verb = try? CommandTree.verb(first.text, abbreviated: abbreviated, aliases: [])
    else { return nil }
    let second = CommandTree.splitLeadingOptions(words.dropFirst()).remainingWords.first
    let subcommand = second.flatMap { $0.isQuoted ? nil : $0.text } ?? ""
    if verb == "comment", subcommand == "rm" { return nil }
    return [verb, "\(verb) \(subcommand)"].first(where: verbsWithText.contains)
  }

  /// Checks that the words before the redirection, `command`, are not a command that takes a text.
  ///
  /// - Throws: ``CommandError/wrongRedirection(_:)``.
  package func requireNoText(before command: [Word]) throws(CommandError) {
    guard let verb = Self.verbWithText(command, abbreviated: true) else { return }
    throw .wrongRedirection("put a text with `\(kind.rawValue)` in quotes; \(verb) has no output to redirect")
  }

  /// Returns the file name after `>` or `>>`.
  ///
  /// The words before the redirection, `command`, are used in errors only.
  ///
  /// - Throws: ``CommandError/wrongRedirection(_:)`` if the file name is missing or empty, if there
  ///   is more than one word, or if the file name is an unquoted number or comparison, which is probably
  ///   meant as a filter, as in `search rating > 9`.
  package func path(after command: [Word]) throws(CommandError) -> String {
    guard let word = words.first, !word.text.isEmpty else {
      throw .wrongRedirection("`\(kind.rawValue)` needs a file, as in `ls > films.txt`")
    }
    if !word.isQuoted, UnsupportedSyntax.isComparison(word.text) {
      let filter = UnsupportedSyntax.filter(Self.field(before: command), ">" + word.text)
      throw .wrongRedirection(
        "to filter, write `\(filter)` as one word; to write a file, put its name in quotes, "
          + "`\(kind.rawValue) \"\(word.text)\"`")
    }
    guard words.count == 1 else {
      throw .wrongRedirection(
        words[1].isOption
          ? "put \(words[1].text) before the `\(kind.rawValue)`"
          : "`\(kind.rawValue)` takes one file; put a name with spaces in quotes")
    }
    return word.text
  }

  /// Returns the last word of a command if it is the name of a filter, otherwise `rating`.
  private static func field(before command: [Word]) -> String {
    guard let last = command.last, !last.isQuoted,
      FilterField.named(last.text, in: .collection) != nil
    else { return "rating" }
    return last.text
  }
}
