import FilmzDomain

/// `history`: the lines that were typed in shells.
package struct HistoryCommand: ShellCommand {
  package static let command = Command(
    HistoryCommand.self, "history", "List the lines that were typed in the shell, newest last.",
    details: """
      All shells share one history. Lines that begin with a blank are not kept, nor those with a key
      in them. The arrow keys bring lines back, and Ctrl-R looks for them: those of other shells from
      the next start on.
      """,
    examples: """
      history
      history godfather
      history --limit 20
      """)

  package static let arguments: [Argument<Self>] = [
    .words(\.words, as: "text", kind: .text, "What the lines hold."),
    .option("--limit", \.limit, as: "n", "How many of the newest lines."),
  ]

  package var words: [Word] = []
  var limit: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let text = words.map(\.text).joined(separator: " ")
    let lines = Self.lines(try await session.host.history(), holding: text)
    let none = text.isEmpty ? "No lines yet." : "No lines with \"\(text)\"."
    return Output(
      .list(.history(limit.map { lines.suffix($0.value) } ?? lines)),
      lines.isEmpty ? [.notice(none)] : [])
  }

  /// The lines that hold a text with their numbers, without regard to case, accents and punctuation
  /// unless there is nothing else in it.
  static func lines(
    _ lines: [String], holding text: String
  ) -> [(number: Int, line: String)] {
    let lines = lines.enumerated().map { (number: $0 + 1, line: $1) }
    let key = TextFolding.key(text)
    guard !key.isEmpty else {
      return text.isEmpty ? lines : lines.filter { $0.line.contains(text) }
    }
    return lines.filter { TextFolding.key($0.line).contains(key) }
  }
}
