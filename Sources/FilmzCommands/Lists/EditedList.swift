import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The text of a list in an editor: one film on each line, and comments.
enum EditedList {
  /// A line that is neither empty nor a comment.
  struct Line: Sendable, Equatable {
    /// The number of the line in the text, from 1.
    let number: Int
    let text: String

    /// The id at the beginning of the line; `nil` if the line is a title.
    var id: FilmID? {
      text.split(whereSeparator: \.isWhitespace).first.flatMap { FilmID(String($0)) }
    }
  }

  /// Returns the text of a list, with its films in their order.
  static func text(of list: FilmList, _ items: [FilmItem]) -> String {
    let help = """
      # The list "\(list.name.sanitizedForTerminal)": one film on each line, in its order.
      # Move or delete lines, or add lines with an id or a title. Of a film that is there
      # twice, the first line counts. Lines that begin with # are comments.
      """
    let lines = items.map { item in
      item.title == nil
        ? item.id.rawValue
        : item.id.rawValue + "  " + item.caption.onOneLine(maximumLength: .max).sanitizedForTerminal
    }
    return ([help] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of an edited text.
  static func lines(of text: String) -> [Line] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { Line(number: $0 + 1, text: $1.trimmed) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
  }
}
