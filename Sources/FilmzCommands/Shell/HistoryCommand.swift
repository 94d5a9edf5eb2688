import FilmzDomain

/// The `history` command, which lists the lines typed in the shell.
struct HistoryCommand: ShellCommand {
  static let command = Command(
    HistoryCommand.self, "history", "List the lines typed in the shell, newest last.",
    details: """
      All shells share one history. Lines that begin with a space or contain an API key are not stored. The
      arrow keys recall lines, and Ctrl-R searches them; lines of other shells are available after the
      next start.
      """,
    examples: """
      history
      history godfather
      history --limit 20
      """)

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "text", kind: .text, "Text that the lines contain."),
    .option("--limit", \.limit, as: "n", "How many of the newest lines to show."),
  ]

  var words: [Word] = []
  var limit: PositiveInt?

  func run(in session: Session) async throws -> Output {
    let text = words.map(\.text).joined(separator: " ")
    let lines = Self.lines(try await session.host.history(), containing: text)
    let emptyNotice = text.isEmpty ? "No lines yet." : "No lines with \"\(text)\"."
    var output = Output(
      .list(.history(limit.map { lines.suffix($0.value) } ?? lines)),
      lines.isEmpty ? [.notice(emptyNotice)] : [])
    output.opensAtEnd = true
    return output
  }

  /// Returns the lines that contain a text, numbered from 1 among all lines.
  ///
  /// Case, accents, and punctuation are ignored, unless the text consists of punctuation only. An empty
  /// text is contained in all lines.
  static func lines(
    _ lines: [String], containing text: String
  ) -> [(number: Int, line: String)] {
    let lines = lines.enumerated().map { (number: $0 + 1, line: $1) }
    let foldedText = TextFolding.key(text)
    guard !foldedText.isEmpty else {
      return text.isEmpty ? lines : lines.filter { $0.line.contains(text) }
    }
    return lines.filter { TextFolding.key($0.line).contains(foldedText) }
  }
}

/// Decides which lines are stored in the history.
package enum HistoryFilter {
  /// The minimum length of a secret that is searched for in lines.
  private static let minimumSecretLength = 4

  /// Words that users may type instead of `config set omdb.apiKey`.
  private static let mistakenKeyVerbs = ["key", "apikey", "token"]

  /// Returns whether a line is stored.
  ///
  /// Lines are not stored if they are empty, begin with whitespace, contain one of the secrets, or
  /// may contain another secret. The line is not parsed as a command, because a mistyped
  /// `config set` may contain a secret too. If the kids filter has a PIN, neither are commands
  /// stored that may be the PIN, which was typed when it was not asked for.
  package static func stores(
    _ line: String, secrets: [String] = [], hasPIN: Bool = false
  ) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return false }
    let commands = line.split(separator: ";").map(words(of:))
    return !secrets.contains { $0.count >= minimumSecretLength && line.contains($0) }
      && !commands.contains { mayContainSecret($0) || mayContainPIN($0) }
      && !(hasPIN && hasPINAlone(line))
  }

  /// Returns whether one of the commands of a line may be a PIN without any other text.
  package static func hasPINAlone(_ line: String) -> Bool {
    line.split(separator: ";").contains { mayBePIN(words(of: $0).joined()) }
  }

  /// Returns whether the words of a command may contain a PIN of the kids filter, which `kids` asks for.
  private static func mayContainPIN(_ words: [String]) -> Bool {
    guard let verb = words.first, verb == "pin" || (verb.count > 1 && "kids".hasPrefix(verb)) else {
      return false
    }
    return words.dropFirst().contains { word in
      word.split(whereSeparator: { !$0.isNumber }).contains(where: mayBePIN)
    }
  }

  /// Returns whether a text may be a PIN: it consists of 4 to 12 digits.
  private static func mayBePIN(_ text: some StringProtocol) -> Bool {
    (4...12).contains(text.count) && text.allSatisfy(\.isNumber)
  }

  /// Returns whether the words of a command may contain a secret.
  private static func mayContainSecret(_ words: [String]) -> Bool {
    guard let verb = words.first else { return false }
    if mistakenKeyVerbs.contains(verb) { return words.count > 1 }
    guard words.count > 2, isConfig(verb, subcommand: words[1]) else {
      return hasSecretMarker(words)
    }
    if ["get", "unset"].contains(words[1]), words.count == 3 { return false }
    return "set".hasPrefix(words[1]) ? configSetMayContainSecret(Array(words[2...])) : true
  }

  /// Returns whether a verb is `config`, an abbreviation of it of at least two letters or, if the
  /// subcommand is `set`, a misspelling of it.
  private static func isConfig(_ verb: String, subcommand: String) -> Bool {
    (verb.count > 1 && "config".hasPrefix(verb))
      || (subcommand == "set" && SpellingDistance.nearest(to: verb, among: ["config"]) != nil)
  }

  /// Returns whether the arguments of `config set` may contain a secret.
  ///
  /// A word that is not the name of a setting may be a secret that was typed in place of the name.
  private static func configSetMayContainSecret(_ arguments: [String]) -> Bool {
    if case .alias? = try? SettingName(named: arguments[0]) {
      return hasSecretMarker(arguments)
    }
    guard let key = SettingKey.allCases.first(where: { $0.rawValue.lowercased() == arguments[0] })
    else { return true }
    let valueWords = Array(arguments[1...])
    return !valueWords.isEmpty && (key.isSecret || hasSecretMarker(valueWords))
  }

  /// Returns whether the words, whatever their command is, seem to contain a secret.
  private static func hasSecretMarker(_ words: [String]) -> Bool {
    SecretDetector.containsSecret(words.joined(separator: " "))
  }

  /// Splits a command into words in lower case, without quotes.
  private static func words(of command: Substring) -> [String] {
    command.lowercased().split(whereSeparator: \.isWhitespace).map { word in
      word.filter { $0 != "\"" && $0 != "'" }
    }
  }
}
