package import FilmzDomain

/// A redirection of a command's output to a file or a program.
package struct Redirection: Sendable, Hashable {
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

  /// The file name after `>` or `>>`.
  ///
  /// - Throws: ``CommandError/wrongRedirection(_:)`` if the file name is missing or empty, or if there
  ///   is more than one word.
  package var path: String {
    get throws(CommandError) {
      guard let word = words.first, !word.text.isEmpty else {
        throw .wrongRedirection("`\(kind.rawValue)` needs a file, as in `ls > films.txt`")
      }
      guard words.count == 1 else {
        throw .wrongRedirection(
          "`\(kind.rawValue)` takes one file; put a name with spaces in quotes")
      }
      return word.text
    }
  }
}
