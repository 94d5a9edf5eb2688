import FilmzDomain

/// Decides which lines are stored in the history.
package enum HistoryFilter {
  /// The minimum length of a secret that is searched for in lines.
  private static let minimumSecretLength = 4

  /// Words that users may type by mistake instead of `config set omdb.apiKey`.
  private static let mistakenKeyVerbs = ["key", "apikey", "token"]

  /// Returns whether a line is stored.
  ///
  /// Lines are not stored if they are empty, begin with whitespace, contain one of the secrets, or
  /// may contain another secret. If the kids filter has a PIN, lines with a command that may be the PIN are not stored
  /// either. The line is not parsed as a command, because a mistyped `config set` may contain a secret, too.
  package static func stores(_ line: String, secrets: [String] = [], hasPIN: Bool = false) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return false }
    let hasSecret = secrets.contains { $0.count >= minimumSecretLength && line.contains($0) }
    guard !hasSecret, !(hasPIN && hasPINAlone(line)) else { return false }
    return !line.split(separator: ";").map(words(of:)).contains { mayContainSecret($0) || mayContainPIN($0) }
  }

  /// Returns whether one of the commands of a line may be a PIN as a whole.
  package static func hasPINAlone(_ line: String) -> Bool { !possiblePINs(in: line).isEmpty }

  /// Returns those commands of a line that may be a PIN as a whole, without whitespace and quotation marks.
  package static func possiblePINs(in line: String) -> [String] {
    line.split(separator: ";").map { words(of: $0).joined() }.filter(mayBePIN)
  }

  /// Returns whether a command of a line is `kids` with the option `--pin`, even if its arguments are invalid.
  package static func asksForPIN(_ line: String) -> Bool {
    line.split(separator: ";").map(words(of:)).contains { words in
      isKidsVerb(words.first ?? "") && words.contains { $0.hasPrefix("--pin") }
    }
  }

  private static func isKidsVerb(_ verb: String) -> Bool { verb.count > 1 && "kids".hasPrefix(verb) }

  /// Returns whether a command is `kids` or `pin`, and may have a PIN of the kids filter as an argument.
  private static func mayContainPIN(_ words: [String]) -> Bool {
    guard let verb = words.first, verb == "pin" || isKidsVerb(verb) else { return false }
    return words.dropFirst().contains { word in word.split(whereSeparator: { !$0.isNumber }).contains(where: mayBePIN) }
  }

  /// Returns whether a text may be a PIN: it consists of 4 to 12 digits.
  private static func mayBePIN(_ text: some StringProtocol) -> Bool {
    (4...12).contains(text.count) && text.allSatisfy(\.isNumber)
  }

  /// Returns whether the words of a command may contain a secret.
  private static func mayContainSecret(_ words: [String]) -> Bool {
    guard let verb = words.first else { return false }
    if mistakenKeyVerbs.contains(verb) { return words.count > 1 }
    guard words.count > 2, isConfig(verb, subcommand: words[1]) else { return hasSecretMarker(words) }
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
    if case .alias? = try? SettingName(named: arguments[0]) { return hasSecretMarker(arguments) }
    guard let key = SettingKey.allCases.first(where: { $0.rawValue.lowercased() == arguments[0] }) else { return true }
    let valueWords = Array(arguments[1...])
    return !valueWords.isEmpty && (key.isSecret || hasSecretMarker(valueWords))
  }

  /// Returns whether the words, whatever their command is, seem to contain a secret.
  private static func hasSecretMarker(_ words: [String]) -> Bool {
    SecretDetector.containsSecret(words.joined(separator: " "))
  }

  /// Splits a command into words in lower case, without quotes.
  private static func words(of command: Substring) -> [String] {
    command.lowercased().split(whereSeparator: \.isWhitespace).map { word in word.filter { $0 != "\"" && $0 != "'" } }
  }
}
