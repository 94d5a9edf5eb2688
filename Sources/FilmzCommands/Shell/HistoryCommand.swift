import FilmzDomain
import FilmzTerminal

/// The `history` command, which lists the lines typed in the shell.
struct HistoryCommand: ShellCommand {
  static let command = Command(
    of: HistoryCommand.self, "history", "List the lines typed in the shell, newest last.",
    details: """
      All shells share one history. Lines that begin with a space or contain an API key are not stored. The
      arrow keys recall lines, and Ctrl-R searches them; lines of other shells are available after the
      next start.
      """, examples: ["history", "history godfather", "history --limit 20"])

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "text", kind: .text, "Text that the lines contain."),
    .option("--limit", \.limit, as: "n", "How many of the newest lines to show."),
  ]

  var words: [Word] = []
  var limit: Int?

  func run(in session: Session) async throws -> Output {
    let text = words.map(\.text).joined(separator: " ")
    let lines = Self.lines(try await session.host.history(), containing: text)
    let emptyNotice = text.isEmpty ? "No lines yet." : "No lines with \"\(text)\"."
    var output = Output(
      .list(.history(limit.map { lines.suffix($0) } ?? lines)), notice: lines.isEmpty ? emptyNotice : nil)
    output.opensAtEnd = true
    return output
  }

  /// Returns the lines that contain a text, numbered from 1 among all lines.
  ///
  /// Case, accents, and punctuation are ignored, unless the text consists of punctuation only. An empty
  /// text is contained in all lines.
  static func lines(_ lines: [String], containing text: String) -> [(number: Int, line: String)] {
    let lines = lines.enumerated().map { (number: $0 + 1, line: $1) }
    let foldedText = TextFolding.key(text)
    guard !foldedText.isEmpty else { return text.isEmpty ? lines : lines.filter { $0.line.contains(text) } }
    return lines.filter { TextFolding.key($0.line).contains(foldedText) }
  }
}

extension Rows {
  /// Returns rows of history lines with their numbers.
  static func history(_ lines: [(number: Int, line: String)]) -> Rows {
    Rows(
      lines,
      [
        Field("number", Column("#", alignment: .trailing), .dim) { .integer($0.number) },
        Field("line", Column("Line", isFlexible: true, minimumWidth: 16)) { .text($0.line) },
      ])
  }
}
