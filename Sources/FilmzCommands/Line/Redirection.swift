/// Where a command's data goes instead of the screen.
package struct Redirection: Sendable, Hashable {
  /// The sign between a command and its data's place.
  package enum Sign: String, Sendable {
    case replace = ">"
    case append = ">>"
    case pipe = "|"
  }

  package let sign: Sign
  /// The words behind `>` and `>>`: one file, if all is well.
  package var words: [Word] = []
  /// What stands behind `|`, as it was typed.
  package var program = ""

  /// The redirection as it could be typed again.
  var typed: String {
    ([sign.rawValue] + (sign == .pipe ? [program] : words.map(\.typed))).joined(separator: " ")
  }

  /// The file's name as it was typed.
  ///
  /// - Throws: ``CommandError/wrongRedirection(_:)`` where there is none, or more than one.
  package var path: String {
    get throws(CommandError) {
      guard let word = words.first, !word.text.isEmpty else {
        throw .wrongRedirection("`\(sign.rawValue)` needs a file, as in `ls > films.txt`")
      }
      guard words.count == 1 else {
        throw .wrongRedirection(
          "`\(sign.rawValue)` takes one file and nothing behind it; quote a name with blanks")
      }
      return word.text
    }
  }
}
